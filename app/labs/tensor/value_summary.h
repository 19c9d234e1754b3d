#pragma once

#include <cstdint>

#include "app/labs/tensor/tensor_values.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// What many numbers have in common. Lowest, highest, mean and deviation are those of the finite ones.
struct ValueSummary {
  std::int64_t count = 0;
  std::int64_t finite = 0;
  std::int64_t zeros = 0;
  std::int64_t nans = 0;
  std::int64_t positive_infinities = 0;
  std::int64_t negative_infinities = 0;
  /// Above highest when none is finite.
  double lowest = detail::infinity();
  double highest = -detail::infinity();
  double mean = 0;
  /// Sum of the squares of what numbers are away from the mean.
  double squares = 0;

  /// Takes in the summary of others (Chan, Golub and LeVeque, 1979).
  void add(const ValueSummary& others);
  /// Of all of them, not of a sample: 0 for none.
  [[nodiscard]] double standard_deviation() const;
  [[nodiscard]] bool has_range() const { return finite > 0; }
};

/// Sums up values that kernels on `stream` reach; waits. The same bits on every device.
[[nodiscard]] ValueSummary summarize(const TensorValues& values, const gpu::Stream& stream);

}  // namespace texelscope::app
