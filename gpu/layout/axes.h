#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "texelscope/gpu/dimensions.h"

namespace texelscope::gpu {

/// The axis for a number from −count to count − 1; nullopt for others.
[[nodiscard]] constexpr std::optional<std::size_t> axis_index(std::int64_t axis, std::size_t count) noexcept {
  const auto signed_count = static_cast<std::int64_t>(count);
  if (axis < -signed_count || axis >= signed_count) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(axis < 0 ? axis + signed_count : axis);
}

/// The valid axis numbers of a rank: "the axes are 0 to 2, or -3 to -1 from the end".
[[nodiscard]] std::string axes_text(std::size_t count);

/// The reason why these axes are not a permutation; empty if they are.
[[nodiscard]] std::string permutation_fault(const Dimensions& permutation, std::size_t count);

}  // namespace texelscope::gpu
