#include "app/cli/bench/copy_timing.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace texelscope::app {

std::vector<double> median_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works) {
  std::vector<double> medians;
  for (const std::vector<double>& each : interleaved_seconds(stream, works, 7)) {
    medians.push_back(median(each));
  }
  return medians;
}

void copy_in_parallel(std::byte* to, const std::byte* from, std::size_t bytes) {
  constexpr std::size_t page_bytes = 4096;
  const std::size_t threads = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t part = (bytes / threads + page_bytes) / page_bytes * page_bytes;
  std::vector<std::jthread> others;
  for (std::size_t first = part; first < bytes; first += part) {
    others.emplace_back([=] { std::memcpy(to + first, from + first, std::min(part, bytes - first)); });
  }
  std::memcpy(to, from, std::min(part, bytes));
}

}  // namespace texelscope::app
