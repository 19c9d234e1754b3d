#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::app {

/// The activity between two moments.
struct MeasuredRange {
  double seconds = 0;
  /// Host calls in it, whole or in part.
  std::size_t calls = 0;
  /// Seconds in which at least one stream ran a kernel, copied or set memory, or waited; simultaneous work in several
  /// streams counts once.
  double kernels = 0;
  double copies = 0;
  double waits = 0;
  /// The number of these operations, whole or in part.
  std::size_t kernel_count = 0;
  std::size_t copy_count = 0;
  std::size_t wait_count = 0;
};

/// Measures records whose time is known.
[[nodiscard]] MeasuredRange measure_range(std::span<const gpu::ActivityRecord> records, gpu::ActivitySpan range);
/// "2.00 ms: 3 kernels 1.50 ms (75 %), 0 copies 0.00 µs (0 %), 1 wait 200 µs (10 %); the host made 12 calls".
[[nodiscard]] std::string to_string(const MeasuredRange& range);

}  // namespace texelscope::app
