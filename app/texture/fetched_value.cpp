#include "app/texture/fetched_value.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

namespace texelscope::app {
namespace {

constexpr std::uint32_t unrelated = std::numeric_limits<std::uint32_t>::max();

/// Maps floats to integers in the order of their values; −0 and +0 are adjacent.
std::int64_t position(std::uint32_t bits) {
  const auto magnitude = static_cast<std::int64_t>(bits & 0x7FFFFFFFU);
  return (bits >> 31U) != 0 ? -magnitude - 1 : magnitude;
}

}  // namespace

double number_of(std::uint32_t bits, ResultKind kind) noexcept {
  switch (kind) {
    case ResultKind::floats:
      return std::bit_cast<float>(bits);
    case ResultKind::signed_integers:
      return static_cast<std::int32_t>(bits);
    case ResultKind::unsigned_integers:
      break;
  }
  return bits;
}

std::string number_text(std::uint32_t bits, ResultKind kind) {
  switch (kind) {
    case ResultKind::floats:
      return std::isnan(std::bit_cast<float>(bits)) ? "nan" : fmt::format("{}", std::bit_cast<float>(bits));
    case ResultKind::signed_integers:
      return fmt::format("{}", static_cast<std::int32_t>(bits));
    case ResultKind::unsigned_integers:
      break;
  }
  return fmt::format("{}", bits);
}

std::string bits_text(std::uint32_t bits) { return fmt::format("{:08x}", bits); }

std::uint32_t ulp_distance(std::uint32_t a, std::uint32_t b, ResultKind kind) noexcept {
  if (kind != ResultKind::floats) {
    const double apart = std::abs(number_of(a, kind) - number_of(b, kind));
    return static_cast<std::uint32_t>(apart);
  }
  const bool is_nan_a = std::isnan(std::bit_cast<float>(a));
  const bool is_nan_b = std::isnan(std::bit_cast<float>(b));
  if (is_nan_a || is_nan_b) {
    return is_nan_a == is_nan_b ? 0 : unrelated;
  }
  return static_cast<std::uint32_t>(std::abs(position(a) - position(b)));
}

std::string distance_text(std::uint32_t a, std::uint32_t b, ResultKind kind) {
  const std::uint32_t apart = ulp_distance(a, b, kind);
  if (apart == 0) {
    return a == b ? "equal bits" : "both NaN";
  }
  if (kind == ResultKind::floats) {
    return apart == unrelated ? "NaN and a number" : fmt::format("{} ulp apart", apart);
  }
  return fmt::format("{} apart", apart);
}

}  // namespace texelscope::app
