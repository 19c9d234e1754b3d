#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::number;
using tests::values_of;

struct Tga {
  int type = 3;
  int width = 2;
  int height = 2;
  int bits = 8;
  int descriptor = 0;
  int palette_first = 0;
  int palette_count = 0;
  std::string palette{};
  std::string pixels = bytes({1, 2, 3, 4});

  [[nodiscard]] std::string file() const {
    return bytes({0, palette_count > 0 ? 1 : 0, type}) + number(palette_first, 2) + number(palette_count, 2) +
           bytes({palette_count > 0 ? 24 : 0}) + number(0, 4) + number(width, 2) + number(height, 2) +
           bytes({bits, descriptor}) + palette + pixels;
  }
};

TEST(Tga, ReadsRowsAndColumnsFromEachCorner) {
  EXPECT_EQ(values_of(decoded(Tga{}.file())), (std::vector{3, 4, 1, 2}));
  EXPECT_EQ(values_of(decoded(Tga{.descriptor = 0x20}.file())), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(values_of(decoded(Tga{.descriptor = 0x10}.file())), (std::vector{4, 3, 2, 1}));
  EXPECT_EQ(values_of(decoded(Tga{.descriptor = 0x30}.file())), (std::vector{2, 1, 4, 3}));
}

TEST(Tga, SkipsItsIdentification) {
  std::string file = Tga{.descriptor = 0x20}.file();
  file[0] = 3;
  EXPECT_EQ(values_of(decoded(file.insert(18, "abc"))), (std::vector{1, 2, 3, 4}));
}

TEST(Tga, StartsAPaletteAtItsFirstColor) {
  // The palette contains colors 5 and 6, with blue first.
  const Tga tga{.type = 1,
                .height = 1,
                .palette_first = 5,
                .palette_count = 2,
                .palette = bytes({1, 2, 3, 4, 5, 6}),
                .pixels = bytes({6, 5})};
  EXPECT_EQ(values_of(decoded(tga.file())), (std::vector{6, 5, 4, 3, 2, 1}));
}

TEST(Tga, RefusesAnIndexOutsideThePalette) {
  for (const int outside : {4, 7}) {
    const Tga tga{.type = 1,
                  .height = 1,
                  .palette_first = 5,
                  .palette_count = 2,
                  .palette = bytes({1, 2, 3, 4, 5, 6}),
                  .pixels = bytes({6, outside})};
    EXPECT_NE(error_of(tga.file()).find("the palette has 2 colors starting at 5"), std::string::npos) << outside;
  }
}

TEST(Tga, ReadsRunsAcrossRows) {
  const Tga tga{.type = 11, .descriptor = 0x20, .pixels = bytes({0x82, 9, 0x00, 7})};
  EXPECT_EQ(values_of(decoded(tga.file())), (std::vector{9, 9, 9, 7}));
}

TEST(Tga, RefusesARunBeyondTheLastPixel) {
  for (const std::string& pixels : {bytes({0x82, 9, 0x81, 7}), bytes({0x82, 9, 0x01, 7, 8})}) {
    const std::string error = error_of(Tga{.type = 11, .pixels = pixels}.file());
    EXPECT_NE(error.find("its last run has 2 pixels, but only 1 are left, at byte 20 (damaged file)"),
              std::string::npos)
        << error;
  }
}

TEST(Tga, ReadsFiveBitColorsRoundedToNearest) {
  const Tga tga{.type = 2, .width = 1, .height = 1, .bits = 16, .pixels = number(3 << 10 | 31 << 5 | 0, 2)};
  EXPECT_EQ(values_of(decoded(tga.file())), (std::vector{25, 255, 0}));
  // 1 / 31 equals 8.2 / 255, 16 / 31 equals 131.6 / 255, and 10 / 31 equals 82.3 / 255.
  const Tga mixed{.type = 2, .width = 1, .height = 1, .bits = 16, .pixels = number(1 << 10 | 16 << 5 | 10, 2)};
  EXPECT_EQ(values_of(decoded(mixed.file())), (std::vector{8, 132, 82}));
}

TEST(Tga, RefusesUnsupportedFilesWithTheReason) {
  EXPECT_NE(error_of(Tga{.pixels = bytes({1, 2, 3})}.file()).find("truncated"), std::string::npos);
  EXPECT_NE(error_of(Tga{.descriptor = 0x40}.file()).find("interleaved"), std::string::npos);
  EXPECT_NE(error_of(Tga{.type = 1}.file()).find("TGA type 1"), std::string::npos);
  EXPECT_NE(error_of(Tga{.type = 11, .pixels = bytes({0x82, 9})}.file()).find("truncated"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
