#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "gpu/copy/device/device_launch.h"

namespace texelscope::tests {

/// Runs the blocks of a launch in host memory, with the addresses that the kernels in gpu/copy/device compute. `source`
/// is the memory from the first byte of any item to the last; kernels may also read the 16-byte granule that it begins
/// in. @returns the first access that is misaligned, or outside the memory or the shared memory of the launch; empty
/// if there is none.
[[nodiscard]] std::string emulate(const gpu::copy::DeviceLaunch& launch, std::span<const std::byte> source,
                                  std::span<std::byte> destination);

}  // namespace texelscope::tests
