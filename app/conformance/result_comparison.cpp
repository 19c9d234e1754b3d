#include "app/conformance/result_comparison.h"

#include <algorithm>

namespace texelscope::app {
namespace {

bool is_nan(std::uint32_t bits) { return (bits & 0x7FFFFFFFU) > 0x7F800000U; }

/// The place of a float among all of them in order; −0 stands before +0.
std::int64_t place_of(std::uint32_t bits) {
  const std::int64_t magnitude = bits & 0x7FFFFFFFU;
  return (bits & 0x80000000U) != 0 ? -magnitude - 1 : magnitude;
}

std::int64_t number_of(std::uint32_t bits, ResultKind kind) {
  switch (kind) {
    case ResultKind::floats:
      return place_of(bits);
    case ResultKind::signed_integers:
      return static_cast<std::int32_t>(bits);
    default:
      return bits;
  }
}

}  // namespace

std::uint32_t ulp_distance(std::uint32_t a, std::uint32_t b, ResultKind kind) noexcept {
  if (a == b) {
    return 0;
  }
  if (kind == ResultKind::floats && (is_nan(a) || is_nan(b))) {
    return is_nan(a) && is_nan(b) ? 0 : UINT32_MAX;
  }
  const std::int64_t distance = number_of(a, kind) - number_of(b, kind);
  return static_cast<std::uint32_t>(distance < 0 ? -distance : distance);
}

ResultComparison compare_results(std::span<const FetchedTexel> expected, std::span<const FetchedTexel> actual,
                                 ResultKind kind) noexcept {
  ResultComparison comparison;
  const std::size_t count = std::min(expected.size(), actual.size());
  for (std::size_t index = 0; index < count; ++index) {
    if (expected[index] == actual[index]) {
      continue;
    }
    std::uint32_t largest = 0;
    for (std::size_t channel = 0; channel < 4; ++channel) {
      largest = std::max(largest, ulp_distance(expected[index][channel], actual[index][channel], kind));
    }
    if (largest != 0) {
      ++comparison.mismatches;
      comparison.largest_ulp = std::max(comparison.largest_ulp, largest);
      if (!comparison.first) {
        comparison.first = index;
      }
    }
  }
  return comparison;
}

}  // namespace texelscope::app
