#pragma once

#include <string>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/resource_descriptor.h"

namespace texelscope::gpu {

/// Why a device cannot make such an array; empty when it can, as far as its limits tell (cuArray3DCreate).
[[nodiscard]] std::string array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor);

/// Why a device cannot make such a mipmapped array; empty when it can (cuMipmappedArrayCreate).
[[nodiscard]] std::string mipmapped_array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor,
                                                  unsigned num_levels);

/// Why texels of this format and channels cannot be; empty when they can.
[[nodiscard]] std::string texel_refusal(DataType format, int num_channels);

/// Why such a view of an array or a mipmapped array cannot be; empty when it can (CUDA_RESOURCE_VIEW_DESC).
[[nodiscard]] std::string view_refusal(const ResourceFacts& resource, const ResourceView& view);

/// What textures read through a view that is not refused: the levels and layers, and the texels, that it has.
[[nodiscard]] ResourceFacts viewed_facts(const ResourceFacts& resource, const ResourceView& view) noexcept;

/// A plane of an nv12 array: 0 is luma, of one channel; 1 is chroma, of two at half the extents.
[[nodiscard]] ArrayDescriptor plane_descriptor(const ArrayDescriptor& array, unsigned plane) noexcept;

/// Why `region` is no part of such an array; empty when it is.
[[nodiscard]] std::string region_refusal(const ArrayDescriptor& array, const ArrayRegion& region);

}  // namespace texelscope::gpu
