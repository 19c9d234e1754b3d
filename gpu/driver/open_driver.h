#pragma once

#include <memory>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::driver {

/// The driver of one device, not yet started (ContextRetain starts it).
/// @throws Unavailable when this build or this machine has none of that kind, with the reason and the way out.
[[nodiscard]] std::unique_ptr<Driver> open_driver(DeviceId id);

/// How many CUDA devices the driver lists, at least 1. @throws Unavailable as above.
[[nodiscard]] int count_cuda_devices();

}  // namespace texelscope::gpu::driver
