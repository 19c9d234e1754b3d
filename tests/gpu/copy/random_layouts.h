#pragma once

#include <cstdint>
#include <random>
#include <utility>

#include "texelscope/gpu/strided_layout.h"

namespace texelscope::tests {

/// Two layouts of one shape, of 0–8 axes and at most about `max_elements` elements, as people make them: permuted,
/// sliced with steps of either sign out of something larger, and, for the first, broadcast.
[[nodiscard]] std::pair<gpu::StridedLayout, gpu::StridedLayout> random_layouts(std::mt19937_64& random,
                                                                               std::int64_t itemsize,
                                                                               std::int64_t max_elements);

}  // namespace texelscope::tests
