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

/// The times of one call in seconds, the stream's work included, each after a call that is not timed: [work][round].
/// The works take turns, so that what else the machine does befalls all alike.
[[nodiscard]] std::vector<std::vector<double>> interleaved_seconds(const gpu::Stream& stream,
                                                                   const std::vector<TimedWork>& works, int rounds);

/// The middle one of an odd number of values.
[[nodiscard]] double median(std::vector<double> values);

/// The median times of one call of each work in seconds; see interleaved_seconds().
[[nodiscard]] std::vector<double> median_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works);

}  // namespace texelscope::app
