// Empty without nvcc, because the library then has no CUDA device.
#ifdef __CUDACC__

#include "gpu/cuda/array_descriptor.h"

#include <gtest/gtest.h>

namespace texelscope::gpu::cuda {
namespace {

struct Case {
  ArrayDescriptor descriptor;
  /// As documented by cuArray3DCreate for each kind of array.
  std::size_t width, height, depth;
  unsigned flags;
};

ArrayDescriptor of_kind(const Extent& shape, ArrayKind kind, std::uint64_t layers) {
  return {.shape = shape, .format = DataType::float16, .num_channels = 2, .kind = kind, .num_layers = layers};
}

TEST(CudaArrayDescriptor, DistinguishesKindsLikeTheDriver) {
  ArrayDescriptor gather{Extent(5, 4), DataType::float16, 2};
  gather.is_texture_gather = true;
  const Case cases[] = {
      {of_kind(Extent(5), ArrayKind::plain, 1), 5, 0, 0, 0},
      {of_kind(Extent(5, 4), ArrayKind::plain, 1), 5, 4, 0, 0},
      {of_kind(Extent(5, 4, 3), ArrayKind::plain, 1), 5, 4, 3, 0},
      {{Extent(5, 4), DataType::float16, 2, true}, 5, 4, 0, CUDA_ARRAY3D_SURFACE_LDST},
      {gather, 5, 4, 0, CUDA_ARRAY3D_TEXTURE_GATHER},
      {of_kind(Extent(5), ArrayKind::layered, 7), 5, 0, 7, CUDA_ARRAY3D_LAYERED},
      {of_kind(Extent(5, 4), ArrayKind::layered, 7), 5, 4, 7, CUDA_ARRAY3D_LAYERED},
      {of_kind(Extent(5, 4), ArrayKind::layered, 1), 5, 4, 1, CUDA_ARRAY3D_LAYERED},
      {of_kind(Extent(5, 5), ArrayKind::cube_map, 1), 5, 5, 6, CUDA_ARRAY3D_CUBEMAP},
      {of_kind(Extent(5, 5), ArrayKind::layered_cube_map, 2), 5, 5, 12, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED},
  };
  for (const Case& of : cases) {
    SCOPED_TRACE(to_string(of.descriptor));
    const CUDA_ARRAY3D_DESCRIPTOR native = to_native(of.descriptor);
    EXPECT_EQ(native.Width, of.width);
    EXPECT_EQ(native.Height, of.height);
    EXPECT_EQ(native.Depth, of.depth);
    EXPECT_EQ(native.Flags, of.flags);
    EXPECT_EQ(native.Format, CU_AD_FORMAT_HALF);
    EXPECT_EQ(native.NumChannels, 2U);
    EXPECT_EQ(from_native(native), of.descriptor);
  }
}

struct EncodedCase {
  ArrayDescriptor descriptor;
  CUarray_format format;
  unsigned num_channels;
};

ArrayDescriptor normalized(DataType format, int num_channels) {
  ArrayDescriptor descriptor{Extent(8, 8), format, num_channels};
  descriptor.encoding = TexelEncoding::normalized;
  return descriptor;
}

TEST(CudaArrayDescriptor, NamesEncodingsLikeTheDriver) {
  const auto encoded = [](TexelEncoding encoding) { return encoded_array(Extent(8, 8), encoding); };
  const EncodedCase cases[] = {{normalized(DataType::uint8, 1), CU_AD_FORMAT_UNORM_INT8X1, 1},
                               {normalized(DataType::uint8, 4), CU_AD_FORMAT_UNORM_INT8X4, 4},
                               {normalized(DataType::uint16, 2), CU_AD_FORMAT_UNORM_INT16X2, 2},
                               {normalized(DataType::int8, 2), CU_AD_FORMAT_SNORM_INT8X2, 2},
                               {normalized(DataType::int16, 4), CU_AD_FORMAT_SNORM_INT16X4, 4},
                               {encoded(TexelEncoding::bc1_unorm_srgb), CU_AD_FORMAT_BC1_UNORM_SRGB, 4},
                               {encoded(TexelEncoding::bc4_snorm), CU_AD_FORMAT_BC4_SNORM, 1},
                               {encoded(TexelEncoding::bc5_unorm), CU_AD_FORMAT_BC5_UNORM, 2},
                               {encoded(TexelEncoding::bc6h_sf16), CU_AD_FORMAT_BC6H_SF16, 3},
                               {encoded(TexelEncoding::bc7_unorm), CU_AD_FORMAT_BC7_UNORM, 4},
                               {encoded(TexelEncoding::nv12), CU_AD_FORMAT_NV12, 3}};
  for (const EncodedCase& of : cases) {
    SCOPED_TRACE(to_string(of.descriptor));
    const CUDA_ARRAY3D_DESCRIPTOR native = to_native(of.descriptor);
    EXPECT_EQ(native.Format, of.format);
    EXPECT_EQ(native.NumChannels, of.num_channels);
    EXPECT_EQ(native.Width, 8U);
    EXPECT_EQ(native.Height, 8U);
    EXPECT_EQ(from_native(native), of.descriptor);
  }
}

TEST(CudaArrayDescriptor, HasNoneForFormatsWithoutAnEncoding) {
  CUDA_ARRAY3D_DESCRIPTOR native = to_native({Extent(4, 4), DataType::uint8, 4});
  native.Format = CU_AD_FORMAT_P010;
  EXPECT_EQ(from_native(native), std::nullopt);
}

}  // namespace
}  // namespace texelscope::gpu::cuda

#endif
