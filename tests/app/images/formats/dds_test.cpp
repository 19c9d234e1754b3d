#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::number;
using tests::values_of;

struct Dds {
  int width = 2;
  int height = 1;
  int depth = 0;
  int levels = 0;
  /// The pixel format: its flags, its four-character code, and its bits and masks.
  int pixel_flags = 0x20000;
  std::string letters = number(0, 4);
  int bits = 8;
  std::array<std::uint32_t, 4> masks{0xFF, 0, 0, 0};
  int kind = 0;
  /// After the header.
  std::string extension{};
  std::string texels = bytes({1, 2});

  [[nodiscard]] std::string file() const {
    const int flags = 0x1007 + (depth > 0 ? 0x800000 : 0) + (levels > 0 ? 0x20000 : 0);
    std::string text = "DDS " + number(124, 4) + number(flags, 4) + number(height, 4) + number(width, 4) +
                       number(0, 4) + number(depth, 4) + number(levels, 4) + std::string(44, '\0') + number(32, 4) +
                       number(pixel_flags, 4) + letters + number(bits, 4);
    for (const std::uint32_t mask : masks) {
      text += number(mask, 4);
    }
    return text + number(0x1000, 4) + number(kind, 4) + std::string(12, '\0') + extension + texels;
  }
};

std::vector<std::string> parts_of(const std::string& file) {
  return decode_image_parts(std::as_bytes(std::span(file)), "picture");
}

TEST(Dds, ReadsTexelsByTheirMasks) {
  EXPECT_EQ(values_of(decoded(Dds{}.file())), (std::vector{1, 2}));
  const Dds bgr{
      .width = 1, .pixel_flags = 0x40, .bits = 24, .masks = {0xFF0000, 0xFF00, 0xFF, 0}, .texels = bytes({1, 2, 3})};
  EXPECT_EQ(values_of(decoded(bgr.file())), (std::vector{3, 2, 1}));
  // The fourth byte is unused unless the header declares alpha.
  const Dds padded{.width = 1,
                   .pixel_flags = 0x40,
                   .bits = 32,
                   .masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000},
                   .texels = bytes({1, 2, 3, 9})};
  EXPECT_EQ(values_of(decoded(padded.file())), (std::vector{3, 2, 1}));
}

TEST(Dds, ReadsEachLevelAndFace) {
  const Dds levels{.levels = 2, .texels = bytes({1, 2, 3})};
  EXPECT_EQ(parts_of(levels.file()), (std::vector<std::string>{"level 0", "level 1"}));
  EXPECT_EQ(values_of(decoded(levels.file(), {.part = "level 1"})), (std::vector{3}));
  const Dds cube{.width = 1, .kind = 0xFE00, .texels = bytes({1, 2, 3, 4, 5, 6})};
  EXPECT_EQ(values_of(decoded(cube.file(), {.part = "face -z level 0"})), (std::vector{6}));
  const Dds volume{.width = 1, .depth = 3, .texels = bytes({1, 2, 3})};
  EXPECT_EQ(values_of(decoded(volume.file(), {.part = "level 0 slice 2"})), (std::vector{3}));
  const Dds smaller_volumes{.width = 1, .depth = 5, .levels = 3, .texels = bytes({1, 2, 3, 4, 5, 6, 7, 8})};
  EXPECT_EQ(values_of(decoded(smaller_volumes.file(), {.part = "level 0 slice 4"})), (std::vector{5}));
  EXPECT_EQ(values_of(decoded(smaller_volumes.file(), {.part = "level 1 slice 1"})), (std::vector{7}));
  EXPECT_EQ(values_of(decoded(smaller_volumes.file(), {.part = "level 2 slice 0"})), (std::vector{8}));
}

TEST(Dds, ReadsLayersByTheLongerHeader) {
  const Dds layers{.width = 1,
                   .pixel_flags = 4,
                   .letters = "DX10",
                   .extension = number(61, 4) + number(3, 4) + number(0, 4) + number(2, 4) + number(0, 4),
                   .texels = bytes({7, 8})};
  EXPECT_EQ(values_of(decoded(layers.file(), {.part = "layer 1 level 0"})), (std::vector{8}));
}

TEST(Dds, RefusesUnsupportedFormatsByName) {
  EXPECT_NE(error_of(Dds{.pixel_flags = 4, .letters = "DXT5"}.file()).find("unsupported texels: BC3 blocks"),
            std::string::npos);
  const Dds bc7{.pixel_flags = 4,
                .letters = "DX10",
                .extension = number(98, 4) + number(3, 4) + number(0, 4) + number(1, 4) + number(0, 4)};
  EXPECT_NE(error_of(bc7.file()).find("unsupported texels: BC7 blocks"), std::string::npos);
  EXPECT_NE(error_of(Dds{.kind = 0x600}.file()).find("fewer than six faces"), std::string::npos);
  EXPECT_NE(error_of(Dds{.levels = 3, .texels = bytes({1, 2, 3, 4})}.file()).find("it has 3 levels"),
            std::string::npos);
  EXPECT_NE(
      error_of(Dds{.levels = 9}.file()).find("it has 9 levels, but its largest extent is 2 texels (damaged file)"),
      std::string::npos);
}

TEST(Dds, RefusesUnsupportedPixelsWithSupportedMasks) {
  struct Case {
    int pixel_flags;
    std::string reason;
  };
  // The flags are those of Q8W8V8U8, X8L8V8U8, AYUV and P8.
  for (const Case& refused : {Case{0x80000, "signed numbers"}, Case{0x40000, "signed numbers"}, Case{0x200, "YUV"},
                              Case{0x20, "palette indices"}}) {
    const Dds dds{.width = 1,
                  .pixel_flags = refused.pixel_flags,
                  .bits = 32,
                  .masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000},
                  .texels = bytes({1, 2, 3, 4})};
    EXPECT_NE(error_of(dds.file()).find("unsupported texels: " + refused.reason + " in 32 bits"), std::string::npos)
        << error_of(dds.file());
  }
}

TEST(Dds, RefusesEachTruncation) {
  const std::string whole = Dds{}.file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
  }
}

}  // namespace
}  // namespace texelscope::app
