#include <algorithm>
#include <optional>

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

/// The inverse of texture_description().
TextureDescriptor descriptor_of(const CUDA_TEXTURE_DESC& from, DataType format) noexcept {
  const auto mode = [&from](int axis) { return static_cast<AddressMode>(from.addressMode[axis]); };
  const auto has = [&from](unsigned flag) { return (from.flags & flag) != 0; };
  TextureDescriptor to{.address_mode = {mode(0), mode(1), mode(2)},
                       .filter_mode = static_cast<FilterMode>(from.filterMode),
                       .read_mode = is_floating_point(format) || has(CU_TRSF_READ_AS_INTEGER)
                                        ? ReadMode::element
                                        : ReadMode::normalized_float,
                       .normalized_coords = has(CU_TRSF_NORMALIZED_COORDINATES),
                       .srgb = has(CU_TRSF_SRGB),
                       .disable_trilinear_optimization = has(CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION),
                       .seamless_cubemap = has(CU_TRSF_SEAMLESS_CUBEMAP),
                       .max_anisotropy = from.maxAnisotropy,
                       .mipmap_filter_mode = static_cast<FilterMode>(from.mipmapFilterMode),
                       .mipmap_level_bias = from.mipmapLevelBias,
                       .min_mipmap_level_clamp = from.minMipmapLevelClamp,
                       .max_mipmap_level_clamp = from.maxMipmapLevelClamp};
  std::ranges::copy(from.borderColor, to.border_color.begin());
  return to;
}

/// The texels of linear or pitched memory; nothing for a format outside DataType.
std::optional<ArrayDescriptor> texels_of(CUarray_format format, unsigned num_channels, Extent shape) noexcept {
  CUDA_ARRAY3D_DESCRIPTOR described{};
  described.Width = shape.width();
  described.Height = shape.rank() == 2 ? shape.height() : 0;
  described.Format = format;
  described.NumChannels = num_channels;
  return from_native(described);
}

}  // namespace

Status CudaDriver::perform(driver::TextureCreate& call) noexcept {
  const CUDA_RESOURCE_DESC resource = resource_description(call.resource);
  const CUDA_TEXTURE_DESC texture = texture_description(call.descriptor, call.resource.facts.texels.format);
  return create(cu_.TexObjectCreate, call.texture, &resource, &texture, nullptr);
}

TEXELSCOPE_FORWARD(TextureDestroy, TexObjectDestroy, call.texture)

Status CudaDriver::perform(driver::TextureGetDescriptors& call) noexcept {
  CUDA_RESOURCE_DESC from{};
  CUDA_TEXTURE_DESC texture{};
  Status status = this->call(cu_.TexObjectGetResourceDesc, &from, call.texture);
  if (status == Status::success) {
    status = this->call(cu_.TexObjectGetTextureDesc, &texture, call.texture);
  }
  if (status != Status::success) {
    return status;
  }
  driver::TextureResource& to = call.resource;
  std::optional<ArrayDescriptor> texels;
  switch (from.resType) {
    case CU_RESOURCE_TYPE_ARRAY: {
      to.facts.kind = ResourceKind::array;
      set_handle(to.array, from.res.array.hArray);
      driver::ArrayGetDescriptor of_array{to.array};
      status = perform(of_array);
      texels = of_array.described;
      break;
    }
    case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY: {
      to.facts.kind = ResourceKind::mipmapped_array;
      set_handle(to.mipmapped_array, from.res.mipmap.hMipmappedArray);
      driver::MipmappedArrayGetDescriptor of_array{to.mipmapped_array};
      status = perform(of_array);
      texels = of_array.described;
      to.facts.num_levels = of_array.levels;
      break;
    }
    case CU_RESOURCE_TYPE_LINEAR: {
      const auto& linear = from.res.linear;
      to.facts.kind = ResourceKind::linear;
      to.pointer = {linear.devPtr};
      texels = texels_of(linear.format, linear.numChannels, Extent(1));
      if (texels) {
        texels->shape = Extent(linear.sizeInBytes / texels->element_size());
      }
      break;
    }
    case CU_RESOURCE_TYPE_PITCH2D: {
      const auto& rows = from.res.pitch2D;
      to.facts.kind = ResourceKind::pitch_2d;
      to.pointer = {rows.devPtr};
      to.pitch_bytes = rows.pitchInBytes;
      texels = texels_of(rows.format, rows.numChannels, Extent(rows.width, rows.height));
      break;
    }
    default:
      break;
  }
  if (status == Status::success && !texels) {
    return Status::not_supported;
  }
  to.facts.texels = texels.value_or(ArrayDescriptor{});
  call.descriptor = descriptor_of(texture, to.facts.texels.format);
  return status;
}

}  // namespace texelscope::gpu::cuda
