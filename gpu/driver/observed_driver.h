#pragma once

#include <memory>
#include <vector>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::driver {

/// A driver whose every call is shown to observers: the one decorator, which tracing, counting and injected failures
/// use.
[[nodiscard]] std::unique_ptr<Driver> observe(std::unique_ptr<Driver> driver,
                                              std::vector<std::shared_ptr<CallObserver>> observers);

}  // namespace texelscope::gpu::driver
