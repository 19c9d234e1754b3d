#include "app/sources/tev_message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "app/files/file_error.h"
#include "tests/app/sources/tev_bytes.h"

namespace texelscope::app {
namespace {

using tests::TevBytes;

std::span<const std::byte> bytes_of(const std::string& text) { return std::as_bytes(std::span{text}); }

template <class Message>
Message parsed(const std::string& bytes) {
  EXPECT_EQ(tev_message_size(bytes_of(bytes)), bytes.size());
  return std::get<Message>(parse_tev_message(bytes_of(bytes)));
}

std::string strided_update() {
  return TevBytes(6)
      .number(std::uint8_t{0})
      .text("image")
      .ints({2})
      .texts({"R", "G"})
      .ints({3, 4, 2, 1})
      .longs({0, 1, 2, 2})
      .floats({1, 2, 3, 4})
      .done();
}

std::string drawing() {
  return TevBytes(8)
      .number(std::uint8_t{0})
      .text("image")
      .number(std::uint8_t{1})
      .ints({3})
      .number(std::uint8_t{6})
      .number(std::uint8_t{18})
      .floats({1, 2, 3, 4})
      .number(std::uint8_t{21})
      .floats({5, 6})
      .text("note")
      .done();
}

TEST(TevMessage, ParsesEachTypeAndVersion) {
  const auto create = parsed<TevCreateImage>(tests::tev_create("a/b", 7, 5, {"R", "normal.X"}));
  EXPECT_EQ(create.name, "a/b");
  EXPECT_TRUE(create.grabs_focus);
  EXPECT_EQ(create.width, 7);
  EXPECT_EQ(create.height, 5);
  EXPECT_EQ(create.channels, (std::vector<std::string>{"R", "normal.X"}));

  const std::string one =
      TevBytes(3).number(std::uint8_t{0}).text("image").text("G").ints({1, 2, 2, 1}).floats({8, 9}).done();
  const auto single = parsed<TevUpdateImage>(one);
  ASSERT_EQ(single.channels.size(), 1U);
  EXPECT_EQ(single.channels[0].name, "G");
  EXPECT_EQ(single.values.size(), 8U);

  const std::string planes = TevBytes(5)
                                 .number(std::uint8_t{0})
                                 .text("image")
                                 .ints({2})
                                 .texts({"R", "G"})
                                 .ints({0, 0, 3, 1})
                                 .floats({1, 2, 3, 4, 5, 6})
                                 .done();
  const auto planar = parsed<TevUpdateImage>(planes);
  ASSERT_EQ(planar.channels.size(), 2U);
  EXPECT_EQ(planar.channels[1].offset, 3);
  EXPECT_EQ(planar.channels[1].stride, 1);

  const std::string strides = strided_update();
  const auto strided = parsed<TevUpdateImage>(strides);
  EXPECT_EQ(strided.x, 3);
  EXPECT_EQ(strided.y, 4);
  EXPECT_EQ(strided.channels[1].offset, 1);
  EXPECT_EQ(strided.channels[1].stride, 2);

  EXPECT_EQ(parsed<TevOpenImage>(TevBytes(0).number(std::uint8_t{1}).text("/a/b.exr:R,G").done()).path, "/a/b.exr");
  EXPECT_EQ(parsed<TevOpenImage>(TevBytes(0).number(std::uint8_t{1}).text("/a:b/c.exr").done()).path, "/a:b/c.exr");
  EXPECT_EQ(parsed<TevOpenImage>(TevBytes(7).number(std::uint8_t{0}).text("/a:b.exr").text("R").done()).path,
            "/a:b.exr");
  EXPECT_EQ(parsed<TevReloadImage>(TevBytes(1).number(std::uint8_t{1}).text("x").done()).name, "x");
  EXPECT_EQ(parsed<TevCloseImage>(TevBytes(2).text("x").done()).name, "x");

  const auto drawn = parsed<TevVectorGraphics>(drawing());
  EXPECT_TRUE(drawn.appends);
  ASSERT_EQ(drawn.commands.size(), 3U);
  EXPECT_EQ(drawn.commands[1].type, TevDrawingCommand::Type::rectangle);
  EXPECT_EQ(drawn.commands[1].values[3], 4.0F);
  EXPECT_EQ(drawn.commands[2].text, "note");
}

TEST(TevMessage, IsRefusedWhereverItIsTruncated) {
  for (const std::string& whole :
       {tests::tev_create("name", 2, 2, {"R", "G"}), strided_update(), drawing(), TevBytes(2).text("name").done()}) {
    for (std::size_t size = 5; size < whole.size(); ++size) {
      std::string part = whole.substr(0, size);
      EXPECT_EQ(tev_message_size(bytes_of(part)), std::nullopt) << size;
      // The size is that of the part: the members are missing.
      const auto claimed = static_cast<std::uint32_t>(size);
      std::memcpy(part.data(), &claimed, sizeof claimed);
      EXPECT_THROW(static_cast<void>(parse_tev_message(bytes_of(part))), FileError) << size;
    }
  }
}

TEST(TevMessage, WithAbsurdNumbersIsRefused) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
  const auto strided = [](std::int32_t width, std::int32_t height, std::int64_t offset, std::int64_t stride) {
    return TevBytes(6)
        .number(std::uint8_t{0})
        .text("image")
        .ints({1})
        .text("R")
        .ints({0, 0, width, height})
        .longs({offset, stride})
        .floats({1, 2, 3, 4})
        .done();
  };
  EXPECT_NO_THROW(static_cast<void>(parse_tev_message(bytes_of(strided(4, 1, 3, -1)))));
  EXPECT_NO_THROW(static_cast<void>(parse_tev_message(bytes_of(strided(most, 1, 3, 0)))));
  const std::string bad[] = {
      strided(0, 1, 0, 1),
      strided(-1, -1, 0, 1),
      strided(most, most, 0, 1),
      strided(4, 1, 1, 1),
      strided(4, 1, -1, 1),
      strided(4, 1, 0, far),
      strided(4, 1, far, 1),
      strided(2, 1, 3, -4),
      TevBytes(5).number(std::uint8_t{0}).text("i").ints({most}).done(),
      TevBytes(5).number(std::uint8_t{0}).text("i").ints({-1}).done(),
      TevBytes(4).number(std::uint8_t{0}).text("i").ints({2, 2, most}).done(),
      TevBytes(8).number(std::uint8_t{0}).text("i").number(std::uint8_t{0}).ints({most}).done(),
      TevBytes(8).number(std::uint8_t{0}).text("i").number(std::uint8_t{0}).ints({1}).number(std::uint8_t{99}).done(),
      TevBytes(8)
          .number(std::uint8_t{0})
          .text("i")
          .number(std::uint8_t{0})
          .ints({1})
          .number(std::uint8_t{10})
          .floats({1, std::numeric_limits<float>::quiet_NaN()})
          .done(),
      TevBytes(200).text("x").done(),
      TevBytes(2).text(std::string(100'000, 'x')).done(),
  };
  for (const std::string& message : bad) {
    EXPECT_THROW(static_cast<void>(parse_tev_message(bytes_of(message))), FileError) << message.substr(4, 40);
  }
  EXPECT_THROW(static_cast<void>(tev_message_size(bytes_of(std::string(4, '\xff')))), FileError);
  EXPECT_THROW(static_cast<void>(tev_message_size(bytes_of(std::string(4, '\0')))), FileError);
}

TEST(TevMessage, OfRandomBytesIsParsedOrRefused) {
  std::mt19937 random{7};
  for (int i = 0; i < 100'000; ++i) {
    std::string bytes = i % 2 == 0 ? strided_update() : drawing();
    for (int change = 0; change < 3; ++change) {
      bytes[4 + random() % (bytes.size() - 4)] = static_cast<char>(random());
    }
    try {
      const TevMessage message = parse_tev_message(bytes_of(bytes));
      if (const auto* const update = std::get_if<TevUpdateImage>(&message)) {
        for (const TevChannel& channel : update->channels) {
          const std::int64_t last =
              channel.offset + (std::int64_t{update->width} * update->height - 1) * channel.stride;
          ASSERT_GE(std::min(channel.offset, last), 0);
          ASSERT_LE(static_cast<std::size_t>(std::max(channel.offset, last) + 1) * 4, update->values.size());
        }
      }
    } catch (const FileError&) {
    }
  }
}

}  // namespace
}  // namespace texelscope::app
