#pragma once

#include <functional>
#include <vector>

#include "texelscope/gpu/stream.h"

namespace texelscope::app {

struct TimedWork {
  std::function<void()> work;
  /// Calls that are timed as one.
  int repetitions = 1;
};

/// The median times of one call in seconds, the stream's work included, after a call that is not timed. The works take
/// turns, so that what else the machine does befalls all alike.
[[nodiscard]] std::vector<double> median_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works);

/// A memcpy by as many threads as the machine has, each of its own part.
void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace texelscope::app
