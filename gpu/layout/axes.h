#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "texelscope/gpu/dimensions.h"

namespace texelscope::gpu {

/// The axis that a number from −count to count − 1 names; nothing for others.
[[nodiscard]] constexpr std::optional<std::size_t> axis_index(std::int64_t axis, std::size_t count) noexcept {
  const auto signed_count = static_cast<std::int64_t>(count);
  if (axis < -signed_count || axis >= signed_count) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(axis < 0 ? axis + signed_count : axis);
}

/// Which numbers name an axis of a rank: "there are axes 0 to 2, or -3 to -1 from the end".
[[nodiscard]] std::string axes_text(std::size_t count);

/// Why these axes are not each axis of the rank once; empty when they are.
[[nodiscard]] std::string permutation_fault(const Dimensions& permutation, std::size_t count);

}  // namespace texelscope::gpu
