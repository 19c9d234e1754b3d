#pragma once

#include <cstddef>
#include <cstdint>

namespace texelscope::kernels {

/// What a surface handle of the CPU device points to: the array's texels in C order. Extents in texels except
/// `row_bytes`, which is width times the texel's size; coordinates are checked against these.
struct HostSurface {
  std::byte* texels = nullptr;
  std::int64_t row_bytes = 0;
  std::int64_t height = 1;
  std::int64_t depth = 1;
  std::int64_t row_pitch_bytes = 0;
  std::int64_t slice_pitch_bytes = 0;
};

/// Fails the launch that called it, as a trap does on the GPU: the device's later calls report launch_failed.
/// Thrown inside kernels on the CPU device and caught by its launcher.
struct HostTrap {};

}  // namespace texelscope::kernels
