#include <algorithm>

#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

namespace {

CUDA_RESOURCE_DESC resource_description(const driver::TextureResource& from) noexcept {
  const ArrayDescriptor& texels = from.facts.texels;
  CUDA_RESOURCE_DESC to{};
  switch (from.facts.kind) {
    case ResourceKind::array:
      to.resType = CU_RESOURCE_TYPE_ARRAY;
      to.res.array.hArray = native<CUarray>(from.array);
      break;
    case ResourceKind::mipmapped_array:
      to.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
      to.res.mipmap.hMipmappedArray = native<CUmipmappedArray>(from.mipmapped_array);
      break;
    case ResourceKind::linear:
      to.resType = CU_RESOURCE_TYPE_LINEAR;
      to.res.linear.devPtr = from.pointer.value;
      to.res.linear.format = to_array_format(texels.format);
      to.res.linear.numChannels = static_cast<unsigned>(texels.num_channels);
      to.res.linear.sizeInBytes = texels.shape.width() * texels.element_size();
      break;
    case ResourceKind::pitch_2d:
      to.resType = CU_RESOURCE_TYPE_PITCH2D;
      to.res.pitch2D.devPtr = from.pointer.value;
      to.res.pitch2D.format = to_array_format(texels.format);
      to.res.pitch2D.numChannels = static_cast<unsigned>(texels.num_channels);
      to.res.pitch2D.width = texels.shape.width();
      to.res.pitch2D.height = texels.shape.height();
      to.res.pitch2D.pitchInBytes = from.pitch_bytes;
      break;
  }
  return to;
}

CUDA_TEXTURE_DESC texture_description(const TextureDescriptor& from, DataType format) noexcept {
  CUDA_TEXTURE_DESC to{};
  for (int axis = 0; axis < 3; ++axis) {
    to.addressMode[axis] = static_cast<CUaddress_mode>(from.address_mode[axis]);
  }
  to.filterMode = static_cast<CUfilter_mode>(from.filter_mode);
  const auto set = [&to](bool condition, unsigned flag) { to.flags |= condition ? flag : 0U; };
  set(!is_floating_point(format) && from.read_mode == ReadMode::element, CU_TRSF_READ_AS_INTEGER);
  set(from.normalized_coords, CU_TRSF_NORMALIZED_COORDINATES);
  set(from.srgb, CU_TRSF_SRGB);
  set(from.disable_trilinear_optimization, CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
  set(from.seamless_cubemap, CU_TRSF_SEAMLESS_CUBEMAP);
  to.maxAnisotropy = from.max_anisotropy;
  to.mipmapFilterMode = static_cast<CUfilter_mode>(from.mipmap_filter_mode);
  to.mipmapLevelBias = from.mipmap_level_bias;
  to.minMipmapLevelClamp = from.min_mipmap_level_clamp;
  to.maxMipmapLevelClamp = from.max_mipmap_level_clamp;
  std::ranges::copy(from.border_color, to.borderColor);
  return to;
}

}  // namespace

Status CudaDriver::perform(driver::TextureCreate& call) noexcept {
  const CUDA_RESOURCE_DESC resource = resource_description(call.resource);
  const CUDA_TEXTURE_DESC texture = texture_description(call.descriptor, call.resource.facts.texels.format);
  return create(cu_.TexObjectCreate, call.texture, &resource, &texture, nullptr);
}

TEXELSCOPE_FORWARD(TextureDestroy, TexObjectDestroy, call.texture)

}  // namespace texelscope::gpu::cuda
