#pragma once

#include <stop_token>

#include "texelscope/gpu/device.h"

namespace texelscope::kernels {

/// Loads onto the device every kernel that the program's sources give to launch(), one after the other, until `stop` is
/// requested. CUDA loads a kernel at its first launch, which then takes much longer than those that follow; this does
/// so ahead, also on another thread than the one that launches. The CPU device has nothing to load.
/// @throws DriverError for the first that cannot be loaded; a launch of it says the same.
void load_kernels(const gpu::Device& device, const std::stop_token& stop);

}  // namespace texelscope::kernels
