#pragma once

#include <cstddef>
#include <stop_token>

#include "texelscope/gpu/device.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::kernels {

/// Loads every kernel that the program's sources pass to launch() onto the device, one after another, until `stop` is
/// requested. CUDA loads a kernel at its first launch, which then takes much longer than later launches; this function
/// loads them ahead of time, possibly on another thread. The CPU device has nothing to load.
/// @throws DriverError for the first kernel that cannot be loaded; launching it throws the same error.
void load_kernels(const gpu::Device& device, const std::stop_token& stop);

namespace detail {

/// One of the kernels that the sources of this program or library pass to launch(), in any order; null for an index
/// beyond the last.
[[nodiscard]] const KernelEntry* known_kernel_entry(std::size_t index);

}  // namespace detail
}  // namespace texelscope::kernels
