#include "app/core/element_value.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace texelscope::app {
namespace {

using gpu::ElementKind;

template <class T>
double number_at(const std::byte* element) noexcept {
  T value;
  std::memcpy(&value, element, sizeof(T));
  const auto number = static_cast<double>(value);
  return std::isfinite(number) ? number : 0;
}

template <class T>
void set_number(std::byte* element, T value) noexcept {
  std::memcpy(element, &value, sizeof(T));
}

/// IEEE 754 binary16, its subnormal numbers too.
double half_at(const std::byte* element) noexcept {
  std::uint16_t bits = 0;
  std::memcpy(&bits, element, sizeof(bits));
  const int exponent = bits >> 10 & 0x1F;
  const double fraction = (bits & 0x3FF) / 1024.0;
  if (exponent == 0x1F) {
    return 0;
  }
  const double magnitude = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
  return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

double real_at(const std::byte* element, std::int64_t bits) noexcept {
  switch (bits) {
    case 16:
      return half_at(element);
    case 32:
      return number_at<float>(element);
    case 64:
      return number_at<double>(element);
    default:
      return number_at<long double>(element);
  }
}

double integer_at(const std::byte* element, std::int64_t bits, bool is_signed) noexcept {
  switch (bits) {
    case 16:
      return is_signed ? number_at<std::int16_t>(element) : number_at<std::uint16_t>(element);
    case 32:
      return is_signed ? number_at<std::int32_t>(element) : number_at<std::uint32_t>(element);
    case 64:
      return is_signed ? number_at<std::int64_t>(element) : number_at<std::uint64_t>(element);
    default:
      return is_signed ? number_at<std::int8_t>(element) : number_at<std::uint8_t>(element);
  }
}

}  // namespace

double element_value(const std::byte* element, const gpu::ElementType& type) noexcept {
  switch (type.kind()) {
    case ElementKind::floating_point:
      return real_at(element, type.bits());
    case ElementKind::complex:
      return real_at(element, type.bits() / 2);
    case ElementKind::signed_integer:
    case ElementKind::unsigned_integer:
      return integer_at(element, type.bits(), type.kind() == ElementKind::signed_integer);
    case ElementKind::datetime:
    case ElementKind::timedelta:
      return number_at<std::int64_t>(element);
    default:
      return number_at<std::uint8_t>(element);
  }
}

void set_element_brightness(std::byte* element, const gpu::ElementType& type, double brightness) noexcept {
  const double scaled = std::clamp(brightness, 0.0, 1.0);
  if (type.kind() == ElementKind::unsigned_integer && type.bits() == 16) {
    set_number(element, static_cast<std::uint16_t>(scaled * std::numeric_limits<std::uint16_t>::max() + 0.5));
  } else if (type.kind() == ElementKind::floating_point && type.bits() == 32) {
    set_number(element, static_cast<float>(scaled));
  } else if (type.kind() == ElementKind::floating_point && type.bits() == 64) {
    set_number(element, scaled);
  } else if (type.kind() == ElementKind::complex && type.bits() == 128) {
    set_number(element, scaled);
    set_number(element + sizeof(double), 0.0);
  } else {
    std::memset(element, static_cast<int>(scaled * 255 + 0.5), static_cast<std::size_t>(type.itemsize()));
  }
}

}  // namespace texelscope::app
