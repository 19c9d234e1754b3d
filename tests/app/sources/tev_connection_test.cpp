#include "app/sources/tev_connection.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "app/sources/source_listener.h"
#include "tests/app/sources/tev_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::TevBytes;

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

/// A window's receiving side, and programs that connect to it.
class TevConnectionTest : public testing::Test {
 protected:
  [[nodiscard]] gpu::FileDescriptor connect() const {
    gpu::FileDescriptor made{socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, path_.c_str(), path_.size() + 1);
    EXPECT_EQ(::connect(made.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name), 0);
    return made;
  }
  static void send(const gpu::FileDescriptor& to, const std::string& bytes) {
    EXPECT_EQ(::send(to.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
  }
  [[nodiscard]] std::optional<SourceFacts> facts(const std::string& name) const {
    for (const SourceFacts& facts : table_->facts()) {
      if (facts.name == name) {
        return facts;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] SourceKey shown(const std::string& name) {
    EXPECT_TRUE(comes_true([&] { return facts(name).has_value(); })) << name;
    const SourceKey key = facts(name)->key;
    listener_.set_shown(key, true);
    return key;
  }
  /// Waits until a value of the newest frame is this one.
  [[nodiscard]] bool shows(const SourceKey& key, std::size_t index, float value) {
    return comes_true([&] {
      const auto frame = table_->frame(key);
      return frame && static_cast<std::int64_t>(index) < frame->view.layout().volume() &&
             values(*frame)[index] == value;
    });
  }
  static std::span<const float> values(const SourceFrame& frame) {
    return {reinterpret_cast<const float*>(frame.view.pointer().value),
            static_cast<std::size_t>(frame.view.layout().volume())};
  }
  [[nodiscard]] std::string problem() {
    std::string found;
    EXPECT_TRUE(comes_true([&] {
      for (const std::string& one : table_->take_problems()) {
        found += one;
      }
      return !found.empty();
    }));
    return found;
  }

  tests::TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "s" / "tev").string();
  std::shared_ptr<SourceTable> table_ = std::make_shared<SourceTable>([] {});
  SourceListener listener_{inspect::Address{.path = path_, .host = {}}, table_, tev_connections(table_)};
};

TEST_F(TevConnectionTest, ShowsAnImageThatArrivesInTiles) {
  constexpr std::int32_t width = 37;
  constexpr std::int32_t height = 23;
  constexpr std::int32_t tile = 8;
  const auto value_at = [](int x, int y, int channel) { return static_cast<float>(x + 100 * y + 10'000 * channel); };
  const gpu::FileDescriptor program = connect();
  send(program, tests::tev_create("render", width, height, {"G", "R", "B", "depth"}));
  const SourceKey key = shown("render");
  const SourceKey depth = shown("render: depth");
  EXPECT_EQ(table_->take_requests().shown, key);
  for (std::int32_t y = 0; y < height; y += tile) {
    for (std::int32_t x = 0; x < width; x += tile) {
      const std::int32_t columns = std::min(tile, width - x);
      const std::int32_t rows = std::min(tile, height - y);
      std::vector<float> pixels;
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
          for (int channel = 0; channel < 4; ++channel) {
            pixels.push_back(value_at(x + column, y + row, channel));
          }
        }
      }
      send(program, TevBytes(6)
                        .number(std::uint8_t{0})
                        .text("render")
                        .ints({4})
                        .texts({"R", "G", "B", "depth"})
                        .ints({x, y, columns, rows})
                        .longs({0, 1, 2, 3, 4, 4, 4, 4})
                        .floats(pixels)
                        .done());
    }
  }
  const std::size_t last = std::size_t{width} * height - 1;
  ASSERT_TRUE(shows(key, 3 * last + 2, value_at(width - 1, height - 1, 2)));
  ASSERT_TRUE(shows(depth, last, value_at(width - 1, height - 1, 3)));
  const auto frame = table_->frame(key);
  EXPECT_EQ(frame->view.layout().shape(), (gpu::Dimensions{height, width, 3}));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int channel = 0; channel < 3; ++channel) {
        ASSERT_EQ(values(*frame)[static_cast<std::size_t>((y * width + x) * 3 + channel)], value_at(x, y, channel));
      }
    }
  }
}

TEST_F(TevConnectionTest, FramesOfTheWindowStayWhileTheImageChanges) {
  const gpu::FileDescriptor program = connect();
  send(program, tests::tev_create("i", 2, 1, {"Y"}));
  const SourceKey key = shown("i");
  const auto update = [&](float first, float second) {
    send(program,
         TevBytes(3).number(std::uint8_t{0}).text("i").text("Y").ints({0, 0, 2, 1}).floats({first, second}).done());
  };
  update(1, 2);
  ASSERT_TRUE(shows(key, 0, 1));
  const auto before = table_->frame(key);
  update(3, 4);
  ASSERT_TRUE(shows(key, 0, 3));
  EXPECT_EQ(values(*before)[0], 1);
  EXPECT_EQ(values(*before)[1], 2);
}

TEST_F(TevConnectionTest, ALaterConnectionUpdatesTheImageOfAnEarlierOne) {
  SourceKey key;
  {
    const gpu::FileDescriptor first = connect();
    send(first, tests::tev_create("i", 1, 1, {"Y"}));
    key = shown("i");
  }
  ASSERT_TRUE(comes_true([&] { return facts("i")->has_ended; }));
  const gpu::FileDescriptor second = connect();
  send(second, TevBytes(3).number(std::uint8_t{0}).text("i").text("Y").ints({0, 0, 1, 1}).floats({5}).done());
  ASSERT_TRUE(shows(key, 0, 5));
  EXPECT_FALSE(facts("i")->has_ended);
  send(second, TevBytes(2).text("i").done());
  ASSERT_TRUE(comes_true([&] { return facts("i")->has_ended; }));
  EXPECT_EQ(table_->count(), 1U) << "it is shown, so it stays";
}

TEST_F(TevConnectionTest, HasItsDrawingsInFrames) {
  const gpu::FileDescriptor program = connect();
  send(program, tests::tev_create("i", 4, 4, {"R", "G", "B"}));
  const SourceKey key = shown("i");
  send(program, TevBytes(8)
                    .number(std::uint8_t{0})
                    .text("i")
                    .number(std::uint8_t{0})
                    .ints({3})
                    .number(std::uint8_t{6})
                    .number(std::uint8_t{18})
                    .floats({1, 2, 2, 1})
                    .number(std::uint8_t{5})
                    .done());
  ASSERT_TRUE(comes_true([&] { return table_->frame(key) && table_->frame(key)->drawing; }));
  const auto frame = table_->frame(key);
  ASSERT_EQ(frame->drawing->paths.size(), 1U);
  const DrawnPath& path = frame->drawing->paths[0];
  EXPECT_TRUE(path.is_closed);
  EXPECT_FALSE(path.is_filled);
  EXPECT_EQ(path.points, (std::vector<std::array<float, 2>>{{1, 2}, {3, 2}, {3, 3}, {1, 3}}));
}

TEST_F(TevConnectionTest, AsksToOpenFiles) {
  const gpu::FileDescriptor program = connect();
  send(program, TevBytes(7).number(std::uint8_t{1}).text("/a/b.exr").text("").done());
  std::vector<std::filesystem::path> files;
  ASSERT_TRUE(comes_true([&] {
    files = table_->take_requests().files;
    return !files.empty();
  }));
  EXPECT_EQ(files.front(), "/a/b.exr");
}

TEST_F(TevConnectionTest, ReportsAFaultOnceAndGoesOn) {
  const gpu::FileDescriptor program = connect();
  const std::string unknown =
      TevBytes(3).number(std::uint8_t{0}).text("none").text("Y").ints({0, 0, 1, 1}).floats({1}).done();
  send(program, unknown + unknown + unknown);
  EXPECT_NE(problem().find("there is no image \"none\""), std::string::npos);
  send(program, unknown + tests::tev_create("huge", 1 << 30, 1 << 30, {"R", "G", "B", "A"}));
  EXPECT_NE(problem().find("\"huge\""), std::string::npos);
  send(program, tests::tev_create("small", 2, 2, {"Y"}));
  ASSERT_TRUE(comes_true([&] { return facts("small").has_value(); }));
  send(program, TevBytes(3).number(std::uint8_t{0}).text("small").text("Y").ints({1, 0, 2, 1}).floats({1, 2}).done());
  EXPECT_NE(problem().find("not within the 2 × 2"), std::string::npos);
}

// The bytes that clients by others have sent, recorded from their own code with data of ours: tev's Python client
// (tevclient 1.0.4), Simon Kallweit's C++ client, and the display code of pbrt-v4, which sends single channels.
TEST_F(TevConnectionTest, ShowsWhatClientsByOthersSend) {
  const auto replay = [&](const char* stream) {
    std::ifstream file(std::filesystem::path{TEXELSCOPE_FUZZ_CORPUS} / "tev" / stream, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_FALSE(bytes.empty());
    gpu::FileDescriptor program = connect();
    send(program, bytes);
    return program;
  };
  const gpu::FileDescriptor python = replay("tevclient_python");
  const SourceKey array = shown("array");
  ASSERT_TRUE(shows(array, 7 * 10 * 3 - 1, 7 * 10 * 3 - 1));
  // The tile at x 3, y 2 is red, negative; its last pixel is at x 6, y 4.
  const SourceKey depth = shown("array: depth");
  ASSERT_TRUE(shows(depth, 4 * 10 + 6, -(4 * 10 + 6) * 3));
  EXPECT_EQ(values(*table_->frame(depth))[4 * 10 + 7], 0);
  ASSERT_TRUE(comes_true([&] { return table_->frame(array)->drawing != nullptr; }));
  EXPECT_EQ(table_->frame(array)->drawing->paths.size(), 2U);

  const gpu::FileDescriptor cpp = replay("tevclient_cpp");
  const SourceKey gradient = shown("gradient");
  ASSERT_TRUE(shows(gradient, 12 * 9 * 4 - 1, 12 * 9 * 4 - 1));
  EXPECT_EQ(table_->frame(gradient)->view.layout().shape(), (gpu::Dimensions{9, 12, 4}));

  const gpu::FileDescriptor pbrt = replay("pbrt");
  ASSERT_TRUE(comes_true([&] { return table_->facts().size() == 4; }));
  const SourceKey render = shown(table_->facts().back().name);
  ASSERT_TRUE(shows(render, (6 * 9 + 8) * 3, 8.0F / 9));
  ASSERT_TRUE(shows(render, (6 * 9 + 8) * 3 + 1, 6.0F / 7));
  EXPECT_TRUE(table_->take_problems().empty());
}

TEST_F(TevConnectionTest, IsClosedForBytesOfAnotherProtocol) {
  const gpu::FileDescriptor program = connect();
  send(program, std::string(64, '\xff'));
  EXPECT_NE(problem().find("claims"), std::string::npos);
  char nothing = 0;
  EXPECT_LE(recv(program.number(), &nothing, 1, 0), 0);
}

TEST_F(TevConnectionTest, ThatEndsWithinAMessageIsReported) {
  {
    const gpu::FileDescriptor program = connect();
    send(program, tests::tev_create("i", 2, 2, {"Y"}).substr(0, 9));
  }
  EXPECT_NE(problem().find("ended within a message"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
