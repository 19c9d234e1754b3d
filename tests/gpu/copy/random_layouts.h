#pragma once

#include <cstdint>
#include <random>
#include <utility>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::tests {

/// Two typical layouts of one shape, with 0–8 axes and at most about `max_elements` elements: permuted, sliced out of
/// larger layouts with steps of either sign, and, for the first, broadcast.
[[nodiscard]] std::pair<gpu::StridedLayout, gpu::StridedLayout> random_layouts(std::mt19937_64& random,
                                                                               std::int64_t itemsize,
                                                                               std::int64_t max_elements);

}  // namespace texelscope::tests
