#pragma once

#include <cstdint>
#include <optional>

namespace texelscope::gpu {

/// a · b; nullopt if the product does not fit in 64 bits.
[[nodiscard]] inline std::optional<std::uint64_t> checked_multiply(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    return std::nullopt;
  }
  return product;
}

}  // namespace texelscope::gpu
