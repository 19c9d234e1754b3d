#include "app/texture/texture_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

#include "app/text/current_name.h"
#include "app/text/parameter.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::ArrayKind;
using gpu::DataType;
using gpu::FilterMode;
using gpu::ReadMode;
using gpu::ResourceKind;

/// The current name of a choice; the string may also be its name in an earlier version. @throws ParameterError with the
/// available names.
std::string_view known_name(const std::string& option, std::string_view text, std::span<const std::string_view> names) {
  for (const std::string_view name : {text, current_name(text)}) {
    if (std::ranges::find(names, name) != names.end()) {
      return name;
    }
  }
  throw ParameterError(fmt::format("{} cannot be '{}': use {}", option, text, fmt::join(names, ", ")));
}

/// The enumerator with that name.
template <class Value>
Value choice(const std::string& option, std::string_view text, std::span<const std::string_view> names) {
  return static_cast<Value>(std::ranges::find(names, known_name(option, text, names)) - names.begin());
}

ResourceKind resource_from(const std::string& option, const std::string& text) {
  return choice<ResourceKind>(option, known_name(option, text, resource_option_names()), resource_kind_names());
}

gpu::AddressModes address_modes_from(const std::string& option, const std::string& text) {
  std::vector<AddressMode> modes;
  for (const std::string& part : parts_of(text)) {
    modes.push_back(choice<AddressMode>(option, part, address_mode_names()));
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
          fmt::format("{} cannot be '{}': use one mode for all axes, or one for each of 1 to 3 axes", option, text));
  }
}

gpu::TextureDescriptor descriptor_from(const TextureOptions& options) {
  gpu::TextureDescriptor texture;
  texture.address_mode = address_modes_from(options.name("address"), options.address);
  texture.filter_mode = choice<FilterMode>(options.name("filter"), options.filter, filter_mode_names());
  texture.read_mode = choice<ReadMode>(options.name("read"), options.read, read_mode_names());
  texture.normalized_coords = options.has_normalized_coords;
  texture.srgb = options.is_srgb;
  texture.seamless_cubemap = options.is_seamless;
  texture.disable_trilinear_optimization = options.has_no_trilinear_optimization;
  texture.mipmap_filter_mode = choice<FilterMode>(options.name("mip_filter"), options.mip_filter, filter_mode_names());
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
  setup.place = {static_cast<float>(source.place[0]), static_cast<float>(source.place[1])};
  setup.resource = resource_from(options.name("resource"), options.resource);
  if (options.mip_levels.empty()) {
    if (!options.mip_clamp.empty() || !options.mip_bias.empty()) {
      throw ParameterError(fmt::format("{} and {} need mip levels: specify {} too", options.name("mip_clamp"),
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
  setup.levels = texture_levels(std::move(source), num_levels);
  setup.texture.max_mipmap_level_clamp = static_cast<float>(num_levels - 1);
  if (!options.mip_clamp.empty()) {
    const std::vector<float> clamp = numbers_option(options.name("mip_clamp"), options.mip_clamp, 2, 2);
    setup.texture.min_mipmap_level_clamp = clamp[0];
    setup.texture.max_mipmap_level_clamp = clamp[1];
  }
}

}  // namespace

std::span<const TextureOptionName> texture_option_names() {
  static constexpr std::array<TextureOptionName, 22> names{
      {{"dims", &TextureOptions::dims},
       {"part", &TextureOptions::part},
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
       {"ignore_orientation", &TextureOptions::ignores_orientation},
       {"straight", &TextureOptions::is_straight},
       {"gradients", &TextureOptions::has_gradients}}};
  return names;
}

std::string TextureOptions::name(std::string_view option) const { return spelled(option, spelling); }

TextureSetup texture_setup_from(const TextureOptions& options, const TextureLoader& load) {
  TextureSetup setup;
  setup.texture = descriptor_from(options);
  TextureSourceOptions source;
  source.reading = {options.ignores_orientation ? Orientation::ignored : Orientation::applied, options.part};
  source.divides_by_alpha = options.is_straight;
  source.kind = choice<ArrayKind>(options.name("kind"), options.kind, array_kind_names());
  if (!options.dims.empty()) {
    source.dims = static_cast<int>(number_option(options.name("dims"), options.dims, 1, 3));
  }
  if (!options.format.empty()) {
    source.format = choice<DataType>(options.name("format"), options.format, format_names());
  }
  // Elements are values as stored; blocks have none.
  source.keeps_blocks = setup.texture.read_mode == gpu::ReadMode::normalized_float;
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
    throw ParameterError(fmt::format("{} and {} are mutually exclusive; specify one", options.name("gather"),
                                     options.name("gradients")));
  }
  const auto component = static_cast<int>(number_option(options.name("gather"), options.gather, 0, 3));
  if (setup.shape() != kernels::TextureShape::texture_2d || setup.resource != ResourceKind::array) {
    throw ParameterError(fmt::format("{} reads plain 2D arrays, not {}", options.name("gather"), to_string(setup)));
  }
  setup.array.is_texture_gather = true;
  return component;
}

}  // namespace texelscope::app
