#include "gpu/cuda/array_descriptor.h"

#include <algorithm>
#include <array>

namespace texelscope::gpu::cuda {

namespace {

/// In the order of DataType.
constexpr std::array array_formats{CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32,
                                   CU_AD_FORMAT_SIGNED_INT8,   CU_AD_FORMAT_SIGNED_INT16,   CU_AD_FORMAT_SIGNED_INT32,
                                   CU_AD_FORMAT_HALF,          CU_AD_FORMAT_FLOAT};
static_assert(array_formats[static_cast<std::size_t>(DataType::int8)] == CU_AD_FORMAT_SIGNED_INT8);
static_assert(array_formats[static_cast<std::size_t>(DataType::float32)] == CU_AD_FORMAT_FLOAT);

}  // namespace

CUarray_format to_array_format(DataType type) noexcept { return array_formats[static_cast<std::size_t>(type)]; }

CUDA_ARRAY3D_DESCRIPTOR to_native(const ArrayDescriptor& descriptor) noexcept {
  const Extent& shape = descriptor.shape;
  CUDA_ARRAY3D_DESCRIPTOR native{};
  native.Width = shape.width();
  // 0 is how the driver tells ranks apart; slices are a depth, whatever the rank.
  native.Height = shape.rank() >= 2 ? shape.height() : 0;
  native.Depth = shape.rank() >= 3 ? shape.depth() : 0;
  if (descriptor.kind != ArrayKind::plain) {
    native.Depth = descriptor.num_slices();
  }
  native.Format = to_array_format(descriptor.format);
  native.NumChannels = static_cast<unsigned>(descriptor.num_channels);
  native.Flags = (descriptor.is_layered() ? CUDA_ARRAY3D_LAYERED : 0) |
                 (descriptor.is_cube_map() ? CUDA_ARRAY3D_CUBEMAP : 0) |
                 (descriptor.is_surface_load_store ? CUDA_ARRAY3D_SURFACE_LDST : 0) |
                 (descriptor.is_texture_gather ? CUDA_ARRAY3D_TEXTURE_GATHER : 0);
  return native;
}

std::optional<ArrayDescriptor> from_native(const CUDA_ARRAY3D_DESCRIPTOR& native) noexcept {
  const auto found = std::ranges::find(array_formats, native.Format);
  if (found == array_formats.end()) {
    return std::nullopt;
  }
  const bool is_layered = (native.Flags & CUDA_ARRAY3D_LAYERED) != 0;
  const bool is_cube_map = (native.Flags & CUDA_ARRAY3D_CUBEMAP) != 0;
  const bool has_depth = native.Depth != 0 && !is_layered && !is_cube_map;
  ArrayDescriptor descriptor{.shape = native.Height == 0 ? Extent(native.Width)
                                      : has_depth        ? Extent(native.Width, native.Height, native.Depth)
                                                         : Extent(native.Width, native.Height),
                             .format = static_cast<DataType>(found - array_formats.begin()),
                             .num_channels = static_cast<int>(native.NumChannels),
                             .is_surface_load_store = (native.Flags & CUDA_ARRAY3D_SURFACE_LDST) != 0,
                             .is_texture_gather = (native.Flags & CUDA_ARRAY3D_TEXTURE_GATHER) != 0};
  descriptor.kind = is_cube_map ? (is_layered ? ArrayKind::layered_cube_map : ArrayKind::cube_map)
                                : (is_layered ? ArrayKind::layered : ArrayKind::plain);
  if (is_layered) {
    descriptor.num_layers = std::max<std::uint64_t>(1, is_cube_map ? native.Depth / 6 : native.Depth);
  }
  return descriptor;
}

}  // namespace texelscope::gpu::cuda
