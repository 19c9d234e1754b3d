#pragma once

#include <cstdint>

namespace texelscope::gpu {

/// |value|, also of INT64_MIN, which cannot be negated.
[[nodiscard]] constexpr std::uint64_t magnitude(std::int64_t value) noexcept {
  return value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
}

}  // namespace texelscope::gpu
