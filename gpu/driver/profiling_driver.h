#pragma once

#include <memory>

#include "gpu/driver/driver.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::gpu::driver {

/// Wraps a driver so that `times` gets a record of each call while it is on; gives the driver back where it is null.
[[nodiscard]] std::unique_ptr<Driver> time_work(std::unique_ptr<Driver> driver, std::shared_ptr<StreamProfiler> times);

}  // namespace texelscope::gpu::driver
