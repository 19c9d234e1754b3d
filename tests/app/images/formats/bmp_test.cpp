#include <gtest/gtest.h>

#include <cstdint>
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

struct Bmp {
  int width = 2;
  int height = 2;
  int bits = 24;
  int compression = 0;
  int colors = 0;
  std::string palette{};
  std::string pixels{};

  /// The bytes of the file, with a 40-byte header.
  [[nodiscard]] std::string file() const {
    const std::string header = number(40, 4) + number(static_cast<std::uint32_t>(width), 4) +
                               number(static_cast<std::uint32_t>(height), 4) + number(1, 2) + number(bits, 2) +
                               number(compression, 4) + number(0, 12) + number(colors, 4) + number(0, 4);
    const std::size_t at = 14 + header.size() + palette.size();
    return "BM" + number(at + pixels.size(), 4) + number(0, 4) + number(at, 4) + header + palette + pixels;
  }
};

/// The blue, green and red values of four pixels, in two rows of 8 bytes.
std::string four_pixels() { return bytes({1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0}); }

TEST(Bmp, ReadsRowsFromTheBottom) {
  EXPECT_EQ(values_of(decoded(Bmp{.pixels = four_pixels()}.file())),
            (std::vector{9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4}));
}

TEST(Bmp, ReadsRowsFromTheTopForNegativeHeight) {
  const Image image = decoded(Bmp{.height = -2, .pixels = four_pixels()}.file());
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(values_of(image), (std::vector{3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10}));
}

/// Black, red, green.
std::string small_palette() { return bytes({0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0}); }

TEST(Bmp, HasAsManyColorsAsBitsCanNumberIfItsHeaderDoesNotCountThem) {
  for (const int colors : {0, 3}) {
    const Bmp bmp{.height = 1, .bits = 8, .colors = colors, .palette = small_palette(), .pixels = bytes({1, 2, 0, 0})};
    EXPECT_EQ(values_of(decoded(bmp.file())), (std::vector{255, 0, 0, 0, 255, 0})) << colors;
  }
}

TEST(Bmp, ReadsEightBitRuns) {
  // A run of two pixels with color 1, the end of the row, a literal of three pixels with a padding byte, and the end of
  // the image.
  const std::string runs = bytes({2, 1, 0, 0, 0, 3, 2, 1, 2, 0, 0, 1});
  const Bmp bmp{.width = 3, .bits = 8, .compression = 1, .colors = 3, .palette = small_palette(), .pixels = runs};
  EXPECT_EQ(values_of(decoded(bmp.file())),
            (std::vector{0, 255, 0, 255, 0, 0, 0, 255, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0}));
}

TEST(Bmp, PadsLiteralsToTwoBytes) {
  // Colors 1 and 2 are red and green. After each literal follows a run of one pixel with color 1.
  const auto reds = [](int width, int bits, const std::vector<int>& runs) {
    const Bmp bmp{.width = width,
                  .height = 1,
                  .bits = bits,
                  .compression = bits == 8 ? 1 : 2,
                  .colors = 3,
                  .palette = small_palette(),
                  .pixels = bytes(runs)};
    const std::vector<int> values = values_of(decoded(bmp.file()));
    std::vector<int> found;
    for (std::size_t pixel = 0; pixel < values.size(); pixel += 3) {
      found.push_back(values[pixel] == 255 ? 1 : values[pixel + 1] == 255 ? 2 : 0);
    }
    return found;
  };
  EXPECT_EQ(reds(4, 8, {0, 3, 2, 1, 2, 0, 1, 1, 0, 1}), (std::vector{2, 1, 2, 1}));
  EXPECT_EQ(reds(5, 8, {0, 4, 2, 1, 2, 2, 1, 1, 0, 1}), (std::vector{2, 1, 2, 2, 1}));
  // Half a byte per pixel: 3 and 4 pixels have two bytes, 5 and 6 have three and a padding byte.
  EXPECT_EQ(reds(4, 4, {0, 3, 0x21, 0x20, 1, 0x10, 0, 1}), (std::vector{2, 1, 2, 1}));
  EXPECT_EQ(reds(5, 4, {0, 4, 0x21, 0x22, 1, 0x10, 0, 1}), (std::vector{2, 1, 2, 2, 1}));
  EXPECT_EQ(reds(6, 4, {0, 5, 0x21, 0x22, 0x20, 0, 1, 0x10, 0, 1}), (std::vector{2, 1, 2, 2, 2, 1}));
  EXPECT_EQ(reds(7, 4, {0, 6, 0x21, 0x22, 0x22, 0, 1, 0x10, 0, 1}), (std::vector{2, 1, 2, 2, 2, 2, 1}));
}

TEST(Bmp, IgnoresRunsBeyondTheEndOfARow) {
  const Bmp bmp{.width = 3,
                .bits = 8,
                .compression = 1,
                .colors = 3,
                .palette = small_palette(),
                .pixels = bytes({4, 1, 0, 0, 4, 2, 0, 1})};
  EXPECT_EQ(values_of(decoded(bmp.file())),
            (std::vector{0, 255, 0, 0, 255, 0, 0, 255, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0}));
}

TEST(Bmp, ReadsFourBitRuns) {
  // A run of three pixels with colors 1, 2 and 1, a move by one pixel to the right and one row up, a run of one pixel
  // with color 2, and the end of the image.
  const std::string runs = bytes({3, 0x12, 0, 2, 0, 1, 1, 0x20, 0, 1});
  const Bmp bmp{.width = 4, .bits = 4, .compression = 2, .colors = 3, .palette = small_palette(), .pixels = runs};
  EXPECT_EQ(values_of(decoded(bmp.file())),
            (std::vector{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0}));
}

TEST(Bmp, MovesToTheEndOfARow) {
  const Bmp bmp{.width = 3,
                .height = 1,
                .bits = 8,
                .compression = 1,
                .colors = 3,
                .palette = small_palette(),
                .pixels = bytes({0, 2, 3, 0, 0, 1})};
  EXPECT_EQ(values_of(decoded(bmp.file())), std::vector<int>(9));
}

TEST(Bmp, ReadsPalettesOfAFewBits) {
  const Bmp two{.width = 3,
                .height = 1,
                .bits = 2,
                .colors = 3,
                .palette = small_palette(),
                .pixels = bytes({0b01100000, 0, 0, 0})};
  EXPECT_EQ(values_of(decoded(two.file())), (std::vector{255, 0, 0, 0, 255, 0, 0, 0, 0}));
  const Bmp one{.width = 3,
                .height = 1,
                .bits = 1,
                .colors = 2,
                .palette = small_palette().substr(0, 8),
                .pixels = bytes({0b10100000, 0, 0, 0})};
  EXPECT_EQ(values_of(decoded(one.file())), (std::vector{255, 0, 0, 0, 0, 0, 255, 0, 0}));
}

TEST(Bmp, ReadsSixteenBitMasksRoundedToNearest) {
  const std::string masks = number(0xF800, 4) + number(0x07E0, 4) + number(0x001F, 4);
  const Bmp bmp{
      .height = 1, .bits = 16, .compression = 3, .palette = masks, .pixels = number(0x18E3, 2) + number(0xFFFF, 2)};
  // 3 / 31 equals 24.7 / 255, and 7 / 63 equals 28.3 / 255.
  EXPECT_EQ(values_of(decoded(bmp.file())), (std::vector{25, 28, 25, 255, 255, 255}));
}

TEST(Bmp, HasAlphaIfTheHeaderHasAMaskForIt) {
  const std::string pixel = bytes({1, 2, 3, 4});
  EXPECT_EQ(values_of(decoded(Bmp{.width = 1, .height = 1, .bits = 32, .pixels = pixel}.file())),
            (std::vector{3, 2, 1}));
  const std::string masks = number(0xFF0000, 4) + number(0xFF00, 4) + number(0xFF, 4) + number(0xFF000000U, 4);
  const Bmp with_alpha{.width = 1, .height = 1, .bits = 32, .compression = 6, .palette = masks, .pixels = pixel};
  EXPECT_EQ(values_of(decoded(with_alpha.file())), (std::vector{3, 2, 1, 4}));
}

TEST(Bmp, RefusesUnsupportedFilesWithTheReason) {
  EXPECT_NE(error_of(Bmp{.pixels = four_pixels().substr(0, 13)}.file()).find("truncated"), std::string::npos);
  EXPECT_NE(
      error_of(
          Bmp{.bits = 8, .colors = 3, .palette = small_palette(), .pixels = bytes({0, 3, 0, 0, 0, 0, 0, 0})}.file())
          .find("palette index 3, but the palette has 3 colors"),
      std::string::npos);
  EXPECT_NE(error_of(Bmp{.compression = 4, .pixels = four_pixels()}.file()).find("compression 4 with 24 bits"),
            std::string::npos);
  EXPECT_NE(error_of(Bmp{.height = -2, .bits = 8, .compression = 1, .pixels = four_pixels()}.file()).find("top down"),
            std::string::npos);
  EXPECT_NE(error_of(Bmp{.bits = 7, .pixels = four_pixels()}.file()).find("7 bits per pixel"), std::string::npos);
  std::string planes = Bmp{.pixels = four_pixels()}.file();
  planes[26] = 2;
  EXPECT_NE(error_of(planes).find("24 bits per pixel in 2 planes"), std::string::npos) << error_of(planes);
  EXPECT_NE(error_of(Bmp{.width = 2000000, .pixels = four_pixels()}.file()).find("2000000x2"), std::string::npos);
  const Bmp outside{.width = 3,
                    .height = 1,
                    .bits = 8,
                    .compression = 1,
                    .colors = 3,
                    .palette = small_palette(),
                    .pixels = bytes({0, 2, 4, 0, 0, 1})};
  EXPECT_NE(error_of(outside.file()).find("move to (4, 0), outside the image"), std::string::npos);
  EXPECT_NE(error_of("BM").find("truncated"), std::string::npos);
  EXPECT_NE(error_of(Bmp{.width = -2, .pixels = four_pixels()}.file()).find("its width is -2 pixels"),
            std::string::npos);
}

/// Changes the pixel offset in the header.
std::string placed_at(std::string file, std::uint32_t place) { return file.replace(10, 4, number(place, 4)); }

TEST(Bmp, ReadsPixelsAfterTheHeaderWithoutAnOffset) {
  EXPECT_EQ(values_of(decoded(placed_at(Bmp{.pixels = four_pixels()}.file(), 0))),
            (std::vector{9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4}));
  const Bmp with_palette{.width = 3,
                         .height = 1,
                         .bits = 2,
                         .colors = 3,
                         .palette = small_palette(),
                         .pixels = bytes({0b01100000, 0, 0, 0})};
  EXPECT_EQ(values_of(decoded(placed_at(with_palette.file(), 0))), (std::vector{255, 0, 0, 0, 255, 0, 0, 0, 0}));
  const Bmp with_hints{.colors = 3, .palette = small_palette(), .pixels = four_pixels()};
  EXPECT_EQ(values_of(decoded(placed_at(with_hints.file(), 0))), (std::vector{9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4}));
}

TEST(Bmp, RefusesPixelsThatOverlapTheHeader) {
  for (const std::uint32_t place : {1U, 14U, 53U}) {
    const std::string error = error_of(placed_at(Bmp{.pixels = four_pixels()}.file(), place));
    EXPECT_NE(error.find("but its header ends at byte 54 (damaged file)"), std::string::npos) << place << ' ' << error;
  }
  const std::string masks = number(0xF800, 4) + number(0x07E0, 4) + number(0x001F, 4);
  const Bmp bmp{.height = 1, .bits = 16, .compression = 3, .palette = masks, .pixels = number(0, 4)};
  EXPECT_NE(error_of(placed_at(bmp.file(), 54)).find("begin at byte 54, but its header ends at byte 66"),
            std::string::npos);
}

TEST(Bmp, RefusesInvalidMasks) {
  const auto error_with = [](int bits, std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
    return error_of(Bmp{.width = 1,
                        .height = 1,
                        .bits = bits,
                        .compression = 3,
                        .palette = number(red, 4) + number(green, 4) + number(blue, 4),
                        .pixels = number(0, 4)}
                        .file());
  };
  EXPECT_EQ(error_with(16, 0xF000, 0x0F00, 0x00F0), "");
  EXPECT_NE(error_with(16, 0, 0, 0).find("red, green and blue masks are 0"), std::string::npos);
  EXPECT_NE(error_with(16, 0x1F0000, 0x07E0, 0x001F).find("0x1f0000 is wider than a 16-bit pixel"), std::string::npos);
  EXPECT_NE(error_with(32, 0xFF0000, 0x1FF00, 0xFF).find("0x1ff00 overlaps another mask"), std::string::npos);
  EXPECT_NE(error_with(32, 0xFF0000, 0x5500, 0xFF).find("0x5500 has gaps"), std::string::npos);
}

TEST(Bmp, RefusesRunsBeyondThePadding) {
  const auto error_with = [](int bits, int compression, const std::string& runs) {
    return error_of(Bmp{.width = 3,
                        .height = 1,
                        .bits = bits,
                        .compression = compression,
                        .colors = 3,
                        .palette = small_palette(),
                        .pixels = runs}
                        .file());
  };
  EXPECT_EQ(error_with(8, 1, bytes({4, 1, 0, 1})), "");
  EXPECT_NE(error_with(8, 1, bytes({5, 1, 0, 1})).find("its runs exceed the 3 pixels of row 0"), std::string::npos);
  EXPECT_EQ(error_with(4, 2, bytes({8, 0x11, 0, 1})), "");
  EXPECT_NE(error_with(4, 2, bytes({9, 0x11, 0, 1})).find("its runs exceed"), std::string::npos);
  EXPECT_NE(error_with(8, 1, bytes({0, 5, 1, 1, 1, 1, 1, 0, 0, 1})).find("its runs exceed"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
