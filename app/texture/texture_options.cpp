#include "app/texture/texture_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "app/text/parameter.h"
#include "app/texture/mip_levels.h"

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

/// The value of that name. @throws ParameterError with the names there are.
template <class Value, std::size_t count>
Value choice(const std::string& option, std::string_view text, const std::array<Choice<Value>, count>& choices) {
  const auto* const found = std::ranges::find(choices, text, &Choice<Value>::name);
  if (found == choices.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(choices, std::back_inserter(names), &Choice<Value>::name);
    throw ParameterError(fmt::format("{} cannot be '{}': use {}", option, text, fmt::join(names, ", ")));
  }
  return found->value;
}

gpu::AddressModes address_modes_from(const std::string& option, const std::string& text) {
  std::vector<AddressMode> modes;
  for (const std::string& part : parts_of(text)) {
    modes.push_back(choice(option, part, address_modes));
  }
  switch (modes.size()) {
    case 1:
      return {modes[0]};
    case 2:
      return {modes[0], modes[1]};
    case 3:
      return {modes[0], modes[1], modes[2]};
    default:
      throw ParameterError(
          fmt::format("{} cannot be '{}': give one mode for all axes, or one for each of 1 to 3", option, text));
  }
}

gpu::TextureDescriptor descriptor_from(const TextureOptions& options) {
  gpu::TextureDescriptor texture;
  texture.address_mode = address_modes_from(options.name("address"), options.address);
  texture.filter_mode = choice(options.name("filter"), options.filter, filters);
  texture.read_mode = choice(options.name("read"), options.read, reads);
  texture.normalized_coords = options.has_normalized_coords;
  texture.srgb = options.is_srgb;
  texture.seamless_cubemap = options.is_seamless;
  texture.disable_trilinear_optimization = options.has_no_trilinear_optimization;
  texture.mipmap_filter_mode = choice(options.name("mip_filter"), options.mip_filter, filters);
  if (!options.border.empty()) {
    std::ranges::copy(numbers_option(options.name("border"), options.border, 1, 4), texture.border_color.begin());
  }
  if (!options.anisotropy.empty()) {
    texture.max_anisotropy =
        static_cast<unsigned>(number_option(options.name("anisotropy"), options.anisotropy, 0, 16));
  }
  if (!options.mip_bias.empty()) {
    texture.mipmap_level_bias = numbers_option(options.name("mip_bias"), options.mip_bias, 1, 1)[0];
  }
  return texture;
}

std::size_t mip_levels_from(const TextureOptions& options, const gpu::Extent& extent) {
  const std::size_t most = gpu::full_level_count(extent);
  return options.mip_levels == "all" ? most : number_option(options.name("mip_levels"), options.mip_levels, 1, most);
}

void read_levels(const TextureOptions& options, TextureSource source, TextureSetup& setup) {
  setup.array = source.array;
  setup.resource = choice(options.name("resource"), options.resource, resources);
  if (options.mip_levels.empty()) {
    if (!options.mip_clamp.empty() || !options.mip_bias.empty()) {
      throw ParameterError(fmt::format("{} and {} choose among levels: give {} too", options.name("mip_clamp"),
                                       options.name("mip_bias"), options.name("mip_levels")));
    }
    setup.levels.push_back(std::move(source.texels));
    return;
  }
  if (setup.resource != ResourceKind::array) {
    throw ParameterError(fmt::format("{} need an array, not {} {}", options.name("mip_levels"),
                                     options.name("resource"), options.resource));
  }
  setup.resource = ResourceKind::mipmapped_array;
  const std::size_t num_levels = mip_levels_from(options, source.array.shape);
  setup.levels = make_mip_levels(source.array, source.texels, num_levels);
  setup.texture.max_mipmap_level_clamp = static_cast<float>(num_levels - 1);
  if (!options.mip_clamp.empty()) {
    const std::vector<float> clamp = numbers_option(options.name("mip_clamp"), options.mip_clamp, 2, 2);
    setup.texture.min_mipmap_level_clamp = clamp[0];
    setup.texture.max_mipmap_level_clamp = clamp[1];
  }
}

}  // namespace

std::span<const TextureOptionName> texture_option_names() {
  static constexpr std::array<TextureOptionName, 19> names{
      {{"dims", &TextureOptions::dims},
       {"kind", &TextureOptions::kind},
       {"resource", &TextureOptions::resource},
       {"format", &TextureOptions::format},
       {"address", &TextureOptions::address},
       {"filter", &TextureOptions::filter},
       {"read", &TextureOptions::read},
       {"border", &TextureOptions::border},
       {"mip_filter", &TextureOptions::mip_filter},
       {"mip_levels", &TextureOptions::mip_levels},
       {"mip_bias", &TextureOptions::mip_bias},
       {"mip_clamp", &TextureOptions::mip_clamp},
       {"anisotropy", &TextureOptions::anisotropy},
       {"gather", &TextureOptions::gather},
       {"normalized_coords", &TextureOptions::has_normalized_coords},
       {"srgb", &TextureOptions::is_srgb},
       {"seamless", &TextureOptions::is_seamless},
       {"no_trilinear_optimization", &TextureOptions::has_no_trilinear_optimization},
       {"gradients", &TextureOptions::has_gradients}}};
  return names;
}

std::string TextureOptions::name(std::string_view option) const { return spelled(option, spelling); }

TextureSetup texture_setup_from(const TextureOptions& options, const TextureLoader& load) {
  TextureSetup setup;
  setup.texture = descriptor_from(options);
  TextureSourceOptions source;
  source.kind = choice(options.name("kind"), options.kind, kinds);
  if (!options.dims.empty()) {
    source.dims = static_cast<int>(number_option(options.name("dims"), options.dims, 1, 3));
  }
  if (!options.format.empty()) {
    source.format = choice(options.name("format"), options.format, formats);
  }
  read_levels(options, load(source), setup);
  if (const std::string text = refusal(setup); !text.empty()) {
    throw ParameterError(fmt::format("{}: {}", to_string(setup), text));
  }
  return setup;
}

TextureSetup texture_setup_from(const TextureOptions& options) {
  return texture_setup_from(
      options, [&](const TextureSourceOptions& source) { return load_texture_source(options.source, source); });
}

std::optional<int> gather_from(const TextureOptions& options, TextureSetup& setup) {
  if (options.gather.empty()) {
    return std::nullopt;
  }
  if (options.has_gradients) {
    throw ParameterError(
        fmt::format("{} and {} exclude each other; give one", options.name("gather"), options.name("gradients")));
  }
  const auto component = static_cast<int>(number_option(options.name("gather"), options.gather, 0, 3));
  if (setup.shape() != kernels::TextureShape::texture_2d || setup.resource != ResourceKind::array) {
    throw ParameterError(fmt::format("{} reads plain 2D arrays, not {}", options.name("gather"), to_string(setup)));
  }
  setup.array.is_texture_gather = true;
  return component;
}

}  // namespace texelscope::app
