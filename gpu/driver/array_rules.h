#pragma once

#include <string>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/resource_descriptor.h"

namespace texelscope::gpu {

/// The reason why a device cannot create an array with this descriptor; empty if its limits allow it (cuArray3DCreate).
[[nodiscard]] std::string array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor);

/// The reason why a device cannot create a mipmapped array with this descriptor; empty if it can
/// (cuMipmappedArrayCreate).
[[nodiscard]] std::string mipmapped_array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor,
                                                  unsigned num_levels);

/// The reason why texels of this format and channels are unsupported; empty if they are supported.
[[nodiscard]] std::string texel_refusal(DataType format, int num_channels);

/// Texel format in messages: "uint8x4", "uint8x4 normalized", "bc7_unorm".
[[nodiscard]] std::string texel_text(DataType format, int num_channels, TexelEncoding encoding);

/// The reason why this view of an array or a mipmapped array is invalid; empty if it is valid
/// (CUDA_RESOURCE_VIEW_DESC).
[[nodiscard]] std::string view_refusal(const ResourceFacts& resource, const ResourceView& view);

/// The levels, layers and texels that textures read through a valid view.
[[nodiscard]] ResourceFacts viewed_facts(const ResourceFacts& resource, const ResourceView& view) noexcept;

/// A plane of an nv12 array: 0 is luma, with one channel; 1 is chroma, with two channels at half the extents.
[[nodiscard]] ArrayDescriptor plane_descriptor(const ArrayDescriptor& array, unsigned plane) noexcept;

/// The reason why `region` is not part of an array with this descriptor; empty if it is.
[[nodiscard]] std::string region_refusal(const ArrayDescriptor& array, const ArrayRegion& region);

}  // namespace texelscope::gpu
