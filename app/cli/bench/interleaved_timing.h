#pragma once

#include <functional>
#include <vector>

#include "texelscope/gpu/stream.h"

namespace texelscope::app {

struct TimedWork {
  std::function<void()> work;
  /// Number of calls that are timed together.
  int repetitions = 1;
};

/// The time per call in seconds, including the stream's work, as [work][round]. Each timing follows an untimed call.
/// Calls of all functions are interleaved, so that other load affects them equally.
[[nodiscard]] std::vector<std::vector<double>> interleaved_seconds(const gpu::Stream& stream,
                                                                   const std::vector<TimedWork>& works, int rounds);

/// The middle value of an odd number of values.
[[nodiscard]] double median(std::vector<double> values);

/// The median time per call of each work in seconds; see interleaved_seconds().
[[nodiscard]] std::vector<double> median_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works);

}  // namespace texelscope::app
