#pragma once

#include <memory>

#include "gpu/driver/raw_calls.h"

namespace texelscope::gpu::driver {

/// Raw calls that are calls of the seam, without the objects above it. `driver` must outlive them.
[[nodiscard]] std::unique_ptr<RawCalls> make_perform_calls(Driver& driver);

}  // namespace texelscope::gpu::driver
