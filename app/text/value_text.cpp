#include "app/text/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/text/number_format.h"

namespace texelscope::app {
namespace {

using Kind = NumberFormat::Kind;

/// The fewest digits from which the same number is recovered at a precision of `bits` bits.
std::string shortest(double number, int bits) {
  // Not 8.9e+02: whole numbers of that precision are exact.
  if (std::trunc(number) == number && std::abs(number) < std::ldexp(1.0, bits)) {
    return fmt::format("{:.0f}", number);
  }
  const int max_digits = static_cast<int>(std::ceil(bits * 0.30103)) + 1;
  for (int digits = 1; digits < max_digits; ++digits) {
    std::string text = fmt::format("{:.{}g}", number, digits);
    const double back = std::stod(text);
    // Accepts a number within half a step of that precision.
    if (std::abs(back - number) <= std::ldexp(std::abs(number), -bits - 1)) {
      return text;
    }
  }
  return fmt::format("{:.{}g}", number, max_digits);
}

std::string float_text(const std::uint8_t* at, int first_bit, const NumberFormat& format) {
  const double number = detail::decode_number(at, first_bit, format);
  if (!std::isfinite(number) || number == 0) {
    return std::isnan(number) ? "nan" : fmt::format("{}", number);
  }
  if (format.kind == Kind::float80) {
    long double exact = 0;
    std::memcpy(&exact, at, sizeof(exact));
    return fmt::format("{}", exact);
  }
  return format.kind == Kind::float64 ? fmt::format("{}", number) : shortest(number, format.mantissa_bits + 1);
}

std::string number_text(const std::uint8_t* at, int first_bit, const NumberFormat& format) {
  const std::uint64_t code = format.kind == Kind::float80 ? 0 : detail::load_code(at, first_bit, format.bits);
  switch (format.kind) {
    case Kind::boolean:
      return code != 0 ? "true" : "false";
    case Kind::unsigned_integer:
      return fmt::format("{}", code);
    case Kind::signed_integer:
    case Kind::time: {
      const auto number = static_cast<std::int64_t>(code << (64 - format.bits)) >> (64 - format.bits);
      return format.kind == Kind::time && code == std::uint64_t{1} << 63 ? "not a time" : fmt::format("{}", number);
    }
    default:
      return float_text(at, first_bit, format);
  }
}

}  // namespace

std::string value_text(std::span<const std::byte> element, const gpu::ElementType& type, std::int64_t value) {
  const NumberFormat format = number_format(type);
  const std::int64_t bit = value * format.value_bits();
  const auto* const at = reinterpret_cast<const std::uint8_t*>(element.data()) + bit / 8;
  const int first_bit = static_cast<int>(bit % 8);
  if (!format.is_complex) {
    return number_text(at, first_bit, format);
  }
  const std::string imaginary = number_text(at + format.bits / 8, 0, format);
  return fmt::format("{}{}{}i", number_text(at, 0, format), imaginary.starts_with('-') ? "" : "+", imaginary);
}

std::string short_number(double number, int characters) {
  if (std::isnan(number)) {
    return "nan";
  }
  std::string text = fmt::format("{:g}", number);
  for (int digits = std::min(characters, 15); digits >= 1; --digits) {
    text = fmt::format("{:.{}g}", number, digits);
    if (static_cast<int>(text.size()) <= characters) {
      break;
    }
  }
  return text;
}

}  // namespace texelscope::app
