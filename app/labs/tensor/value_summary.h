#pragma once

#include <cstdint>
#include <vector>

#include "app/labs/tensor/tensor_values.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// The summary of many numbers. Lowest, highest, mean and deviation are those of the finite numbers.
struct ValueSummary {
  std::int64_t count = 0;
  std::int64_t finite = 0;
  std::int64_t zeros = 0;
  std::int64_t nans = 0;
  std::int64_t positive_infinities = 0;
  std::int64_t negative_infinities = 0;
  /// Greater than `highest` if no number is finite.
  double lowest = detail::infinity();
  double highest = -detail::infinity();
  double mean = 0;
  /// Sum of the squares of the differences from the mean.
  double squares = 0;

  /// Merges another summary (Chan, Golub and LeVeque, 1979).
  void add(const ValueSummary& others);
  /// The standard deviation of a population, not of a sample; 0 if there are no numbers.
  [[nodiscard]] double standard_deviation() const;
  [[nodiscard]] bool has_range() const { return finite > 0; }
};

/// Summarizes values that kernels on `stream` can access; waits. Produces the same bits on every device.
[[nodiscard]] ValueSummary summarize(const TensorValues& values, const gpu::Stream& stream);

/// Counts of numbers by bin.
using ValueCounts = std::vector<std::uint64_t>;

/// Adds to `counts` the numbers in each of counts.size() equal parts of lowest … highest; numbers outside that range
/// count in the first or last part. Non-finite numbers are not counted. If both ends are equal, the middle part counts
/// them all. Waits.
void count_values(const TensorValues& values, const NumberRange& range, ValueCounts& counts, const gpu::Stream& stream);

/// Finite numbers as integers of the same order: key(a) < key(b) where a < b; −0 comes before 0.
TEXELSCOPE_KERNEL_FUNCTION std::uint64_t key_of(double number) {
  const std::uint64_t bits = kernels::bits_of(number);
  return (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}
[[nodiscard]] inline double number_of_key(std::uint64_t key) {
  return kernels::double_of((key >> 63) != 0 ? key ^ (std::uint64_t{1} << 63) : ~key);
}

/// The bits of a key that count_keys() distinguishes.
inline constexpr std::int32_t key_digit_bits = 16;

/// Adds to `counts` the finite numbers whose key begins with the bits of `prefix`, for each value of the next 16 bits,
/// which end with the bit at `shift`. Waits.
void count_keys(const TensorValues& values, std::uint64_t prefix, std::int32_t shift, ValueCounts& counts,
                const gpu::Stream& stream);

}  // namespace texelscope::app
