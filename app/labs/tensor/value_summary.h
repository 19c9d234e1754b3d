#pragma once

#include <cstdint>
#include <vector>

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

/// Counts of numbers, for each of so many bins.
using ValueCounts = std::vector<std::uint64_t>;

/// Adds to `counts` how many numbers lie in each of counts.size() equal parts of lowest … highest; what lies beyond
/// falls into the first or the last. Numbers that are not finite count nowhere. Where both ends are one number, the
/// middle takes it. Waits.
void count_values(const TensorValues& values, const NumberRange& range, ValueCounts& counts, const gpu::Stream& stream);

/// Finite numbers as integers of the same order: key(a) < key(b) where a < b; −0 comes before 0.
TEXELSCOPE_KERNEL_FUNCTION std::uint64_t key_of(double number) {
  const std::uint64_t bits = kernels::bits_of(number);
  return (bits >> 63) != 0 ? ~bits : bits | (std::uint64_t{1} << 63);
}
[[nodiscard]] inline double number_of_key(std::uint64_t key) {
  return kernels::double_of((key >> 63) != 0 ? key ^ (std::uint64_t{1} << 63) : ~key);
}

/// The bits of a key that count_keys() tells apart.
inline constexpr std::int32_t key_digit_bits = 16;

/// Adds to `counts` how many finite numbers have a key that begins with the bits of `prefix`, for each value of the
/// next 16 bits, of which the last is that at `shift`. Waits.
void count_keys(const TensorValues& values, std::uint64_t prefix, std::int32_t shift, ValueCounts& counts,
                const gpu::Stream& stream);

}  // namespace texelscope::app
