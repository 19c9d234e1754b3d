#include "app/images/textures/texel_format.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>
#include <vector>

namespace texelscope::app {
namespace {

using gpu::TexelEncoding;

/// A component of a format's name: letters and, unless it has none, its bits, such as R8.
struct Component {
  char name = 0;
  unsigned bits = 0;
};

/// Takes components such as "R10G10B10A2" from the front of a name.
std::vector<Component> take_components(std::string_view& name) {
  std::vector<Component> components;
  while (!name.empty() && std::string_view("RGBADSXE").find(name[0]) != std::string_view::npos) {
    Component one{name[0], 0};
    const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), one.bits);
    if (error != std::errc{} || one.bits == 0 || one.bits > 64) {
      break;
    }
    name.remove_prefix(static_cast<std::size_t>(end - name.data()));
    components.push_back(one);
  }
  return components;
}

std::optional<ChannelNumbers> numbers_of(std::string_view kind) {
  constexpr std::pair<std::string_view, ChannelNumbers> kinds[] = {{"UNORM", ChannelNumbers::unorm},
                                                                   {"UNORM_SRGB", ChannelNumbers::unorm},
                                                                   {"SRGB", ChannelNumbers::unorm},
                                                                   {"TYPELESS", ChannelNumbers::unorm},
                                                                   {"SNORM", ChannelNumbers::snorm},
                                                                   {"UINT", ChannelNumbers::uint},
                                                                   {"USCALED", ChannelNumbers::uint},
                                                                   {"SINT", ChannelNumbers::sint},
                                                                   {"SSCALED", ChannelNumbers::sint},
                                                                   {"FLOAT", ChannelNumbers::floating},
                                                                   {"SFLOAT", ChannelNumbers::floating},
                                                                   {"UFLOAT", ChannelNumbers::floating},
                                                                   {"SHAREDEXP", ChannelNumbers::shared_exponent}};
  const auto* const found = std::ranges::find(kinds, kind, &std::pair<std::string_view, ChannelNumbers>::first);
  return found != std::end(kinds) ? std::optional(found->second) : std::nullopt;
}

/// Orders channels as in the image. @returns nothing for channels that an image cannot have.
bool order_channels(TexelFormat& format) {
  const auto place = [](const ChannelBits& one) { return std::string_view("RGBA").find(one.name); };
  const std::span used(format.bits.data(), static_cast<std::size_t>(format.channels));
  std::ranges::sort(used, {}, place);
  if (used.size() == 1) {
    used[0].name = 'R';
  }
  return !used.empty() && std::ranges::adjacent_find(used, {}, &ChannelBits::name) == used.end();
}

std::optional<TexelFormat> block_format(std::string_view name) {
  struct Blocks {
    std::string_view name;
    TexelEncoding encoding;
    int channels;
  };
  // By the beginning and the kind of the name.
  constexpr Blocks blocks[] = {
      {"BC1_UNORM", TexelEncoding::bc1_unorm, 4},      {"BC1_SRGB", TexelEncoding::bc1_unorm_srgb, 4},
      {"BC1_RGB_UNORM", TexelEncoding::bc1_unorm, 3},  {"BC1_RGB_SRGB", TexelEncoding::bc1_unorm_srgb, 3},
      {"BC1_RGBA_UNORM", TexelEncoding::bc1_unorm, 4}, {"BC1_RGBA_SRGB", TexelEncoding::bc1_unorm_srgb, 4},
      {"BC2_UNORM", TexelEncoding::bc2_unorm, 4},      {"BC2_SRGB", TexelEncoding::bc2_unorm_srgb, 4},
      {"BC3_UNORM", TexelEncoding::bc3_unorm, 4},      {"BC3_SRGB", TexelEncoding::bc3_unorm_srgb, 4},
      {"BC4_UNORM", TexelEncoding::bc4_unorm, 1},      {"BC4_SNORM", TexelEncoding::bc4_snorm, 1},
      {"BC5_UNORM", TexelEncoding::bc5_unorm, 2},      {"BC5_SNORM", TexelEncoding::bc5_snorm, 2},
      {"BC6H_UFLOAT", TexelEncoding::bc6h_uf16, 3},    {"BC6H_SFLOAT", TexelEncoding::bc6h_sf16, 3},
      {"BC7_UNORM", TexelEncoding::bc7_unorm, 4},      {"BC7_SRGB", TexelEncoding::bc7_unorm_srgb, 4}};
  // DXGI's names differ in the end.
  std::string spelled(name);
  constexpr std::pair<std::string_view, std::string_view> endings[] = {
      {"UNORM_SRGB", "SRGB"}, {"TYPELESS", "UNORM"}, {"UF16", "UFLOAT"}, {"SF16", "SFLOAT"}, {"_BLOCK", ""}};
  for (const auto& [ending, other] : endings) {
    if (spelled.ends_with(ending)) {
      spelled.replace(spelled.size() - ending.size(), ending.size(), other);
    }
  }
  if (spelled == "BC6H_UNORM") {
    spelled = "BC6H_UFLOAT";
  }
  const auto* const found = std::ranges::find(blocks, spelled, &Blocks::name);
  TexelFormat format{.name = std::string(name)};
  if (found != std::end(blocks)) {
    format.encoding = found->encoding;
    format.block_width = format.block_height = gpu::block_extent;
    format.unit_bytes = gpu::block_bytes(found->encoding);
    format.channels = found->channels;
    return format;
  }
  // "ASTC_12x10_SRGB".
  if (!spelled.starts_with("ASTC_") || spelled.ends_with("FLOAT")) {
    return std::nullopt;
  }
  const char* const end = spelled.data() + spelled.size();
  const auto width = std::from_chars(spelled.data() + 5, end, format.block_width);
  const auto height = std::from_chars(std::min(width.ptr + 1, end), end, format.block_height);
  if (width.ec != std::errc{} || height.ec != std::errc{} || *height.ptr != '_') {
    return std::nullopt;
  }
  format.is_astc = true;
  format.unit_bytes = 16;
  format.channels = 4;
  return format;
}

/// Formats whose names the general rule does not describe.
std::optional<TexelFormat> named_exception(std::string_view name) {
  const auto with = [&](std::size_t bytes, ChannelNumbers numbers, std::initializer_list<ChannelBits> bits,
                        std::string_view rest) {
    TexelFormat format{.name = std::string(name), .unit_bytes = bytes, .numbers = numbers};
    format.rest = rest;
    std::ranges::copy(bits, format.bits.begin());
    format.channels = static_cast<int>(bits.size());
    return format;
  };
  if (name == "D24_UNORM_S8_UINT" || name == "R24_UNORM_X8_TYPELESS" || name == "X8_D24_UNORM_PACK32") {
    return with(4, ChannelNumbers::unorm, {{'R', 0, 24}}, name.starts_with('D') ? "stencil" : "");
  }
  if (name == "D32_FLOAT_S8X24_UINT" || name == "R32_FLOAT_X8X24_TYPELESS" || name == "D32_SFLOAT_S8_UINT") {
    return with(8, ChannelNumbers::floating, {{'R', 0, 32}}, name.starts_with('D') ? "stencil" : "");
  }
  if (name == "D16_UNORM_S8_UINT") {
    return with(4, ChannelNumbers::unorm, {{'R', 0, 16}}, "stencil");
  }
  if (name == "R9G9B9E5_SHAREDEXP" || name == "E5B9G9R9_UFLOAT_PACK32") {
    return with(4, ChannelNumbers::shared_exponent, {{'R', 0, 9}, {'G', 9, 9}, {'B', 18, 9}}, "");
  }
  return std::nullopt;
}

}  // namespace

std::optional<TexelFormat> texel_format(std::string_view name) {
  if (std::optional<TexelFormat> format = block_format(name); format || (format = named_exception(name))) {
    return format;
  }
  TexelFormat format{.name = std::string(name)};
  std::string_view rest = name;
  std::vector<Component> components = take_components(rest);
  if (components.empty() || !rest.starts_with('_')) {
    return std::nullopt;
  }
  rest.remove_prefix(1);
  for (const std::string_view pack : {"_PACK8", "_PACK16", "_PACK32"}) {
    if (rest.ends_with(pack)) {
      rest.remove_suffix(pack.size());
      std::ranges::reverse(components);
    }
  }
  const std::optional<ChannelNumbers> numbers = numbers_of(rest);
  unsigned position = 0;
  for (const Component& one : components) {
    const bool is_channel = one.name != 'X';
    if (is_channel && (one.bits > 32 || format.channels == 4)) {
      return std::nullopt;
    }
    if (is_channel) {
      const char channel = one.name == 'D' || one.name == 'S' ? 'R' : one.name;
      format.bits[static_cast<std::size_t>(format.channels++)] = {channel, position, one.bits};
    }
    position += one.bits;
  }
  // Bits of typeless texels have no meaning, except that those of 8 bits are usually unorm.
  const bool is_unknown = rest == "TYPELESS" && position != 8 * static_cast<unsigned>(components.size());
  if (!numbers || is_unknown || position % 8 != 0 || !order_channels(format)) {
    return std::nullopt;
  }
  format.numbers = *numbers;
  format.unit_bytes = position / 8;
  const bool is_float = *numbers == ChannelNumbers::floating;
  const bool has_float_bits = std::ranges::all_of(
      std::span(format.bits).first(static_cast<std::size_t>(format.channels)),
      [](const ChannelBits& one) { return one.count == 10 || one.count == 11 || one.count == 16 || one.count == 32; });
  return is_float && !has_float_bits ? std::nullopt : std::optional(std::move(format));
}

std::optional<TexelFormat> masked_texel_format(unsigned bits, std::span<const std::uint32_t, 4> masks,
                                               ChannelNumbers numbers) {
  TexelFormat format;
  format.unit_bytes = bits / 8;
  format.numbers = numbers;
  std::uint32_t used = 0;
  for (std::size_t channel = 0; channel < masks.size(); ++channel) {
    const std::uint32_t mask = masks[channel];
    if (mask == 0) {
      continue;
    }
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    const auto count = static_cast<unsigned>(std::popcount(mask));
    const bool has_gaps = static_cast<unsigned>(std::bit_width(mask)) != first + count;
    if (has_gaps || (used & mask) != 0 || first + count > bits) {
      return std::nullopt;
    }
    used |= mask;
    format.bits[static_cast<std::size_t>(format.channels++)] = {"RGBA"[channel], first, count};
  }
  const bool is_whole = bits % 8 == 0 && bits >= 8 && bits <= 32;
  return is_whole && order_channels(format) ? std::optional(std::move(format)) : std::nullopt;
}

}  // namespace texelscope::app
