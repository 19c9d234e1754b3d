#include "app/cli/copy_timing.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <thread>

namespace texelscope::app {

std::vector<double> median_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works) {
  constexpr std::size_t rounds = 7;
  std::vector<std::array<double, rounds>> times(works.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t number = 0; number < works.size(); ++number) {
      // The work before it has left its own lines in the caches.
      works[number].work();
      stream.synchronize();
      const auto start = std::chrono::steady_clock::now();
      for (int repetition = 0; repetition < works[number].repetitions; ++repetition) {
        works[number].work();
      }
      stream.synchronize();
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      times[number][round] = taken.count() / works[number].repetitions;
    }
  }
  std::vector<double> medians;
  for (std::array<double, rounds>& each : times) {
    std::ranges::sort(each);
    medians.push_back(each[rounds / 2]);
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
