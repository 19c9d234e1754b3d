#pragma once

#include <string>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"

namespace texelscope::gpu {

/// Why a device cannot make such an array; empty when it can, as far as its limits tell.
[[nodiscard]] std::string array_refusal(const DeviceProperties& device, const ArrayDescriptor& descriptor);

/// Why `region` is no part of an array of this shape; empty when it is.
[[nodiscard]] std::string region_refusal(const Extent& shape, const ArrayRegion& region);

}  // namespace texelscope::gpu
