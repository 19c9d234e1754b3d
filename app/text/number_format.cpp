#include "app/text/number_format.h"

#include <bit>
#include <limits>

namespace texelscope::app {
namespace {

using gpu::ElementKind;
using Kind = NumberFormat::Kind;

static_assert(std::endian::native == std::endian::little, "codes are read in little-endian order");

constexpr NumberFormat small_float(int bits, int exponent_bits, int mantissa_bits, int bias, SpecialCodes specials) {
  return {.kind = Kind::small_float,
          .bits = static_cast<std::uint8_t>(bits),
          .specials = specials,
          .exponent_bits = static_cast<std::uint8_t>(exponent_bits),
          .mantissa_bits = static_cast<std::uint8_t>(mantissa_bits),
          .bias = static_cast<std::int16_t>(bias)};
}

NumberFormat ieee_format(std::int64_t bits) {
  switch (bits) {
    case 16:
      return small_float(16, 5, 10, 15, SpecialCodes::infinities);
    case 32:
      return small_float(32, 8, 23, 127, SpecialCodes::infinities);
    case 64:
      return {.kind = Kind::float64, .bits = 64};
    default:
      static_assert(std::numeric_limits<long double>::digits == 64, "long double must be the x87 extended format");
      return {.kind = Kind::float80, .bits = 128};
  }
}

bool is_text(ElementKind kind) {
  return kind == ElementKind::bytes || kind == ElementKind::unicode || kind == ElementKind::opaque;
}

}  // namespace

NumberFormat number_format(const gpu::ElementType& type) noexcept {
  const auto bits = static_cast<std::uint8_t>(type.bits());
  switch (type.kind()) {
    case ElementKind::boolean:
      return {.kind = Kind::boolean};
    case ElementKind::signed_integer:
      return {.kind = Kind::signed_integer, .bits = bits};
    case ElementKind::unsigned_integer:
      return {.kind = Kind::unsigned_integer, .bits = bits};
    case ElementKind::datetime:
    case ElementKind::timedelta:
      return {.kind = Kind::time, .bits = 64};
    case ElementKind::floating_point:
      return ieee_format(type.bits());
    case ElementKind::complex: {
      NumberFormat format = ieee_format(type.bits() / 2);
      format.is_complex = true;
      return format;
    }
    case ElementKind::bytes:
    case ElementKind::unicode:
    case ElementKind::opaque:
      return {};
    case ElementKind::bfloat16:
      return small_float(16, 8, 7, 127, SpecialCodes::infinities);
    // Biases and special codes as in ml_dtypes.
    case ElementKind::float8_e3m4:
      return small_float(8, 3, 4, 3, SpecialCodes::infinities);
    case ElementKind::float8_e4m3:
      return small_float(8, 4, 3, 7, SpecialCodes::infinities);
    case ElementKind::float8_e4m3b11fnuz:
      return small_float(8, 4, 3, 11, SpecialCodes::negative_zero_nan);
    case ElementKind::float8_e4m3fn:
      return small_float(8, 4, 3, 7, SpecialCodes::one_nan);
    case ElementKind::float8_e4m3fnuz:
      return small_float(8, 4, 3, 8, SpecialCodes::negative_zero_nan);
    case ElementKind::float8_e5m2:
      return small_float(8, 5, 2, 15, SpecialCodes::infinities);
    case ElementKind::float8_e5m2fnuz:
      return small_float(8, 5, 2, 16, SpecialCodes::negative_zero_nan);
    case ElementKind::float8_e8m0fnu:
      return small_float(8, 8, 0, 127, SpecialCodes::one_nan);
    case ElementKind::float6_e2m3fn:
      return small_float(6, 2, 3, 1, SpecialCodes::none);
    case ElementKind::float6_e3m2fn:
      return small_float(6, 3, 2, 3, SpecialCodes::none);
    case ElementKind::float4_e2m1fn:
      return small_float(4, 2, 1, 1, SpecialCodes::none);
  }
  return {};
}

std::int64_t values_per_element(const gpu::ElementType& type) noexcept {
  return is_text(type.kind()) ? type.itemsize() : type.lanes();
}

}  // namespace texelscope::app
