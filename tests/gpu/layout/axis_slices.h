#pragma once

#include <optional>

#include "texelscope/gpu/strided_layout.h"

/// Named slices of an axis for tests.
namespace texelscope::tests {

inline const gpu::AxisSlice all = gpu::AxisSlice::all();
inline const gpu::AxisSlice backwards{std::nullopt, std::nullopt, -1};
inline const gpu::AxisSlice every_second{std::nullopt, std::nullopt, 2};

}  // namespace texelscope::tests
