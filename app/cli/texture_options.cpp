#include "app/cli/texture_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/core/mip_levels.h"
#include "app/core/texture_source.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::ArrayKind;
using gpu::DataType;
using gpu::FilterMode;
using gpu::ReadMode;
using gpu::ResourceKind;

template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

constexpr std::array<Choice<ArrayKind>, 4> kinds{{{"plain", ArrayKind::plain},
                                                  {"layered", ArrayKind::layered},
                                                  {"cube", ArrayKind::cube_map},
                                                  {"layered_cube", ArrayKind::layered_cube_map}}};
constexpr std::array<Choice<ResourceKind>, 3> resources{
    {{"array", ResourceKind::array}, {"linear", ResourceKind::linear}, {"pitch2d", ResourceKind::pitch_2d}}};
constexpr std::array<Choice<AddressMode>, 4> address_modes{{{"wrap", AddressMode::wrap},
                                                            {"clamp", AddressMode::clamp},
                                                            {"mirror", AddressMode::mirror},
                                                            {"border", AddressMode::border}}};
constexpr std::array<Choice<FilterMode>, 2> filters{{{"point", FilterMode::point}, {"linear", FilterMode::linear}}};
constexpr std::array<Choice<ReadMode>, 2> reads{
    {{"element", ReadMode::element}, {"normalized", ReadMode::normalized_float}}};
constexpr std::array<Choice<DataType>, 8> formats{{{"uint8", DataType::uint8},
                                                   {"uint16", DataType::uint16},
                                                   {"uint32", DataType::uint32},
                                                   {"int8", DataType::int8},
                                                   {"int16", DataType::int16},
                                                   {"int32", DataType::int32},
                                                   {"float16", DataType::float16},
                                                   {"float32", DataType::float32}}};

/// The value of that name. @throws UsageError with the names there are.
template <class Value, std::size_t count>
Value choice(const char* option, std::string_view text, const std::array<Choice<Value>, count>& choices) {
  const auto* const found = std::ranges::find(choices, text, &Choice<Value>::name);
  if (found == choices.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(choices, std::back_inserter(names), &Choice<Value>::name);
    throw UsageError(fmt::format("{} cannot be '{}': use {}", option, text, fmt::join(names, ", ")));
  }
  return found->value;
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == ',') {
      parts.emplace_back();
    } else {
      parts.back() += character;
    }
  }
  return parts;
}

gpu::AddressModes address_modes_from(const std::string& text) {
  std::vector<AddressMode> modes;
  for (const std::string& part : parts_of(text)) {
    modes.push_back(choice("--address", part, address_modes));
  }
  switch (modes.size()) {
    case 1:
      return {modes[0]};
    case 2:
      return {modes[0], modes[1]};
    case 3:
      return {modes[0], modes[1], modes[2]};
    default:
      throw UsageError(
          fmt::format("--address cannot be '{}': give one mode for all axes, or one for each of 1 to 3", text));
  }
}

gpu::TextureDescriptor descriptor_from(const TextureOptions& options) {
  gpu::TextureDescriptor texture;
  texture.address_mode = address_modes_from(options.address);
  texture.filter_mode = choice("--filter", options.filter, filters);
  texture.read_mode = choice("--read", options.read, reads);
  texture.normalized_coords = options.has_normalized_coords;
  texture.srgb = options.is_srgb;
  texture.seamless_cubemap = options.is_seamless;
  texture.disable_trilinear_optimization = options.has_no_trilinear_optimization;
  texture.mipmap_filter_mode = choice("--mip-filter", options.mip_filter, filters);
  if (!options.border.empty()) {
    std::ranges::copy(numbers_option("--border", options.border, 1, 4), texture.border_color.begin());
  }
  if (!options.anisotropy.empty()) {
    texture.max_anisotropy = static_cast<unsigned>(number_option("--anisotropy", options.anisotropy, 0, 16));
  }
  if (!options.mip_bias.empty()) {
    texture.mipmap_level_bias = numbers_option("--mip-bias", options.mip_bias, 1, 1)[0];
  }
  return texture;
}

std::size_t mip_levels_from(const TextureOptions& options, const gpu::Extent& extent) {
  const std::size_t most = gpu::full_level_count(extent);
  return options.mip_levels == "all" ? most : number_option("--mip-levels", options.mip_levels, 1, most);
}

void read_levels(const TextureOptions& options, TextureSource source, TextureSetup& setup) {
  setup.array = source.array;
  setup.resource = choice("--resource", options.resource, resources);
  if (options.mip_levels.empty()) {
    if (!options.mip_clamp.empty() || !options.mip_bias.empty()) {
      throw UsageError("--mip-clamp and --mip-bias choose among levels: give --mip-levels too");
    }
    setup.levels.push_back(std::move(source.texels));
    return;
  }
  if (setup.resource != ResourceKind::array) {
    throw UsageError(fmt::format("--mip-levels need an array, not --resource {}", options.resource));
  }
  setup.resource = ResourceKind::mipmapped_array;
  const std::size_t num_levels = mip_levels_from(options, source.array.shape);
  setup.levels = make_mip_levels(source.array, source.texels, num_levels);
  setup.texture.max_mipmap_level_clamp = static_cast<float>(num_levels - 1);
  if (!options.mip_clamp.empty()) {
    const std::vector<float> clamp = numbers_option("--mip-clamp", options.mip_clamp, 2, 2);
    setup.texture.min_mipmap_level_clamp = clamp[0];
    setup.texture.max_mipmap_level_clamp = clamp[1];
  }
}

}  // namespace

const char* const texture_options_help =
    "SOURCE is an image (png, jpg, bmp, tga, hdr, pgm, ppm), read as (h, w, channels), or an .npy file of shape (w),\n"
    "(h, w), (d, h, w), each with channels (1, 2 or 4) behind or without. Without --dims three axes are (h, w,\n"
    "channels) when the last is 1, 2 or 4, else (d, h, w); four are (d, h, w, channels). --kind layered puts the "
    "layers\n"
    "in front; cube takes (6, n, n), layered_cube (6*layers, n, n) or (layers, 6, n, n); an image gives 1D layers of\n"
    "its rows, or a cube of a column of faces.\n"
    "The numbers' type is the texels' format. With another --format an .npy file's numbers keep their values (floats\n"
    "round, integers must fit; to see bits as another type, use NumPy's view), and an image's its brightness.\n"
    "--mip-levels makes a mipmapped array: each level is a 2x2 (3D: 2x2x2) box filter of the one before. Levels are\n"
    "clamped to those there are, unless --mip-clamp says otherwise.";

void add_texture_options(CLI::App& command, TextureOptions& options) {
  command.add_option("SOURCE", options.source, "the texels: an image or an .npy file")->type_name("")->required();
  command.add_option("--dims", options.dims, "rank of the texture, or of a layer; without it, from SOURCE's shape")
      ->type_name("1|2|3");
  command.add_option("--kind", options.kind, "plain, layered, cube or layered_cube; without it, plain")->type_name("K");
  command.add_option("--resource", options.resource, "array, or memory that is linear or pitch2d; without it, array")
      ->type_name("R");
  command.add_option("--format", options.format, "type of a channel, such as uint8 or float16; without it, SOURCE's")
      ->type_name("F");
  command
      .add_option("--address", options.address, "wrap, clamp, mirror or border, for all axes or one for each; clamp")
      ->type_name("M[,M[,M]]");
  command.add_option("--filter", options.filter, "point or linear; without it, point")->type_name("F");
  command.add_option("--read", options.read, "element or normalized (integers as floats); without it, element")
      ->type_name("R");
  command.add_flag("--normalized-coords", options.has_normalized_coords, "coordinates of 0 to 1 over the texture");
  command.add_flag("--srgb", options.is_srgb, "decode sRGB: uint8, 4 channels, --read normalized");
  command.add_option("--border", options.border, "the colour outside with --address border; without it, 0,0,0,0")
      ->type_name("R[,G[,B[,A]]]");
  command.add_option("--mip-filter", options.mip_filter, "point or linear between levels; without it, point")
      ->type_name("F");
  command.add_option("--mip-levels", options.mip_levels, "make so many levels, or all; without it, no mipmap")
      ->type_name("N");
  command.add_option("--mip-bias", options.mip_bias, "added to the level")->type_name("B");
  command.add_option("--mip-clamp", options.mip_clamp, "the lowest and highest level; without it, 0 and the last")
      ->type_name("MIN,MAX");
  command.add_option("--anisotropy", options.anisotropy, "largest ratio, 0 to 16; for gradients")->type_name("N");
  command.add_flag("--seamless", options.is_seamless, "filter across the edges of a cube map's faces");
  command.add_flag("--no-trilinear-optimization", options.has_no_trilinear_optimization,
                   "forbid the hardware to round between levels");
}

TextureSetup texture_setup_from(const TextureOptions& options) {
  TextureSetup setup;
  setup.texture = descriptor_from(options);
  TextureSourceOptions source;
  source.kind = choice("--kind", options.kind, kinds);
  if (!options.dims.empty()) {
    source.dims = static_cast<int>(number_option("--dims", options.dims, 1, 3));
  }
  if (!options.format.empty()) {
    source.format = choice("--format", options.format, formats);
  }
  read_levels(options, load_texture_source(options.source, source), setup);
  if (const std::string text = refusal(setup); !text.empty()) {
    throw UsageError(fmt::format("{}: {}", to_string(setup), text));
  }
  return setup;
}

std::vector<float> numbers_option(const std::string& option, const std::string& text, std::size_t least,
                                  std::size_t most) {
  std::vector<float> numbers;
  for (const std::string& part : parts_of(text)) {
    char* end = nullptr;
    numbers.push_back(std::strtof(part.c_str(), &end));
    if (part.empty() || end != part.c_str() + part.size()) {
      throw UsageError(fmt::format("{} cannot be '{}': '{}' is no number", option, text, part));
    }
  }
  if (numbers.size() < least || numbers.size() > most) {
    throw UsageError(
        least == most ? fmt::format("{} cannot be '{}': give {} number{}", option, text, least, least == 1 ? "" : "s")
                      : fmt::format("{} cannot be '{}': give {} to {} numbers", option, text, least, most));
  }
  return numbers;
}

std::optional<int> gather_from(const std::string& gather, bool has_gradients, TextureSetup& setup) {
  if (gather.empty()) {
    return std::nullopt;
  }
  if (has_gradients) {
    throw UsageError("--gather and --gradients exclude each other; give one");
  }
  const auto component = static_cast<int>(number_option("--gather", gather, 0, 3));
  if (setup.shape() != kernels::TextureShape::texture_2d || setup.resource != ResourceKind::array) {
    throw UsageError(fmt::format("--gather reads plain 2D arrays, not {}", to_string(setup)));
  }
  setup.array.is_texture_gather = true;
  return component;
}

}  // namespace texelscope::app
