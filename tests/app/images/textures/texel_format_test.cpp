#include "app/images/textures/texel_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "app/images/textures/texel_format_names.h"

namespace texelscope::app {
namespace {

/// The values of one texel, which is the number of `bits`, as floats.
std::vector<double> texel(std::string_view name, std::uint64_t bits) {
  const std::optional<TexelFormat> format = texel_format(name);
  if (!format) {
    return {};
  }
  Image image{1, 1, format->channels, image_type(*format), {}};
  image.pixels.resize(static_cast<std::size_t>(format->channels) * gpu::size_bytes(image.type));
  std::vector<std::byte> stored(format->unit_bytes);
  std::memcpy(stored.data(), &bits, std::min(sizeof(bits), stored.size()));
  decode_texels(*format, stored, image);
  std::vector<double> values;
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(format->channels); ++channel) {
    const auto value = [&](auto sample) {
      std::memcpy(&sample, image.pixels.data() + channel * sizeof(sample), sizeof(sample));
      return static_cast<double>(sample);
    };
    values.push_back(image.type == gpu::DataType::uint8    ? value(std::uint8_t{})
                     : image.type == gpu::DataType::uint16 ? value(std::uint16_t{})
                     : image.type == gpu::DataType::uint32 ? value(std::uint32_t{})
                     : image.type == gpu::DataType::int32  ? value(std::int32_t{})
                                                           : value(float{}));
  }
  return values;
}

using Values = std::vector<double>;

TEST(TexelFormat, ReadsPackedTexels) {
  // Components of DXGI's names start at the lowest bit, those of Vulkan's packed names at the highest.
  EXPECT_EQ(texel("B5G6R5_UNORM", 31U << 11U | 32U << 5U), (Values{255, 130, 0}));
  EXPECT_EQ(texel("R5G6B5_UNORM_PACK16", 31U << 11U | 32U << 5U), (Values{255, 130, 0}));
  EXPECT_EQ(texel("B5G6R5_UNORM_PACK16", 31U << 11U | 32U << 5U), (Values{0, 130, 255}));
  EXPECT_EQ(texel("A1R5G5B5_UNORM_PACK16", 0x8000U | 31U), (Values{0, 0, 255, 255}));
  EXPECT_EQ(texel("R10G10B10A2_UNORM", 1023U | 512U << 10U | 1U << 30U), (Values{65535, 32800, 0, 21845}));
  EXPECT_EQ(texel("A2B10G10R10_UINT_PACK32", 1023U | 512U << 10U | 1U << 30U), (Values{1023, 512, 0, 1}));
  EXPECT_EQ(texel("B8G8R8X8_UNORM", 0x09030201), (Values{3, 2, 1}));
  EXPECT_EQ(texel("D24_UNORM_S8_UINT", 0xFF'FFFFFF), (Values{1}));
  EXPECT_EQ(texel("D24_UNORM_S8_UINT", 0xFF'800000), (Values{static_cast<float>(0x800000 / 16777215.0)}));
}

TEST(TexelFormat, ReadsSmallFloats) {
  // 1 is the exponent 15; the largest numbers of 11 and 10 bits, and a denormal.
  EXPECT_EQ(texel("R11G11B10_FLOAT", (15U << 6U) | (0x7BFU << 11U) | (1U << 22U)),
            (Values{1, 65024, 1.0 / (1 << 14) / 32}));
  EXPECT_EQ(texel("B10G11R11_UFLOAT_PACK32", 0x3DFU << 22U), (Values{0, 0, 64512}));
  EXPECT_EQ(texel("R9G9B9E5_SHAREDEXP", 256U | 1U << 9U | 511U << 18U | 16U << 27U),
            (Values{1, 1.0 / 256, 511.0 / 256}));
  EXPECT_EQ(texel("R16_FLOAT", 0xC000), (Values{-2}));
}

TEST(TexelFormat, ReadsSignedAndWideIntegersExactly) {
  EXPECT_EQ(texel("R8G8_SNORM", 0x8081), (Values{-1, -1}));
  EXPECT_EQ(texel("R16_SNORM", 0x7FFF), (Values{1}));
  EXPECT_EQ(texel("R8G8B8A8_SINT", 0x80FF7F01), (Values{1, 127, -1, -128}));
  EXPECT_EQ(texel("R16G16_SINT", 0x8000FFFF), (Values{-1, -32768}));
  EXPECT_EQ(texel("R32_UINT", 0xFFFFFFFF), (Values{4294967295}));
  EXPECT_EQ(texel("R32_SINT", 0x80000001), (Values{-2147483647}));
  EXPECT_EQ(texel("R16_UINT", 40000), (Values{40000}));
}

TEST(TexelFormat, KeepsTheBytesOfTexelsThatTheValuesDoNotShow) {
  const auto keeps = [](const char* name) {
    const std::optional<TexelFormat> format = texel_format(name);
    Image image{1, 1, format->channels, image_type(*format), std::vector<std::byte>(16)};
    decode_texels(*format, std::vector<std::byte>(format->unit_bytes), image);
    return image.stored != nullptr;
  };
  EXPECT_FALSE(keeps("R8G8B8A8_UNORM"));
  EXPECT_FALSE(keeps("B8G8R8A8_UNORM"));
  EXPECT_FALSE(keeps("R16_FLOAT"));
  EXPECT_TRUE(keeps("R8_SNORM"));
  EXPECT_TRUE(keeps("R10G10B10A2_UNORM"));
}

/// Each format that DXGI and Vulkan number is read, or refused for a reason that is listed here.
TEST(TexelFormat, ReadsEachFormatThatIsNotOfAListedKind) {
  const auto is_listed = [](std::string_view name) {
    constexpr std::array kinds{"UNKNOWN", "UNDEFINED", "TYPELESS", "XR_BIAS", "R1_",   "_B8G8",        "_G8B8",
                               "X32_",    "R64",       "ETC2",     "EAC",     "PVRTC", "SFLOAT_BLOCK", "AYUV",
                               "Y4",      "Y2",        "NV1",      "P01",     "420",   "YUY",          "AI44",
                               "IA44",    "P8",        "A8P8",     "R24G8",   "R32G8", "R4G4_"};
    return std::ranges::any_of(kinds, [&](const char* kind) { return name.find(kind) != std::string_view::npos; });
  };
  for (std::uint32_t number = 0; number <= 115; ++number) {
    const std::string name = dxgi_format_name(number);
    EXPECT_TRUE(texel_format(name).has_value() || is_listed(name)) << name;
  }
  for (std::uint32_t number = 0; number <= 184; ++number) {
    const std::string name = vulkan_format_name(number);
    EXPECT_TRUE(texel_format(name).has_value() || is_listed(name)) << name;
  }
  EXPECT_EQ(dxgi_format_name(98), "BC7_UNORM");
  EXPECT_EQ(dxgi_format_name(115), "B4G4R4A4_UNORM");
  EXPECT_EQ(dxgi_format_name(191), "A4B4G4R4_UNORM");
  EXPECT_EQ(vulkan_format_name(37), "R8G8B8A8_UNORM");
  EXPECT_EQ(vulkan_format_name(64), "A2B10G10R10_UNORM_PACK32");
  EXPECT_EQ(vulkan_format_name(109), "R32G32B32A32_SFLOAT");
  EXPECT_EQ(vulkan_format_name(122), "B10G11R11_UFLOAT_PACK32");
  EXPECT_EQ(vulkan_format_name(146), "BC7_SRGB_BLOCK");
  EXPECT_EQ(vulkan_format_name(184), "ASTC_12x12_SRGB_BLOCK");
}

}  // namespace
}  // namespace texelscope::app
