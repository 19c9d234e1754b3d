#pragma once

#include <cstddef>
#include <vector>

#include "app/cli/bench/interleaved_timing.h"

namespace texelscope::app {

/// The median times of one call of each work in seconds; see interleaved_seconds().
[[nodiscard]] std::vector<double> median_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works);

/// A memcpy by as many threads as the machine has, each of its own part.
void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace texelscope::app
