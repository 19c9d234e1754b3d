#include "gpu/cuda/array_descriptor.h"

#include <algorithm>
#include <array>

namespace texelscope::gpu::cuda {

namespace {

/// The driver's formats, in the order of DataType.
constexpr std::array array_formats{CU_AD_FORMAT_UNSIGNED_INT8, CU_AD_FORMAT_UNSIGNED_INT16, CU_AD_FORMAT_UNSIGNED_INT32,
                                   CU_AD_FORMAT_SIGNED_INT8,   CU_AD_FORMAT_SIGNED_INT16,   CU_AD_FORMAT_SIGNED_INT32,
                                   CU_AD_FORMAT_HALF,          CU_AD_FORMAT_FLOAT};
static_assert(array_formats[static_cast<std::size_t>(DataType::int8)] == CU_AD_FORMAT_SIGNED_INT8);
static_assert(array_formats[static_cast<std::size_t>(DataType::float32)] == CU_AD_FORMAT_FLOAT);

/// A format whose name includes its channels; 0 channels for formats of blocks and planes.
struct NamedFormat {
  CUarray_format native;
  TexelEncoding encoding;
  DataType type = DataType::uint8;
  int num_channels = 0;
};

constexpr auto normalized = TexelEncoding::normalized;
constexpr std::array named_formats{
    NamedFormat{CU_AD_FORMAT_UNORM_INT8X1, normalized, DataType::uint8, 1},
    NamedFormat{CU_AD_FORMAT_UNORM_INT8X2, normalized, DataType::uint8, 2},
    NamedFormat{CU_AD_FORMAT_UNORM_INT8X4, normalized, DataType::uint8, 4},
    NamedFormat{CU_AD_FORMAT_UNORM_INT16X1, normalized, DataType::uint16, 1},
    NamedFormat{CU_AD_FORMAT_UNORM_INT16X2, normalized, DataType::uint16, 2},
    NamedFormat{CU_AD_FORMAT_UNORM_INT16X4, normalized, DataType::uint16, 4},
    NamedFormat{CU_AD_FORMAT_SNORM_INT8X1, normalized, DataType::int8, 1},
    NamedFormat{CU_AD_FORMAT_SNORM_INT8X2, normalized, DataType::int8, 2},
    NamedFormat{CU_AD_FORMAT_SNORM_INT8X4, normalized, DataType::int8, 4},
    NamedFormat{CU_AD_FORMAT_SNORM_INT16X1, normalized, DataType::int16, 1},
    NamedFormat{CU_AD_FORMAT_SNORM_INT16X2, normalized, DataType::int16, 2},
    NamedFormat{CU_AD_FORMAT_SNORM_INT16X4, normalized, DataType::int16, 4},
    NamedFormat{CU_AD_FORMAT_BC1_UNORM, TexelEncoding::bc1_unorm},
    NamedFormat{CU_AD_FORMAT_BC1_UNORM_SRGB, TexelEncoding::bc1_unorm_srgb},
    NamedFormat{CU_AD_FORMAT_BC2_UNORM, TexelEncoding::bc2_unorm},
    NamedFormat{CU_AD_FORMAT_BC2_UNORM_SRGB, TexelEncoding::bc2_unorm_srgb},
    NamedFormat{CU_AD_FORMAT_BC3_UNORM, TexelEncoding::bc3_unorm},
    NamedFormat{CU_AD_FORMAT_BC3_UNORM_SRGB, TexelEncoding::bc3_unorm_srgb},
    NamedFormat{CU_AD_FORMAT_BC4_UNORM, TexelEncoding::bc4_unorm},
    NamedFormat{CU_AD_FORMAT_BC4_SNORM, TexelEncoding::bc4_snorm},
    NamedFormat{CU_AD_FORMAT_BC5_UNORM, TexelEncoding::bc5_unorm},
    NamedFormat{CU_AD_FORMAT_BC5_SNORM, TexelEncoding::bc5_snorm},
    NamedFormat{CU_AD_FORMAT_BC6H_UF16, TexelEncoding::bc6h_uf16},
    NamedFormat{CU_AD_FORMAT_BC6H_SF16, TexelEncoding::bc6h_sf16},
    NamedFormat{CU_AD_FORMAT_BC7_UNORM, TexelEncoding::bc7_unorm},
    NamedFormat{CU_AD_FORMAT_BC7_UNORM_SRGB, TexelEncoding::bc7_unorm_srgb},
    NamedFormat{CU_AD_FORMAT_NV12, TexelEncoding::nv12},
};

CUarray_format native_format(const ArrayDescriptor& array) noexcept {
  const auto* const found = std::ranges::find_if(named_formats, [&](const NamedFormat& one) {
    return one.encoding == array.encoding &&
           (one.num_channels == 0 || (one.type == array.format && one.num_channels == array.num_channels));
  });
  return found == named_formats.end() ? to_array_format(array.format) : found->native;
}

/// Sets encoding, format and channels. False for an unsupported format.
bool set_format(ArrayDescriptor& array, CUarray_format format, unsigned num_channels) noexcept {
  const auto* const named = std::ranges::find(named_formats, format, &NamedFormat::native);
  if (named != named_formats.end()) {
    array.encoding = named->encoding;
    array.format = named->num_channels == 0 ? channel_type(named->encoding) : named->type;
    array.num_channels = named->num_channels == 0 ? channel_count(named->encoding) : named->num_channels;
    return true;
  }
  const auto* const found = std::ranges::find(array_formats, format);
  array.format = static_cast<DataType>(found - array_formats.begin());
  array.num_channels = static_cast<int>(num_channels);
  return found != array_formats.end();
}

/// CUDA_ARRAY3D_VIDEO_ENCODE_DECODE, which headers before CUDA 12.8 lack. Drivers create multi-planar arrays only with
/// it (measured, 580.159.04).
constexpr unsigned video_flag = 0x100;

}  // namespace

CUarray_format to_array_format(DataType type) noexcept { return array_formats[static_cast<std::size_t>(type)]; }

CUDA_ARRAY3D_DESCRIPTOR to_native(const ArrayDescriptor& descriptor) noexcept {
  const Extent& shape = descriptor.shape;
  CUDA_ARRAY3D_DESCRIPTOR native{};
  native.Width = shape.width();
  // The driver distinguishes ranks by extents of 0; slices are a depth at any rank.
  native.Height = shape.rank() >= 2 ? shape.height() : 0;
  native.Depth = shape.rank() >= 3 ? shape.depth() : 0;
  if (descriptor.kind != ArrayKind::plain) {
    native.Depth = descriptor.num_slices();
  }
  native.Format = native_format(descriptor);
  native.NumChannels = static_cast<unsigned>(descriptor.num_channels);
  native.Flags = (descriptor.is_layered() ? CUDA_ARRAY3D_LAYERED : 0) |
                 (descriptor.is_cube_map() ? CUDA_ARRAY3D_CUBEMAP : 0) |
                 (descriptor.encoding == TexelEncoding::nv12 ? video_flag : 0) |
                 (descriptor.is_surface_load_store ? CUDA_ARRAY3D_SURFACE_LDST : 0) |
                 (descriptor.is_texture_gather ? CUDA_ARRAY3D_TEXTURE_GATHER : 0);
  return native;
}

std::optional<ArrayDescriptor> from_native(const CUDA_ARRAY3D_DESCRIPTOR& native) noexcept {
  const bool is_layered = (native.Flags & CUDA_ARRAY3D_LAYERED) != 0;
  const bool is_cube_map = (native.Flags & CUDA_ARRAY3D_CUBEMAP) != 0;
  const bool has_depth = native.Depth != 0 && !is_layered && !is_cube_map;
  ArrayDescriptor descriptor{.shape = native.Height == 0 ? Extent(native.Width)
                                      : has_depth        ? Extent(native.Width, native.Height, native.Depth)
                                                         : Extent(native.Width, native.Height),
                             .is_surface_load_store = (native.Flags & CUDA_ARRAY3D_SURFACE_LDST) != 0,
                             .is_texture_gather = (native.Flags & CUDA_ARRAY3D_TEXTURE_GATHER) != 0};
  if (!set_format(descriptor, native.Format, native.NumChannels)) {
    return std::nullopt;
  }
  descriptor.kind = is_cube_map ? (is_layered ? ArrayKind::layered_cube_map : ArrayKind::cube_map)
                                : (is_layered ? ArrayKind::layered : ArrayKind::plain);
  if (is_layered) {
    descriptor.num_layers = std::max<std::uint64_t>(1, is_cube_map ? native.Depth / 6 : native.Depth);
  }
  return descriptor;
}

}  // namespace texelscope::gpu::cuda
