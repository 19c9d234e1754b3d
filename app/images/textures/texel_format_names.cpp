#include "app/images/textures/texel_format_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace texelscope::app {
namespace {

/// "Programming guide for DXGI: DXGI_FORMAT enumeration" (Microsoft): names with their kinds, from 0 on.
constexpr std::string_view dxgi_formats =
    "UNKNOWN "
    "R32G32B32A32_TYPELESS R32G32B32A32_FLOAT R32G32B32A32_UINT R32G32B32A32_SINT "
    "R32G32B32_TYPELESS R32G32B32_FLOAT R32G32B32_UINT R32G32B32_SINT "
    "R16G16B16A16_TYPELESS R16G16B16A16_FLOAT R16G16B16A16_UNORM R16G16B16A16_UINT R16G16B16A16_SNORM "
    "R16G16B16A16_SINT R32G32_TYPELESS R32G32_FLOAT R32G32_UINT R32G32_SINT "
    "R32G8X24_TYPELESS D32_FLOAT_S8X24_UINT R32_FLOAT_X8X24_TYPELESS X32_TYPELESS_G8X24_UINT "
    "R10G10B10A2_TYPELESS R10G10B10A2_UNORM R10G10B10A2_UINT R11G11B10_FLOAT "
    "R8G8B8A8_TYPELESS R8G8B8A8_UNORM R8G8B8A8_UNORM_SRGB R8G8B8A8_UINT R8G8B8A8_SNORM R8G8B8A8_SINT "
    "R16G16_TYPELESS R16G16_FLOAT R16G16_UNORM R16G16_UINT R16G16_SNORM R16G16_SINT "
    "R32_TYPELESS D32_FLOAT R32_FLOAT R32_UINT R32_SINT "
    "R24G8_TYPELESS D24_UNORM_S8_UINT R24_UNORM_X8_TYPELESS X24_TYPELESS_G8_UINT "
    "R8G8_TYPELESS R8G8_UNORM R8G8_UINT R8G8_SNORM R8G8_SINT "
    "R16_TYPELESS R16_FLOAT D16_UNORM R16_UNORM R16_UINT R16_SNORM R16_SINT "
    "R8_TYPELESS R8_UNORM R8_UINT R8_SNORM R8_SINT A8_UNORM R1_UNORM "
    "R9G9B9E5_SHAREDEXP R8G8_B8G8_UNORM G8R8_G8B8_UNORM "
    "BC1_TYPELESS BC1_UNORM BC1_UNORM_SRGB BC2_TYPELESS BC2_UNORM BC2_UNORM_SRGB "
    "BC3_TYPELESS BC3_UNORM BC3_UNORM_SRGB BC4_TYPELESS BC4_UNORM BC4_SNORM BC5_TYPELESS BC5_UNORM BC5_SNORM "
    "B5G6R5_UNORM B5G5R5A1_UNORM B8G8R8A8_UNORM B8G8R8X8_UNORM R10G10B10_XR_BIAS_A2_UNORM "
    "B8G8R8A8_TYPELESS B8G8R8A8_UNORM_SRGB B8G8R8X8_TYPELESS B8G8R8X8_UNORM_SRGB "
    "BC6H_TYPELESS BC6H_UF16 BC6H_SF16 BC7_TYPELESS BC7_UNORM BC7_UNORM_SRGB "
    "AYUV Y410 Y416 NV12 P010 P016 420_OPAQUE YUY2 Y210 Y216 NV11 AI44 IA44 P8 A8P8 B4G4R4A4_UNORM";

/// "Vulkan 1.3: VkFormat", with the suffixes of a run of formats in braces, from 0 on.
constexpr std::string_view vulkan_formats =
    "UNDEFINED R4G4_UNORM_PACK8 R4G4B4A4_UNORM_PACK16 B4G4R4A4_UNORM_PACK16 R5G6B5_UNORM_PACK16 B5G6R5_UNORM_PACK16 "
    "R5G5B5A1_UNORM_PACK16 B5G5R5A1_UNORM_PACK16 A1R5G5B5_UNORM_PACK16 "
    "R8_{8} R8G8_{8} R8G8B8_{8} B8G8R8_{8} R8G8B8A8_{8} B8G8R8A8_{8} A8B8G8R8_{8p} A2R10G10B10_{2p} A2B10G10R10_{2p} "
    "R16_{16} R16G16_{16} R16G16B16_{16} R16G16B16A16_{16} R32_{32} R32G32_{32} R32G32B32_{32} R32G32B32A32_{32} "
    "R64_{32} R64G64_{32} R64G64B64_{32} R64G64B64A64_{32} B10G11R11_UFLOAT_PACK32 E5B9G9R9_UFLOAT_PACK32 "
    "D16_UNORM X8_D24_UNORM_PACK32 D32_SFLOAT S8_UINT D16_UNORM_S8_UINT D24_UNORM_S8_UINT D32_SFLOAT_S8_UINT "
    "BC1_RGB_{b} BC1_RGBA_{b} BC2_{b} BC3_{b} BC4_{n} BC5_{n} BC6H_UFLOAT_BLOCK BC6H_SFLOAT_BLOCK BC7_{b} "
    "ETC2_R8G8B8_{b} ETC2_R8G8B8A1_{b} ETC2_R8G8B8A8_{b} EAC_R11_{n} EAC_R11G11_{n} "
    "ASTC_4x4_{b} ASTC_5x4_{b} ASTC_5x5_{b} ASTC_6x5_{b} ASTC_6x6_{b} ASTC_8x5_{b} ASTC_8x6_{b} ASTC_8x8_{b} "
    "ASTC_10x5_{b} ASTC_10x6_{b} ASTC_10x8_{b} ASTC_10x10_{b} ASTC_12x10_{b} ASTC_12x12_{b}";

struct Suffixes {
  std::string_view mark;
  std::string_view names;
};
constexpr Suffixes suffixes[] = {
    {"{8}", "UNORM SNORM USCALED SSCALED UINT SINT SRGB"},
    {"{8p}", "UNORM_PACK32 SNORM_PACK32 USCALED_PACK32 SSCALED_PACK32 UINT_PACK32 SINT_PACK32 SRGB_PACK32"},
    {"{2p}", "UNORM_PACK32 SNORM_PACK32 USCALED_PACK32 SSCALED_PACK32 UINT_PACK32 SINT_PACK32"},
    {"{16}", "UNORM SNORM USCALED SSCALED UINT SINT SFLOAT"},
    {"{32}", "UINT SINT SFLOAT"},
    {"{b}", "UNORM_BLOCK SRGB_BLOCK"},
    {"{n}", "UNORM_BLOCK SNORM_BLOCK"}};

struct NumberedName {
  std::uint32_t number;
  std::string_view name;
};
constexpr NumberedName later_dxgi_formats[] = {{130, "P208"},
                                               {131, "V208"},
                                               {132, "V408"},
                                               {189, "SAMPLER_FEEDBACK_MIN_MIP_OPAQUE"},
                                               {190, "SAMPLER_FEEDBACK_MIP_REGION_USED_OPAQUE"},
                                               {191, "A4B4G4R4_UNORM"}};
/// Formats of extensions.
constexpr NumberedName later_vulkan_formats[] = {{1000340000, "A4R4G4B4_UNORM_PACK16"},
                                                 {1000340001, "A4B4G4R4_UNORM_PACK16"},
                                                 {1000470000, "A1B5G5R5_UNORM_PACK16"},
                                                 {1000470001, "A8_UNORM"}};

/// Calls `see` with each word.
template <class See>
void for_words(std::string_view text, const See& see) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    see(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::vector<std::string> names_in(std::string_view list) {
  std::vector<std::string> names;
  for_words(list, [&](std::string_view word) {
    const std::size_t mark = word.find('{');
    if (mark == std::string_view::npos) {
      names.emplace_back(word);
      return;
    }
    const auto* const run = std::ranges::find(suffixes, word.substr(mark), &Suffixes::mark);
    for_words(run->names, [&](std::string_view suffix) {
      names.push_back(std::string(word.substr(0, mark)) + std::string(suffix));
    });
  });
  return names;
}

std::string name_of(std::uint32_t number, const std::vector<std::string>& names, std::span<const NumberedName> later) {
  if (number < names.size()) {
    return names[number];
  }
  const auto found = std::ranges::find(later, number, &NumberedName::number);
  return found != later.end() ? std::string(found->name) : fmt::format("number {}", number);
}

}  // namespace

std::string dxgi_format_name(std::uint32_t number) {
  static const std::vector<std::string> names = names_in(dxgi_formats);
  return name_of(number, names, later_dxgi_formats);
}

std::string vulkan_format_name(std::uint32_t number) {
  static const std::vector<std::string> names = names_in(vulkan_formats);
  constexpr std::uint32_t first_pvrtc = 1000054000;
  constexpr std::uint32_t first_float_astc = 1000066000;
  if (number >= first_pvrtc && number < first_pvrtc + 8) {
    constexpr std::array<std::string_view, 4> kinds{"PVRTC1_2BPP", "PVRTC1_4BPP", "PVRTC2_2BPP", "PVRTC2_4BPP"};
    const std::uint32_t index = number - first_pvrtc;
    return fmt::format("{}_{}_BLOCK_IMG", kinds[index % 4], index < 4 ? "UNORM" : "SRGB");
  }
  if (number >= first_float_astc && number < first_float_astc + 14) {
    // The sizes of blocks of the formats with UNORM.
    const std::string_view unorm = names[157 + 2 * (number - first_float_astc)];
    return fmt::format("{}SFLOAT_BLOCK", unorm.substr(0, unorm.find("UNORM")));
  }
  return name_of(number, names, later_vulkan_formats);
}

}  // namespace texelscope::app
