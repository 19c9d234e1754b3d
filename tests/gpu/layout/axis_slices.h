#pragma once

#include <optional>

#include "texelscope/gpu/strided_layout.h"

/// Slices of an axis that tests name.
namespace texelscope::tests {

inline const gpu::AxisSlice all = gpu::AxisSlice::all();
inline const gpu::AxisSlice backwards{std::nullopt, std::nullopt, -1};
inline const gpu::AxisSlice every_second{std::nullopt, std::nullopt, 2};

}  // namespace texelscope::tests
