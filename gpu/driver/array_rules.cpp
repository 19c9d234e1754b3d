#include "gpu/driver/array_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <limits>
#include <span>

#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu {
namespace {

constexpr std::array<const char*, 3> axis_names{"width", "height", "depth"};

const char* axis_name(const ArrayDescriptor& array, int axis) {
  return axis < 2 || array.kind == ArrayKind::plain ? axis_names[static_cast<std::size_t>(axis)]
         : array.kind == ArrayKind::layered         ? "layer count"
                                                    : "face count";
}

/// Largest extents along the axes of a shape, then the largest number of slices for kinds with slices.
struct Limits {
  std::span<const std::uint64_t> sizes;
  const char* of;
};

/// The limits of arrays of this kind and rank, and those of their surfaces.
struct ArrayLimits {
  Limits texture;
  Limits surface;
};

ArrayLimits limits_of(const DeviceProperties& device, const ArrayDescriptor& array) {
  const int rank = array.shape.rank();
  switch (array.kind) {
    case ArrayKind::plain:
      return rank == 1   ? ArrayLimits{{device.max_texture_1d, "1D arrays"}, {device.max_surface_1d, "1D surfaces"}}
             : rank == 2 ? ArrayLimits{{device.max_texture_2d, "2D arrays"}, {device.max_surface_2d, "2D surfaces"}}
                         : ArrayLimits{{device.max_texture_3d, "3D arrays"}, {device.max_surface_3d, "3D surfaces"}};
    case ArrayKind::layered:
      return rank == 1 ? ArrayLimits{{device.max_texture_1d_layered, "layered 1D arrays"},
                                     {device.max_surface_1d_layered, "layered 1D surfaces"}}
                       : ArrayLimits{{device.max_texture_2d_layered, "layered 2D arrays"},
                                     {device.max_surface_2d_layered, "layered 2D surfaces"}};
    case ArrayKind::cube_map:
      return {{device.max_texture_cube_map, "cube maps"}, {device.max_surface_cube_map, "surfaces of cube maps"}};
    case ArrayKind::layered_cube_map:
      return {{device.max_texture_cube_map_layered, "layered cube maps"},
              {device.max_surface_cube_map_layered, "surfaces of layered cube maps"}};
  }
  return {};
}

/// Mipmapped arrays have separate limits only for plain 1D and 2D.
Limits mipmap_limits(const DeviceProperties& device, const ArrayDescriptor& array) {
  if (array.kind != ArrayKind::plain || array.shape.rank() == 3) {
    return limits_of(device, array).texture;
  }
  return array.shape.rank() == 1 ? Limits{device.max_texture_1d_mipmapped, "mipmapped 1D arrays"}
                                 : Limits{device.max_texture_2d_mipmapped, "mipmapped 2D arrays"};
}

/// Returns the largest 64-bit number if the count does not fit.
std::uint64_t slice_count(const ArrayDescriptor& array) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return array.num_layers > most / 6 ? most : array.num_slices();
}

std::string limit_refusal(const ArrayDescriptor& array, const Limits& limits) {
  // The two extents of a cube map share one limit; the limit on the number of faces comes after it.
  const auto axes = array.is_cube_map() ? 1U : static_cast<unsigned>(array.shape.rank());
  for (unsigned axis = 0; axis < limits.sizes.size(); ++axis) {
    const bool is_slices = axis >= axes;
    const std::uint64_t size = is_slices ? slice_count(array) : array.shape[static_cast<int>(axis)];
    if (size > limits.sizes[axis]) {
      return fmt::format("{} {} exceeds this device's limit for {} ({}): use a smaller extent",
                         axis_name(array, is_slices ? 2 : static_cast<int>(axis)), size, limits.of,
                         fmt::join(limits.sizes, "x"));
    }
  }
  return "";
}

std::string kind_refusal(const ArrayDescriptor& array) {
  const int rank = array.shape.rank();
  if (array.kind > ArrayKind::layered_cube_map) {
    return fmt::format("unknown kind {}: use plain, layered, cube_map or layered_cube_map",
                       static_cast<int>(array.kind));
  }
  if (array.kind == ArrayKind::layered && rank > 2) {
    return "its layers have rank 3: use 1D or 2D layers";
  }
  if (array.is_cube_map() && (rank != 2 || array.shape.width() != array.shape.height())) {
    return fmt::format("its faces are {}: cube maps require square 2D faces", to_string(array.shape));
  }
  if (array.num_layers == 0 || (!array.is_layered() && array.num_layers != 1)) {
    return fmt::format("unsupported layer count {}: layered kinds require at least 1, the others exactly 1",
                       array.num_layers);
  }
  if (array.is_texture_gather && (array.kind != ArrayKind::plain || rank != 2)) {
    return "texture gather requires a plain 2D array: turn off is_texture_gather, or use a plain 2D array";
  }
  return "";
}

std::string refusal_within(const DeviceProperties& device, const ArrayDescriptor& descriptor, const Limits& limits) {
  if (std::string refusal = limit_refusal(descriptor, limits); !refusal.empty()) {
    return refusal;
  }
  if (descriptor.is_surface_load_store) {
    if (std::string refusal = limit_refusal(descriptor, limits_of(device, descriptor).surface); !refusal.empty()) {
      return refusal;
    }
  }
  if (descriptor.is_texture_gather) {
    return limit_refusal(descriptor, {device.max_texture_2d_gather, "arrays with texture gather"});
  }
  return "";
}

/// Rules for encoded texels.
std::string encoded_refusal(const ArrayDescriptor& array) {
  const std::string_view name = to_string(array.encoding);
  if (array.format != channel_type(array.encoding) || array.num_channels != channel_count(array.encoding)) {
    return fmt::format("{} texels are {}x{} in CUDA's terms: use encoded_array(), which sets both", name,
                       to_string(channel_type(array.encoding)), channel_count(array.encoding));
  }
  if (array.encoding == TexelEncoding::nv12) {
    const bool is_plain = array.kind == ArrayKind::plain && array.shape.rank() == 2;
    return is_plain && array.shape.width() % 2 == 0 && array.shape.height() % 2 == 0 && !array.is_texture_gather
               ? ""
               : "nv12 has one chroma texel per 2 x 2 texels: use a plain 2D array with even extents and without "
                 "gather";
  }
  if (array.shape.rank() != 2) {
    return fmt::format("{} blocks are 4 x 4 texels: use a 2D array, layered 2D array or cube map", name);
  }
  return array.is_surface_load_store ? "surfaces do not support block-compressed formats: turn off "
                                       "is_surface_load_store, or write the blocks as texels of a uint32 array of 2 "
                                       "(BC1, BC4) or 4 channels, and read it through a ResourceView"
                                     : "";
}

std::string encoding_refusal(const ArrayDescriptor& array) {
  if (array.encoding > TexelEncoding::nv12) {
    return fmt::format("encoding {} is not a TexelEncoding", static_cast<int>(array.encoding));
  }
  if (array.encoding > TexelEncoding::normalized) {
    return encoded_refusal(array);
  }
  if (std::string refusal = texel_refusal(array.format, array.num_channels); !refusal.empty()) {
    return refusal;
  }
  const bool can_be_normalized = !is_floating_point(array.format) && size_bytes(array.format) <= 2;
  return array.encoding == TexelEncoding::normalized && !can_be_normalized
             ? fmt::format("{} has no normalized encoding: use uint8, uint16, int8 or int16", to_string(array.format))
             : "";
}

std::string shape_refusal(const ArrayDescriptor& descriptor) {
  if (std::string refusal = encoding_refusal(descriptor); !refusal.empty()) {
    return refusal;
  }
  for (int axis = 0; axis < descriptor.shape.rank(); ++axis) {
    if (descriptor.shape[axis] == 0) {
      return fmt::format("{} is 0: each extent must be at least 1", axis_names[static_cast<std::size_t>(axis)]);
    }
  }
  return kind_refusal(descriptor);
}

}  // namespace

std::string texel_refusal(DataType format, int num_channels) {
  if (size_bytes(format) == 0) {
    return fmt::format(
        "format {} is not a DataType: use uint8, uint16, uint32, int8, int16, int32, float16 or "
        "float32",
        static_cast<int>(format));
  }
  if (num_channels != 1 && num_channels != 2 && num_channels != 4) {
    return fmt::format("{} channels: use 1, 2 or 4", num_channels);
  }
  return "";
}

std::string array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor) {
  std::string refusal = shape_refusal(descriptor);
  return refusal.empty() ? refusal_within(device, descriptor, limits_of(device, descriptor).texture) : refusal;
}

std::string mipmapped_array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor,
                                    unsigned num_levels) {
  if (std::string refusal = shape_refusal(descriptor); !refusal.empty()) {
    return refusal;
  }
  if (descriptor.encoding == TexelEncoding::nv12) {
    return "nv12 does not support mip levels: create a mipmapped array for each plane";
  }
  const unsigned most = full_level_count(descriptor.shape);
  if (num_levels == 0 || num_levels > most) {
    return fmt::format("unsupported level count {}: these extents allow 1 to {}, the last with a single texel",
                       num_levels, most);
  }
  return refusal_within(device, descriptor, mipmap_limits(device, descriptor));
}

ArrayDescriptor plane_descriptor(const ArrayDescriptor& array, unsigned plane) noexcept {
  const Extent shape = plane == 0 ? array.shape : Extent(array.shape.width() / 2, array.shape.height() / 2);
  return {shape, DataType::uint8, plane == 0 ? 1 : 2, array.is_surface_load_store};
}

std::string region_refusal(const ArrayDescriptor& array, const ArrayRegion& region) {
  if (array.encoding == TexelEncoding::nv12) {
    return "nv12 must be copied plane by plane: use plane(0) and plane(1)";
  }
  const Extent whole = array.copy_extent();
  for (int axis = 0; axis < 3; ++axis) {
    const std::uint64_t origin = region.origin[static_cast<std::size_t>(axis)];
    const std::uint64_t size = region.extent[axis];
    const char* const name = axis_name(array, axis);
    if (size == 0) {
      return fmt::format("the region's {} is 0: each extent must be at least 1", name);
    }
    if (size > whole[axis] || origin > whole[axis] - size) {
      return fmt::format("the region extends past the array's {} of {}: it begins at {} and covers {}; keep it inside",
                         name, whole[axis], origin, size);
    }
  }
  return "";
}

}  // namespace texelscope::gpu
