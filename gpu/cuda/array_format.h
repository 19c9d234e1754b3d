#pragma once

#include <cuda.h>

#include <optional>

#include "texelscope/gpu/data_type.h"

namespace texelscope::gpu::cuda {

[[nodiscard]] CUarray_format to_array_format(DataType type) noexcept;

/// Nothing for a format that has no data type here, such as the block-compressed ones.
[[nodiscard]] std::optional<DataType> to_data_type(CUarray_format format) noexcept;

}  // namespace texelscope::gpu::cuda
