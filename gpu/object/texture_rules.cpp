#include <fmt/format.h>

#include "texelscope/gpu/texture_object.h"

// Rules of cuTexObjectCreate (CUDA driver API, "Texture Object Management"), and what an H200 does beyond them.
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
      return fmt::format("address mode {} of axis {} is none: use wrap, clamp, mirror or border",
                         static_cast<int>(texture.address_mode[axis]), axis);
    }
  }
  if (is_beyond(texture.filter_mode, FilterMode::linear) || is_beyond(texture.mipmap_filter_mode, FilterMode::linear)) {
    return "a filter mode is neither point nor linear: use one of them";
  }
  if (is_beyond(texture.read_mode, ReadMode::normalized_float)) {
    return fmt::format("read mode {} is none: use element or normalized", static_cast<int>(texture.read_mode));
  }
  return "";
}

}  // namespace

std::string texture_refusal(const ArrayDescriptor& array, const TextureDescriptor& texture) {
  if (std::string refusal = enumerator_refusal(texture); !refusal.empty()) {
    return refusal;
  }
  const bool is_integer = !is_floating_point(array.format);
  const bool is_normalized_read = is_integer && texture.read_mode == ReadMode::normalized_float;
  if (is_normalized_read && size_bytes(array.format) == 4) {
    return fmt::format("{} is never read as normalized floats: read elements, or use 8 or 16 bit integers or floats",
                       to_string(array.format));
  }
  if (is_integer && !is_normalized_read && texture.filter_mode == FilterMode::linear) {
    return fmt::format(
        "linear filtering needs results that are floats, and {} elements are integers: {}use point filtering",
        to_string(array.format), size_bytes(array.format) < 4 ? "read normalized floats or " : "");
  }
  if (texture.srgb && (array.format != DataType::uint8 || array.num_channels != 4 || !is_normalized_read)) {
    return fmt::format(
        "sRGB is for uint8 of 4 channels read as normalized floats, not {} of {} read as {}: turn srgb off, or "
        "use such an array and read mode",
        to_string(array.format), array.num_channels, to_string(texture.read_mode));
  }
  if (texture.max_anisotropy > max_anisotropy) {
    return fmt::format("max_anisotropy {} is beyond {}: use 0 to {}", texture.max_anisotropy, max_anisotropy,
                       max_anisotropy);
  }
  return "";
}

std::string texture_warning(const ArrayDescriptor& array, const TextureDescriptor& texture) {
  for (int axis = 0; axis < array.shape.rank() && !texture.normalized_coords; ++axis) {
    const AddressMode mode = texture.address_mode[axis];
    if (mode == AddressMode::wrap || mode == AddressMode::mirror) {
      return fmt::format(
          "address mode {} on axis {} needs normalized coordinates: the hardware clamps instead, silently; set "
          "normalized_coords, or ask for clamp",
          to_string(mode), axis);
    }
  }
  if (array.shape.rank() == 1 && texture.filter_mode == FilterMode::linear &&
      texture.address_mode[1] == AddressMode::border) {
    return "address mode border on axis 1 of a 1D array takes half of the weight of linear filtering: the hardware "
           "blends "
           "with a row that is not there; list the modes as {border, clamp}";
  }
  return "";
}

}  // namespace texelscope::gpu
