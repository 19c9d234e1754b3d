#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "app/texture/sample_texture.h"

namespace texelscope::app {

/// How one list of results differs from another.
struct ResultComparison {
  std::uint64_t mismatches = 0;
  /// Of any channel; see ulp_distance().
  std::uint32_t largest_ulp = 0;
  /// The first result that differs.
  std::optional<std::size_t> first;
};

/// How far apart two channels are: floats in units in the last place (the number of floats between them, and one; −0
/// and +0 are one apart), integers in whole numbers. All NaNs are equal, and at no distance that counts, UINT32_MAX,
/// from numbers; nothing else is further apart than that.
[[nodiscard]] std::uint32_t ulp_distance(std::uint32_t a, std::uint32_t b, ResultKind kind) noexcept;

/// Compares result by result, as many as both have.
[[nodiscard]] ResultComparison compare_results(std::span<const FetchedTexel> expected,
                                               std::span<const FetchedTexel> actual, ResultKind kind) noexcept;

}  // namespace texelscope::app
