#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu::copy {

/// Fills in everything of a plan but the method: the same elements by as few axes as can be, and items as wide as both
/// sides allow. Source and destination have one shape and one itemsize, and the destination's elements do not overlap.
[[nodiscard]] CopyPlan normalise(const StridedLayout& source, const StridedLayout& destination,
                                 const CopyAddresses& addresses);

}  // namespace texelscope::gpu::copy
