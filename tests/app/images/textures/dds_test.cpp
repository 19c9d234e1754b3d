#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/images/image_reader.h"
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
  return ImageReader(std::as_bytes(std::span(file)), "picture").parts();
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

/// A texel whose channels are 1, 2, 3 and 4.
std::string counted_texel(int bits, bool is_float, int channels) {
  // 1, 2, 3 and 4 as float16.
  constexpr std::array<std::uint32_t, 4> halves{0x3C00, 0x4000, 0x4200, 0x4400};
  std::string text;
  for (int channel = 0; channel < channels; ++channel) {
    const auto value = static_cast<float>(channel + 1);
    text += !is_float    ? number(static_cast<std::uint64_t>(channel + 1), static_cast<std::size_t>(bits / 8))
            : bits == 16 ? number(halves[static_cast<std::size_t>(channel)], 2)
                         : number(std::bit_cast<std::uint32_t>(value), 4);
  }
  return text;
}

std::vector<double> numbers_of(const Image& image) {
  const auto all = [](const auto& samples) { return std::vector<double>(samples.begin(), samples.end()); };
  return image.type == gpu::DataType::uint8    ? all(tests::samples_of(image))
         : image.type == gpu::DataType::uint16 ? all(tests::samples_of<std::uint16_t>(image))
                                               : all(tests::samples_of<float>(image));
}

struct NumberedFormat {
  int number;
  int channels;
  int bits;
  bool is_float = false;
  std::vector<double> read{1, 2, 3, 4};
};

/// The file of one texel; the format is a DXGI_FORMAT in the longer header, or a D3DFORMAT in place of the letters.
std::string file_of(const NumberedFormat& format, bool is_dxgi) {
  return Dds{.width = 1,
             .pixel_flags = 4,
             .letters = is_dxgi ? "DX10" : number(static_cast<std::uint64_t>(format.number), 4),
             .extension = is_dxgi ? number(static_cast<std::uint64_t>(format.number), 4) + number(3, 4) + number(0, 4) +
                                        number(1, 4) + number(0, 4)
                                  : "",
             .texels = counted_texel(format.bits, format.is_float, format.channels)}
      .file();
}

TEST(Dds, ReadsEachNumberedFormat) {
  const std::vector<double> bgra{3, 2, 1, 4};
  const std::vector<NumberedFormat> dxgi{{2, 4, 32, true},
                                         {6, 3, 32, true},
                                         {10, 4, 16, true},
                                         {11, 4, 16},
                                         {16, 2, 32, true},
                                         {28, 4, 8},
                                         {29, 4, 8},
                                         {34, 2, 16, true},
                                         {35, 2, 16},
                                         {41, 1, 32, true},
                                         {49, 2, 8},
                                         {54, 1, 16, true},
                                         {56, 1, 16},
                                         {61, 1, 8},
                                         {65, 1, 8},
                                         {87, 4, 8, false, bgra},
                                         {88, 4, 8, false, {3, 2, 1}},
                                         {91, 4, 8, false, bgra}};
  const std::vector<NumberedFormat> d3d{{36, 4, 16},        {111, 1, 16, true}, {112, 2, 16, true}, {113, 4, 16, true},
                                        {114, 1, 32, true}, {115, 2, 32, true}, {116, 4, 32, true}};
  for (const bool is_dxgi : {true, false}) {
    for (NumberedFormat format : is_dxgi ? dxgi : d3d) {
      SCOPED_TRACE(format.number);
      const Image image = decoded(file_of(format, is_dxgi));
      format.read.resize(std::min(format.read.size(), static_cast<std::size_t>(format.channels)));
      EXPECT_EQ(numbers_of(image), format.read);
      EXPECT_EQ(image.type, format.is_float     ? gpu::DataType::float32
                            : format.bits == 16 ? gpu::DataType::uint16
                                                : gpu::DataType::uint8);
    }
  }
}

TEST(Dds, RefusesUnsupportedFormatsByName) {
  const auto of_dxgi = [](int number_of_format) { return error_of(file_of({number_of_format, 4, 32}, true)); };
  EXPECT_NE(of_dxgi(101).find("unsupported texels: DXGI_FORMAT_Y410"), std::string::npos) << of_dxgi(101);
  EXPECT_NE(of_dxgi(66).find("unsupported texels: DXGI_FORMAT_R1_UNORM"), std::string::npos);
  EXPECT_NE(of_dxgi(190).find("DXGI_FORMAT_SAMPLER_FEEDBACK_MIP_REGION_USED_OPAQUE"), std::string::npos);
  EXPECT_NE(of_dxgi(1000).find("DXGI_FORMAT_number 1000"), std::string::npos);
  EXPECT_NE(error_of(Dds{.pixel_flags = 4, .letters = "UYVY"}.file()).find("unsupported texels: 'UYVY'"),
            std::string::npos);
  EXPECT_NE(error_of(Dds{.pixel_flags = 4, .letters = number(117, 4)}.file()).find("unsupported texels: D3DFORMAT 117"),
            std::string::npos);
  EXPECT_NE(error_of(Dds{.kind = 0x600}.file()).find("fewer than six faces"), std::string::npos);
  EXPECT_NE(error_of(Dds{.levels = 3, .texels = bytes({1, 2, 3, 4})}.file()).find("it has 3 levels"),
            std::string::npos);
  EXPECT_NE(error_of(Dds{.levels = 9, .texels = bytes({1, 2, 3, 4})}.file())
                .find("it has 9 levels, but its largest extent is 2 texels (damaged file)"),
            std::string::npos);
}

TEST(Dds, RefusesUnsupportedPixelsWithSupportedMasks) {
  struct Case {
    int pixel_flags;
    std::string reason;
  };
  // The flags are those of X8L8V8U8, AYUV and P8.
  for (const Case& refused :
       {Case{0x40000, "signed and unsigned numbers"}, Case{0x200, "YUV"}, Case{0x20, "palette indices"}}) {
    const Dds dds{.width = 1,
                  .pixel_flags = refused.pixel_flags,
                  .bits = 32,
                  .masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000},
                  .texels = bytes({1, 2, 3, 4})};
    EXPECT_NE(error_of(dds.file()).find("unsupported texels: " + refused.reason + " in 32 bits"), std::string::npos)
        << error_of(dds.file());
  }
}

/// A pixel format of masks with one texel.
Image masked_texel(int bits, const std::array<std::uint32_t, 4>& masks, std::uint32_t texel, int flags = 0x41) {
  return decoded(Dds{.width = 1,
                     .pixel_flags = flags,
                     .bits = bits,
                     .masks = masks,
                     .texels = number(texel, static_cast<std::size_t>(bits / 8))}
                     .file());
}

TEST(Dds, ScalesBitsThatMasksSelectToTheRangeOfTheirType) {
  // 31, 32 and 0 of 31, 63 and 31.
  EXPECT_EQ(values_of(masked_texel(16, {0xF800, 0x7E0, 0x1F, 0}, 0xF800 | 32 << 5)), (std::vector{255, 130, 0}));
  EXPECT_EQ(values_of(masked_texel(16, {0xF00, 0xF0, 0xF, 0xF000}, 0x8F10)), (std::vector{255, 17, 0, 136}));
  EXPECT_EQ(values_of(masked_texel(8, {0xE0, 0x1C, 3, 0}, 0xE0 | 1 << 2 | 2)), (std::vector{255, 36, 170}));
  EXPECT_EQ(numbers_of(masked_texel(32, {0x3FF, 0xFFC00, 0x3FF00000, 0xC0000000}, 1023U | 1U << 10 | 3U << 30)),
            (std::vector<double>{65535, 64, 0, 65535}));
  // DDPF_BUMPDUDV: the lowest number is −1, too.
  EXPECT_EQ(numbers_of(masked_texel(16, {0xFF, 0xFF00, 0, 0}, 0x8081, 0x80000)), (std::vector<double>{-1, -1}));
  EXPECT_NE(
      error_of(Dds{.width = 1, .pixel_flags = 0x40, .bits = 16, .masks = {0xF0F, 0xF0, 0, 0}, .texels = "ab"}.file())
          .find("unsupported texels: 16 bits with masks f0f, f0, 0 and 0"),
      std::string::npos);
}

TEST(Dds, ReadsWhatIsThereOfAFileThatEndsEarly) {
  const Dds cube{.width = 1, .kind = 0xFE00, .texels = bytes({1, 2, 3, 4})};
  EXPECT_EQ(parts_of(cube.file()).size(), 4U);
  EXPECT_EQ(values_of(decoded(cube.file(), {.part = "face -y level 0"})), (std::vector{4}));
  EXPECT_EQ(decoded(cube.file(), {.part = "2"}).note, "it contains 4 of the 6 pictures that its header promises");
}

/// A file of tests/app/images/from_elsewhere/, whose texels are (6 · face + level, x, y, 255).
void expect_own_texels(const std::string& name, int faces) {
  SCOPED_TRACE(name);
  constexpr std::array names{"+x", "-x", "+y", "-y", "+z", "-z"};
  const std::filesystem::path path = std::filesystem::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / name;
  for (int face = 0; face < faces; ++face) {
    for (int level = 0; level < 4; ++level) {
      const std::string part = faces > 1 ? fmt::format("face {} level {}", names[static_cast<std::size_t>(face)], level)
                                         : fmt::format("level {}", level);
      const Image image = load_image(path, {.part = part});
      ASSERT_EQ(image.width, 8 >> level);
      std::vector<int> expected;
      for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
          expected.insert(expected.end(), {6 * face + level, x, y, 255});
        }
      }
      EXPECT_EQ(values_of(image), expected) << part;
    }
  }
}

TEST(Dds, CountsLevelsByTheFilesSizeIfTheHeaderDoesNotSay) {
  expect_own_texels("no_mip_flag.dds", 1);
  expect_own_texels("noflag_cube.dds", 6);
  expect_own_texels("noflag_cube_legacy.dds", 6);
  // A count that is there and wrong: the second layer begins behind two levels.
  const Dds layers{.width = 2,
                   .levels = 1,
                   .pixel_flags = 4,
                   .letters = "DX10",
                   .extension = number(61, 4) + number(3, 4) + number(0, 4) + number(2, 4) + number(0, 4),
                   .texels = bytes({1, 2, 3, 4, 5, 6})};
  EXPECT_EQ(values_of(decoded(layers.file(), {.part = "layer 1 level 0"})), (std::vector{4, 5}));
  EXPECT_EQ(decoded(layers.file(), {.part = "4"}).note, "its header counts 1 levels, but its size is that of 2");
}

TEST(Dds, RefusesEachTruncation) {
  const std::string whole = Dds{}.file();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
  }
}

}  // namespace
}  // namespace texelscope::app
