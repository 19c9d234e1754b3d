#pragma once

#include <cstdint>
#include <vector>

#include "app/labs/tensor/tensor_values.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

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
