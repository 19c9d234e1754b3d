#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>
#include <span>

#include "app/files/file_error.h"
#include "app/sources/source_listener.h"
#include "inspect/protocol/descriptor_socket.h"
#include "tests/app/sources/becomes_true.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using inspect::Demand;
using inspect::MessageType;

constexpr std::int64_t far_rows = 20;
constexpr std::int64_t far_columns = 30;

/// The description of an array of int32, or of a part of it, without its closing brace.
std::string description(std::int64_t height, std::int64_t width) {
  return fmt::format(
      R"({{"name":"far","type":"int32","shape":[{0},{1}],"strides":[{2},4],"offset":0,"bytes":{3},"time":0,"skipped":0)",
      height, width, width * 4, height * width * 4);
}

/// A program whose link does not share memory.
class SourceDemand : public testing::Test {
 protected:
  void SetUp() override {
    program_ = inspect::connect_to({.path = path_, .host = {}});
    ASSERT_FALSE(program_.is_closed());
    send(MessageType::hello, R"({"process":7,"program":"far"})", {});
    EXPECT_EQ(received().type, static_cast<std::uint16_t>(MessageType::welcome));
  }
  void send(MessageType type, const std::string& text, const std::vector<std::byte>& payload) const {
    const inspect::MessageHeader header{.type = static_cast<std::uint16_t>(type),
                                        .text_bytes = static_cast<std::uint32_t>(text.size()),
                                        .number = 1,
                                        .payload_bytes = payload.size()};
    EXPECT_TRUE(inspect::send_now(program_.number(), header,
                                  text + std::string{reinterpret_cast<const char*>(payload.data()), payload.size()}));
  }
  /// Announces the array without its elements.
  void announce() const { send(MessageType::frame, description(far_rows, far_columns) + "}", {}); }
  /// Elements of the array, of which each is its position.
  void send_part(const Demand& demand) const {
    const std::int64_t height = (demand.rows + demand.step - 1) / demand.step;
    const std::int64_t width = (demand.columns + demand.step - 1) / demand.step;
    std::vector<std::int32_t> elements;
    for (std::int64_t row = 0; row < height; ++row) {
      for (std::int64_t column = 0; column < width; ++column) {
        elements.push_back(static_cast<std::int32_t>((demand.row + row * demand.step) * far_columns + demand.column +
                                                     column * demand.step));
      }
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span{elements});
    send(MessageType::frame,
         description(height, width) +
             fmt::format(R"(,"part":{{"row":{},"column":{},"step":{},"rows":{},"columns":{}}}}})", demand.row,
                         demand.column, demand.step, far_rows, far_columns),
         {bytes.begin(), bytes.end()});
  }
  [[nodiscard]] inspect::MessageHeader received(Demand* demand = nullptr) const {
    inspect::MessageHeader header{};
    EXPECT_TRUE(receive(&header, sizeof header));
    if (demand != nullptr && header.payload_bytes == sizeof *demand) {
      EXPECT_TRUE(receive(demand, sizeof *demand));
    }
    return header;
  }
  [[nodiscard]] bool receive(void* to, std::size_t size) const {
    std::size_t done = 0;
    return becomes_true([&] {
      const ssize_t got = recv(program_.number(), static_cast<char*>(to) + done, size - done, MSG_DONTWAIT);
      done += got > 0 ? static_cast<std::size_t>(got) : 0;
      return done == size;
    });
  }

  tests::TemporaryFolder folder_;
  std::string path_ = (folder_.path() / "s" / "inspect").string();
  SourceListener listener_{inspect::Address{.path = path_, .host = {}}, [] {}};
  gpu::FileDescriptor program_;
};

TEST_F(SourceDemand, IsSentForAShownArrayAndAnsweredByAPart) {
  announce();
  EXPECT_EQ(received().type, static_cast<std::uint16_t>(MessageType::taken));
  ASSERT_TRUE(becomes_true([&] { return listener_.table().facts().size() == 1; }));
  const SourceFacts facts = listener_.table().facts().front();
  EXPECT_EQ(facts.type, "int32 (20, 30)");
  EXPECT_EQ(listener_.table().frame(facts.key), nullptr);
  EXPECT_EQ(listener_.table().extents(facts.key), (std::pair<std::int64_t, std::int64_t>{far_rows, far_columns}));

  const Demand wanted{4, 6, 9, 12, 3};
  listener_.set_demand(facts.key, wanted);
  listener_.set_shown(facts.key, true);
  Demand demand{};
  EXPECT_EQ(received(&demand).type, static_cast<std::uint16_t>(MessageType::demand));
  EXPECT_EQ(demand, wanted);
  send_part(demand);
  ASSERT_TRUE(becomes_true([&] { return listener_.table().frame(facts.key) != nullptr; }));
  const auto frame = listener_.table().frame(facts.key);
  EXPECT_EQ(frame->part, (SourcePart{4, 6, 3, far_rows, far_columns}));
  EXPECT_EQ(frame->view.layout().shape(), (gpu::Dimensions{3, 4}));
  const auto* const values = reinterpret_cast<const std::int32_t*>(frame->view.pointer().value);
  for (std::int64_t row = 0; row < 3; ++row) {
    for (std::int64_t column = 0; column < 4; ++column) {
      EXPECT_EQ(values[row * 4 + column], (4 + 3 * row) * far_columns + 6 + 3 * column);
    }
  }
  EXPECT_EQ(listener_.table().facts().front().type, "int32 (20, 30)") << "that of the whole array";

  EXPECT_EQ(received().type, static_cast<std::uint16_t>(MessageType::taken));
  listener_.set_shown(facts.key, false);
  EXPECT_EQ(received(&demand).type, static_cast<std::uint16_t>(MessageType::demand));
  EXPECT_EQ(demand, inspect::no_demand);
}

TEST_F(SourceDemand, PartsOutsideTheirArrayAreRefused) {
  const std::string whole = description(far_rows, far_columns);
  const auto part = [&](const char* place) { return whole + ",\"part\":" + place + "}"; };
  EXPECT_NO_THROW(static_cast<void>(parse_source(part(R"({"row":0,"column":0,"step":2,"rows":40,"columns":60})"))));
  for (const char* const place : {R"({"row":1,"column":0,"step":2,"rows":39,"columns":60})",
                                  R"({"row":0,"column":0,"step":1,"rows":19,"columns":30})",
                                  R"({"row":0,"column":31,"step":1,"rows":20,"columns":60})",
                                  R"({"row":0,"column":0,"step":2147483648,"rows":2147483648,"columns":2147483648})",
                                  R"({"row":0,"column":0,"step":1,"rows":100000,"columns":100000})",
                                  R"({"row":0,"column":0,"step":0,"rows":20,"columns":30})"}) {
    EXPECT_THROW(static_cast<void>(parse_source(part(place))), FileError) << place;
  }
}

}  // namespace
}  // namespace texelscope::app
