#include "app/cli/bench/interleaved_timing.h"

#include <algorithm>
#include <chrono>

namespace texelscope::app {

std::vector<std::vector<double>> interleaved_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works,
                                                     int rounds) {
  std::vector<std::vector<double>> times(works.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t number = 0; number < works.size(); ++number) {
      // The first call is not timed, because the caches still contain the previous work's data.
      works[number].work();
      stream.synchronize();
      const auto start = std::chrono::steady_clock::now();
      for (int repetition = 0; repetition < works[number].repetitions; ++repetition) {
        works[number].work();
      }
      stream.synchronize();
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      times[number].push_back(taken.count() / works[number].repetitions);
    }
  }
  return times;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::vector<double> median_seconds(const gpu::Stream& stream, const std::vector<TimedWork>& works) {
  std::vector<double> medians;
  for (const std::vector<double>& each : interleaved_seconds(stream, works, 7)) {
    medians.push_back(median(each));
  }
  return medians;
}

}  // namespace texelscope::app
