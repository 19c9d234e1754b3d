#include "app/core/percentile.h"

#include <array>
#include <cmath>
#include <numeric>

#include "app/core/tensor_values.h"
#include "app/core/value_counts.h"

namespace texelscope::app {
namespace {

/// The digit of a key whose numbers hold the one at `rank`, which becomes the rank among them.
std::uint64_t digit_at(const ValueCounts& counts, std::uint64_t& rank) {
  std::uint64_t digit = 0;
  while (rank >= counts[digit]) {
    rank -= counts[digit];
    ++digit;
  }
  return digit;
}

/// The finite number at a rank, from 0 on; `first_counts` are those of the keys' first digits.
double number_at_rank(const TensorValues& values, const ValueCounts& first_counts, std::uint64_t rank,
                      const gpu::Stream& stream) {
  constexpr std::int32_t key_bits = 64;
  std::uint64_t key = digit_at(first_counts, rank);
  for (std::int32_t shift = key_bits - 2 * key_digit_bits; shift >= 0; shift -= key_digit_bits) {
    key = key << key_digit_bits | digit_at(key_counts(values, key, shift, stream), rank);
  }
  return number_of_key(key);
}

}  // namespace

NumberRange percentiles_of_slice(const gpu::StridedMemoryView& tensor, const TensorView& view,
                                 const gpu::Stream& stream) {
  const gpu::StridedMemoryView elements = brought_to(elements_of(tensor, view, whole_slice(view, tensor)), stream);
  const TensorValues values = slice_values(elements, view);
  const ValueCounts counts = key_counts(values, 0, 64 - key_digit_bits, stream);
  const std::uint64_t finite = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (finite == 0) {
    return {};
  }
  const auto away = static_cast<std::uint64_t>(static_cast<double>(finite - 1) * view.percentile / 100);
  return {number_at_rank(values, counts, away, stream), number_at_rank(values, counts, finite - 1 - away, stream)};
}

}  // namespace texelscope::app
