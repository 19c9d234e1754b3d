#pragma once

#include <cuda.h>

#include <optional>

#include "texelscope/gpu/cuda_array.h"

namespace texelscope::gpu::cuda {

[[nodiscard]] CUarray_format to_array_format(DataType type) noexcept;

[[nodiscard]] CUDA_ARRAY3D_DESCRIPTOR to_native(const ArrayDescriptor& descriptor) noexcept;

/// The driver's descriptor of an array, which has only some of its creation flags. nullopt for an unsupported format:
/// planar and packed YUV except nv12, and 10 bits per channel.
[[nodiscard]] std::optional<ArrayDescriptor> from_native(const CUDA_ARRAY3D_DESCRIPTOR& descriptor) noexcept;

}  // namespace texelscope::gpu::cuda
