#pragma once

#include <memory>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::cpu {

/// The CPU reference device; ContextRetain starts it.
[[nodiscard]] std::unique_ptr<driver::Driver> make_driver();

}  // namespace texelscope::gpu::cpu
