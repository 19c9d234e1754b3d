#include <fmt/format.h>

#include <cmath>

#include "texelscope/gpu/texture_object.h"

// Rules of cuTexObjectCreate (CUDA driver API, "Texture Object Management"), and the behavior of an H200 beyond them.
namespace texelscope::gpu {
namespace {

constexpr unsigned max_anisotropy = 16;

template <class Enum>
bool is_beyond(Enum value, Enum last) {
  return static_cast<unsigned>(value) > static_cast<unsigned>(last);
}

std::string enumerator_refusal(const TextureDescriptor& texture) {
  for (int axis = 0; axis < 3; ++axis) {
    if (is_beyond(texture.address_mode[axis], AddressMode::border)) {
      return fmt::format("invalid address mode {} of axis {}: use wrap, clamp, mirror or border",
                         static_cast<int>(texture.address_mode[axis]), axis);
    }
  }
  if (is_beyond(texture.filter_mode, FilterMode::linear) || is_beyond(texture.mipmap_filter_mode, FilterMode::linear)) {
    return "invalid filter mode: use point or linear";
  }
  if (is_beyond(texture.read_mode, ReadMode::normalized_float)) {
    return fmt::format("invalid read mode {}: use element or normalized", static_cast<int>(texture.read_mode));
  }
  return "";
}

/// Rules about numbers, independent of the resource.
std::string number_refusal(const TextureDescriptor& texture) {
  if (texture.max_anisotropy > max_anisotropy) {
    return fmt::format("max_anisotropy {} exceeds {}: use 0 to {}", texture.max_anisotropy, max_anisotropy,
                       max_anisotropy);
  }
  if (!std::isfinite(texture.mipmap_level_bias)) {
    return fmt::format("mipmap_level_bias {} is not finite: use a finite number of levels", texture.mipmap_level_bias);
  }
  const float least = texture.min_mipmap_level_clamp;
  const float most = texture.max_mipmap_level_clamp;
  if (!std::isfinite(least) || !std::isfinite(most) || least > most) {
    return fmt::format("invalid mipmap level clamp {} – {}: use finite numbers, the first no greater than the second",
                       least, most);
  }
  return "";
}

std::string coordinate_refusal(const ResourceFacts& resource, const TextureDescriptor& texture) {
  if (texture.normalized_coords || resource.kind == ResourceKind::linear) {
    return "";
  }
  if (resource.kind == ResourceKind::mipmapped_array) {
    return "mipmaps need normalized coordinates: set normalized_coords";
  }
  if (resource.texels.is_cube_map()) {
    return "cube map fetches take a direction, which counts as normalized coordinates: set normalized_coords";
  }
  return "";
}

/// Whether filtering is effectively linear, within or between levels.
bool is_filtered(const ResourceFacts& resource, const TextureDescriptor& texture) {
  return (texture.filter_mode == FilterMode::linear && resource.kind != ResourceKind::linear) ||
         (texture.mipmap_filter_mode == FilterMode::linear && resource.kind == ResourceKind::mipmapped_array);
}

std::string linear_memory_warning(const TextureDescriptor& texture) {
  std::string ignored;
  const auto add = [&ignored](bool is_asked_for, const char* name) {
    if (is_asked_for) {
      ignored += ignored.empty() ? name : std::string{", "} + name;
    }
  };
  add(texture.address_mode != AddressModes{}, "address_mode");
  add(texture.filter_mode != FilterMode::point, "filter_mode");
  add(texture.normalized_coords, "normalized_coords");
  add(texture.max_anisotropy > 1, "max_anisotropy");
  add(texture.seamless_cubemap, "seamless_cubemap");
  return ignored.empty() ? ""
                         : fmt::format(
                               "element fetches from linear memory ignore {}: leave it at its default, or use an array "
                               "or pitched memory",
                               ignored);
}

std::string seamless_warning(const ResourceFacts& resource, const TextureDescriptor& texture) {
  if (!texture.seamless_cubemap) {
    return "";
  }
  if (!resource.texels.is_cube_map()) {
    return "seamless_cubemap only affects cube maps: turn it off";
  }
  return texture.address_mode == AddressModes{}
             ? ""
             : "a seamless cube map ignores address_mode: leave it at clamp, or turn off seamless_cubemap";
}

std::string address_warning(const ResourceFacts& resource, const TextureDescriptor& texture) {
  const ArrayDescriptor& array = resource.texels;
  for (int axis = 0; axis < array.shape.rank() && !texture.normalized_coords; ++axis) {
    const AddressMode mode = texture.address_mode[axis];
    if (mode == AddressMode::wrap || mode == AddressMode::mirror) {
      return fmt::format(
          "address mode {} on axis {} needs normalized coordinates: the hardware silently clamps instead; set "
          "normalized_coords, or use clamp",
          to_string(mode), axis);
    }
  }
  if (array.shape.rank() == 1 && array.kind == ArrayKind::plain && texture.filter_mode == FilterMode::linear &&
      texture.address_mode[1] == AddressMode::border) {
    return "address mode border on axis 1 of a 1D array halves linearly filtered values: the hardware blends with a "
           "row that does not exist; specify the modes as {border, clamp}";
  }
  return "";
}

}  // namespace

std::string texture_refusal(const ResourceFacts& resource, const TextureDescriptor& texture) {
  if (std::string refusal = enumerator_refusal(texture); !refusal.empty()) {
    return refusal;
  }
  const ArrayDescriptor& array = resource.texels;
  if (array.encoding == TexelEncoding::nv12) {
    return "nv12 must be read plane by plane: use plane(0) and plane(1)";
  }
  const bool is_integer = !is_floating_point(array.format);
  const bool is_normalized_read =
      is_integer && (array.encoding != TexelEncoding::element || texture.read_mode == ReadMode::normalized_float);
  if (is_normalized_read && size_bytes(array.format) == 4) {
    return fmt::format("{} cannot be read as normalized floats: read elements, or use 8- or 16-bit integers or floats",
                       to_string(array.format));
  }
  if (is_integer && !is_normalized_read && is_filtered(resource, texture)) {
    return fmt::format("linear filtering needs float results, but {} elements are integers: {}use point filtering",
                       to_string(array.format), size_bytes(array.format) < 4 ? "read normalized floats or " : "");
  }
  if (texture.srgb && (array.format != DataType::uint8 || array.num_channels != 4 || !is_normalized_read)) {
    return fmt::format(
        "srgb needs uint8 with 4 channels read as normalized floats, not {} with {} channels read as {}: turn off "
        "srgb, or "
        "change the array and read mode",
        to_string(array.format), array.num_channels, to_string(texture.read_mode));
  }
  if (std::string refusal = coordinate_refusal(resource, texture); !refusal.empty()) {
    return refusal;
  }
  return number_refusal(texture);
}

std::string texture_warning(const ResourceFacts& resource, const TextureDescriptor& texture) {
  if (resource.kind == ResourceKind::linear) {
    return linear_memory_warning(texture);
  }
  if (std::string warning = seamless_warning(resource, texture); !warning.empty()) {
    return warning;
  }
  if (std::string warning = address_warning(resource, texture); !warning.empty()) {
    return warning;
  }
  if (resource.num_levels > 1 && texture.max_mipmap_level_clamp <= 0) {
    return fmt::format("the level clamp {} – {} allows only the first of {} levels: set max_mipmap_level_clamp",
                       texture.min_mipmap_level_clamp, texture.max_mipmap_level_clamp, resource.num_levels);
  }
  return "";
}

bool can_gather(const ResourceFacts& resource) noexcept {
  const bool is_array = resource.kind == ResourceKind::array || resource.kind == ResourceKind::mipmapped_array;
  return is_array && resource.texels.kind == ArrayKind::plain && resource.texels.shape.rank() == 2 &&
         resource.texels.is_texture_gather;
}

}  // namespace texelscope::gpu
