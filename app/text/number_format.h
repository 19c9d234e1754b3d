#pragma once

#include <cstdint>
#include <cstring>

#include "texelscope/gpu/element_type.h"
#include "texelscope/kernels/bits.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/roots.h"
#include "texelscope/kernels/trigonometry.h"

namespace texelscope::app {

/// The meaning of the codes with the largest exponent in a floating-point format.
enum class SpecialCodes : std::uint8_t {
  /// IEEE 754: infinity with a mantissa of 0, otherwise NaN.
  infinities,
  /// The code of all ones is NaN; the rest are ordinary numbers.
  one_nan,
  /// Ordinary numbers; the code of negative zero is NaN.
  negative_zero_nan,
  /// Ordinary numbers.
  none
};

/// The encoding of one value as a number: plain data for kernels.
struct NumberFormat {
  enum class Kind : std::uint8_t {
    boolean,
    unsigned_integer,
    signed_integer,
    /// A count, whose lowest value is NumPy's "not a time".
    time,
    /// Sign, exponent and mantissa with at most 32 bits in total, as specified by the members below.
    small_float,
    float64,
    /// x87's format: an integer bit before the fraction.
    float80
  };
  Kind kind = Kind::unsigned_integer;
  /// Bits of a number, or of one part of a complex number.
  std::uint8_t bits = 8;
  bool is_complex = false;
  SpecialCodes specials = SpecialCodes::infinities;
  std::uint8_t exponent_bits = 0;
  std::uint8_t mantissa_bits = 0;
  std::int16_t bias = 0;

  /// Bits of a whole value, including both parts of a complex number.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int64_t value_bits() const {
    return static_cast<std::int64_t>(bits) * (is_complex ? 2 : 1);
  }
  bool operator==(const NumberFormat&) const noexcept = default;
};

/// The real number that represents a complex number.
enum class ComplexPart : std::uint8_t { magnitude, phase, real, imaginary };

/// The format of a type's values; strings and opaque elements are read as bytes.
[[nodiscard]] NumberFormat number_format(const gpu::ElementType& type) noexcept;
/// The number of values of that format in one element.
[[nodiscard]] std::int64_t values_per_element(const gpu::ElementType& type) noexcept;

namespace detail {

template <class T>
TEXELSCOPE_KERNEL_FUNCTION T load(const std::uint8_t* at) {
  T value;
#ifdef __CUDA_ARCH__
  // A GPU can only read aligned words, and copies bytes one by one.
  if (reinterpret_cast<std::uintptr_t>(at) % alignof(T) == 0) {
    return *reinterpret_cast<const T*>(at);
  }
#endif
  memcpy(&value, at, sizeof(T));
  return value;
}

/// A code of at most 64 bits, starting at any bit of a byte; reads only bytes that it covers.
TEXELSCOPE_KERNEL_FUNCTION std::uint64_t load_code(const std::uint8_t* at, std::int32_t first_bit, std::int32_t bits) {
  switch (bits) {
    case 8:
      return *at;
    case 16:
      return load<std::uint16_t>(at);
    case 32:
      return load<std::uint32_t>(at);
    case 64:
      return load<std::uint64_t>(at);
    default: {
      std::uint32_t code = *at;
      if (first_bit + bits > 8) {
        code |= static_cast<std::uint32_t>(at[1]) << 8;
      }
      return (code >> first_bit) & ((1U << bits) - 1);
    }
  }
}

/// 2 to a power of −1022 … 1023.
TEXELSCOPE_KERNEL_FUNCTION double power_of_two(std::int32_t exponent) {
  return kernels::double_of(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

TEXELSCOPE_KERNEL_FUNCTION double not_a_number() { return kernels::double_of(0x7FF8000000000000U); }
TEXELSCOPE_KERNEL_FUNCTION double infinity() { return kernels::double_of(0x7FF0000000000000U); }

/// The value is exact, because a double can represent every small float.
TEXELSCOPE_KERNEL_FUNCTION double decode_small_float(std::uint64_t code, const NumberFormat& format) {
  if (format.mantissa_bits == 23 && format.exponent_bits == 8 && format.bias == 127 &&
      format.specials == SpecialCodes::infinities) {
    // The processor's own format, which large tensors have.
    const float number = kernels::float_of(static_cast<std::uint32_t>(code));
    return number == number ? static_cast<double>(number) : not_a_number();
  }
  const std::uint64_t all_mantissa = (std::uint64_t{1} << format.mantissa_bits) - 1;
  const std::uint64_t all_exponent = (std::uint64_t{1} << format.exponent_bits) - 1;
  const std::uint64_t mantissa = code & all_mantissa;
  const auto exponent = static_cast<std::int32_t>((code >> format.mantissa_bits) & all_exponent);
  const bool is_negative = ((code >> (format.mantissa_bits + format.exponent_bits)) & 1U) != 0;
  if (static_cast<std::uint64_t>(exponent) == all_exponent) {
    if (format.specials == SpecialCodes::infinities) {
      return mantissa != 0 ? not_a_number() : (is_negative ? -infinity() : infinity());
    }
    if (format.specials == SpecialCodes::one_nan && mantissa == all_mantissa) {
      return not_a_number();
    }
  }
  if (format.specials == SpecialCodes::negative_zero_nan && is_negative && exponent == 0 && mantissa == 0) {
    return not_a_number();
  }
  // Without a mantissa, there are only powers of two: no zero, nothing subnormal.
  const bool is_normal = exponent > 0 || format.mantissa_bits == 0;
  const double significand = static_cast<double>(is_normal ? mantissa + all_mantissa + 1 : mantissa);
  const std::int32_t scale = (is_normal ? exponent : 1) - format.bias - format.mantissa_bits;
  const double magnitude = significand * power_of_two(scale);
  return is_negative ? -magnitude : magnitude;
}

/// The nearest double; infinite beyond its range, and 0 below the smallest normal double.
TEXELSCOPE_KERNEL_FUNCTION double decode_float80(const std::uint8_t* at) {
  const auto significand = load<std::uint64_t>(at);
  const auto upper = load<std::uint16_t>(at + 8);
  const std::int32_t exponent = upper & 0x7FFF;
  double magnitude = 0;
  if (exponent == 0x7FFF) {
    magnitude = (significand << 1) != 0 ? not_a_number() : infinity();
  } else if (const std::int32_t power = exponent - 16383; power > 1023) {
    magnitude = infinity();
  } else if (power >= -1022) {
    magnitude = static_cast<double>(significand) * 0x1p-63 * power_of_two(power);
  }
  return (upper & 0x8000) != 0 ? -magnitude : magnitude;
}

/// One number: a value, or one part of a complex number.
TEXELSCOPE_KERNEL_FUNCTION double decode_number(const std::uint8_t* at, std::int32_t first_bit,
                                                const NumberFormat& format) {
  if (format.kind == NumberFormat::Kind::float80) {
    return decode_float80(at);
  }
  const std::uint64_t code = load_code(at, first_bit, format.bits);
  switch (format.kind) {
    case NumberFormat::Kind::boolean:
      return code != 0 ? 1 : 0;
    case NumberFormat::Kind::unsigned_integer:
      return static_cast<double>(code);
    case NumberFormat::Kind::small_float:
      return decode_small_float(code, format);
    case NumberFormat::Kind::float64:
      return kernels::double_of(code);
    default: {
      const std::int32_t unused = 64 - format.bits;
      const std::int64_t number = static_cast<std::int64_t>(code << unused) >> unused;
      const bool is_time = format.kind == NumberFormat::Kind::time;
      return is_time && code == std::uint64_t{1} << 63 ? not_a_number() : static_cast<double>(number);
    }
  }
}

/// sqrt(re² + im²) without intermediate overflow; infinite if either part is, even if the other is NaN.
TEXELSCOPE_KERNEL_FUNCTION double magnitude_of(double real, double imaginary) {
  const double a = real < 0 ? -real : real;
  const double b = imaginary < 0 ? -imaginary : imaginary;
  if (a == infinity() || b == infinity()) {
    return infinity();
  }
  const double larger = a > b ? a : b;
  const double smaller = a > b ? b : a;
  if (!(larger > 0) || smaller != smaller) {
    return a + b;
  }
  const double ratio = smaller / larger;
  return larger * kernels::detail::square_root_of_double(1.0 + ratio * ratio);
}

/// −π … π in float precision.
TEXELSCOPE_KERNEL_FUNCTION double phase_of(double real, double imaginary) {
  const double a = real < 0 ? -real : real;
  const double b = imaginary < 0 ? -imaginary : imaginary;
  const double larger = a > b ? a : b;
  // Both parts are divided by the larger one, so that they are neither too small nor too large for a float. Beside an
  // infinite part, a finite one must stay finite.
  const double scale = larger > 0x1p1023 ? 0x1p1023 : larger > 0 ? larger : 1.0;
  return static_cast<double>(
      kernels::arctangent2(static_cast<float>(imaginary / scale), static_cast<float>(real / scale)));
}

}  // namespace detail

/// The number that a value represents, starting at any bit of its first byte; the same bits on every device. Exact
/// except for integers beyond 2⁵³ and 80-bit numbers, which are rounded to the nearest double.
TEXELSCOPE_KERNEL_FUNCTION double number_at(const std::uint8_t* value, std::int32_t first_bit,
                                            const NumberFormat& format, ComplexPart part) {
  if (!format.is_complex) {
    return detail::decode_number(value, first_bit, format);
  }
  const double real = detail::decode_number(value, 0, format);
  const double imaginary = detail::decode_number(value + format.bits / 8, 0, format);
  switch (part) {
    case ComplexPart::magnitude:
      return detail::magnitude_of(real, imaginary);
    case ComplexPart::phase:
      return detail::phase_of(real, imaginary);
    case ComplexPart::real:
      return real;
    case ComplexPart::imaginary:
      return imaginary;
  }
  return 0;
}

}  // namespace texelscope::app
