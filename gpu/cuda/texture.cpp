#include <algorithm>
#include <array>
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

CUresourceViewFormat block_view_format(TexelEncoding encoding) noexcept {
  switch (encoding) {
    case TexelEncoding::bc1_unorm:
      return CU_RES_VIEW_FORMAT_UNSIGNED_BC1;
    case TexelEncoding::bc2_unorm:
      return CU_RES_VIEW_FORMAT_UNSIGNED_BC2;
    case TexelEncoding::bc3_unorm:
      return CU_RES_VIEW_FORMAT_UNSIGNED_BC3;
    case TexelEncoding::bc4_unorm:
      return CU_RES_VIEW_FORMAT_UNSIGNED_BC4;
    case TexelEncoding::bc4_snorm:
      return CU_RES_VIEW_FORMAT_SIGNED_BC4;
    case TexelEncoding::bc5_unorm:
      return CU_RES_VIEW_FORMAT_UNSIGNED_BC5;
    case TexelEncoding::bc5_snorm:
      return CU_RES_VIEW_FORMAT_SIGNED_BC5;
    case TexelEncoding::bc6h_uf16:
      return CU_RES_VIEW_FORMAT_UNSIGNED_BC6H;
    case TexelEncoding::bc6h_sf16:
      return CU_RES_VIEW_FORMAT_SIGNED_BC6H;
    case TexelEncoding::bc7_unorm:
      return CU_RES_VIEW_FORMAT_UNSIGNED_BC7;
    default:
      return CU_RES_VIEW_FORMAT_NONE;
  }
}

/// The first of the three formats of each type, of 1, 2 and 4 channels; in the order of DataType.
constexpr std::array view_formats{CU_RES_VIEW_FORMAT_UINT_1X8,   CU_RES_VIEW_FORMAT_UINT_1X16,
                                  CU_RES_VIEW_FORMAT_UINT_1X32,  CU_RES_VIEW_FORMAT_SINT_1X8,
                                  CU_RES_VIEW_FORMAT_SINT_1X16,  CU_RES_VIEW_FORMAT_SINT_1X32,
                                  CU_RES_VIEW_FORMAT_FLOAT_1X16, CU_RES_VIEW_FORMAT_FLOAT_1X32};
static_assert(CU_RES_VIEW_FORMAT_FLOAT_4X32 == CU_RES_VIEW_FORMAT_FLOAT_1X32 + 2);

CUDA_RESOURCE_VIEW_DESC view_description(const ArrayDescriptor& array, const ResourceView& from) noexcept {
  const bool is_of_blocks = is_block_compressed(from.encoding) && !is_block_compressed(array.encoding);
  const std::uint64_t scale = is_of_blocks ? block_extent : 1;
  CUDA_RESOURCE_VIEW_DESC to{};
  to.width = array.shape.width() * scale;
  to.height = array.shape.rank() >= 2 ? array.shape.height() * scale : 0;
  to.depth = array.kind != ArrayKind::plain ? array.num_slices() : array.shape.rank() == 3 ? array.shape.depth() : 0;
  if (is_of_blocks) {
    to.format = block_view_format(from.encoding);
  } else if (from.encoding == TexelEncoding::element) {
    to.format =
        static_cast<CUresourceViewFormat>(view_formats[static_cast<std::size_t>(from.format)] + from.num_channels / 2);
  }
  to.firstMipmapLevel = from.first_level;
  to.lastMipmapLevel = from.last_level;
  to.firstLayer = static_cast<unsigned>(from.first_layer);
  to.lastLayer = static_cast<unsigned>(from.last_layer);
  return to;
}

/// The inverse of view_description().
ResourceView view_of(const CUDA_RESOURCE_VIEW_DESC& from, const ArrayDescriptor& array) noexcept {
  ResourceView to{.format = array.format,
                  .num_channels = array.num_channels,
                  .encoding = array.encoding,
                  .first_level = from.firstMipmapLevel,
                  .last_level = from.lastMipmapLevel,
                  .first_layer = from.firstLayer,
                  .last_layer = from.lastLayer};
  if (from.format >= CU_RES_VIEW_FORMAT_UNSIGNED_BC1) {
    for (auto encoding = TexelEncoding::bc1_unorm; encoding <= TexelEncoding::bc7_unorm;
         encoding = static_cast<TexelEncoding>(static_cast<int>(encoding) + 1)) {
      if (block_view_format(encoding) == from.format) {
        to.encoding = encoding;
      }
    }
    to.format = channel_type(to.encoding);
    to.num_channels = channel_count(to.encoding);
  } else if (from.format != CU_RES_VIEW_FORMAT_NONE) {
    const auto* const found =
        std::ranges::find_if(view_formats, [&](int first) { return from.format >= first && from.format <= first + 2; });
    to.encoding = TexelEncoding::element;
    to.format = static_cast<DataType>(found - view_formats.begin());
    to.num_channels = 1 << (from.format - *found);
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

/// The texels of linear or pitched memory; nullopt for a format that DataType lacks.
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
  const std::optional<ResourceView>& view = call.resource.view;
  const ArrayDescriptor& texels = call.resource.facts.texels;
  const CUDA_TEXTURE_DESC texture = texture_description(call.descriptor, view ? view->format : texels.format);
  const CUDA_RESOURCE_VIEW_DESC seen = view ? view_description(texels, *view) : CUDA_RESOURCE_VIEW_DESC{};
  return create(cu_.TexObjectCreate, call.texture, &resource, &texture, view ? &seen : nullptr);
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
  CUDA_RESOURCE_VIEW_DESC seen{};
  const bool is_array = from.resType == CU_RESOURCE_TYPE_ARRAY || from.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  // For a texture without a view, the query fails or returns an empty extent.
  if (is_array && this->call(cu_.TexObjectGetResourceViewDesc, &seen, call.texture) == Status::success &&
      seen.width != 0) {
    to.view = view_of(seen, to.facts.texels);
  }
  call.descriptor = descriptor_of(texture, to.view ? to.view->format : to.facts.texels.format);
  return status;
}

}  // namespace texelscope::gpu::cuda
