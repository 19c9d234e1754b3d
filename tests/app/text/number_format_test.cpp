#include "app/text/number_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <set>
#include <vector>

#include "app/device/element_value.h"

namespace texelscope::app {
namespace {

using gpu::ElementKind;
using gpu::ElementType;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

double decode(const void* bytes, const ElementType& type, std::int64_t lane = 0, ComplexPart part = ComplexPart::real) {
  const NumberFormat format = number_format(type);
  const std::int64_t bit = lane * format.value_bits();
  return number_at(static_cast<const std::uint8_t*>(bytes) + bit / 8, static_cast<int>(bit % 8), format, part);
}

template <class T>
double decode(T number) {
  return decode(&number, gpu::element_type_of<T>);
}

/// A small format according to its publication, decoded without bit arithmetic: codes are counted upward from 0, and
/// each is one step of its binade above the previous code.
struct Published {
  ElementKind kind;
  int bits;
  int mantissa_bits;
  /// The value of code 0, without its sign bit, and the distance to the next code.
  double least;
  double step;
  /// The largest finite number, and the number of codes of one sign above it.
  double largest;
  int codes_above;
  /// Whether the lowest of those codes is infinity. All others are NaN.
  bool has_infinity = false;
  bool has_sign = true;
  bool is_negative_zero_nan = false;
};

/// From the README and finfo of ml_dtypes: the largest numbers, the smallest steps, and the codes that are not numbers.
const std::array published = {
    Published{ElementKind::float8_e3m4, 8, 4, 0, 0x1p-6, 15.5, 16, true},
    Published{ElementKind::float8_e4m3, 8, 3, 0, 0x1p-9, 240, 8, true},
    Published{ElementKind::float8_e4m3fn, 8, 3, 0, 0x1p-9, 448, 1},
    Published{ElementKind::float8_e4m3fnuz, 8, 3, 0, 0x1p-10, 240, 0, false, true, true},
    Published{ElementKind::float8_e4m3b11fnuz, 8, 3, 0, 0x1p-13, 30, 0, false, true, true},
    Published{ElementKind::float8_e5m2, 8, 2, 0, 0x1p-16, 57344, 4, true},
    Published{ElementKind::float8_e5m2fnuz, 8, 2, 0, 0x1p-17, 57344, 0, false, true, true},
    Published{ElementKind::float8_e8m0fnu, 8, 0, 0x1p-127, 0x1p-127, 0x1p127, 1, false, false},
    Published{ElementKind::float6_e2m3fn, 6, 3, 0, 0.125, 7.5, 0},
    Published{ElementKind::float6_e3m2fn, 6, 2, 0, 0.0625, 28, 0},
    Published{ElementKind::float4_e2m1fn, 4, 1, 0, 0.5, 6, 0},
    Published{ElementKind::floating_point, 16, 10, 0, 0x1p-24, 65504, 1024, true},
    Published{ElementKind::bfloat16, 16, 7, 0, 0x1p-133, 0x1.FEp127, 128, true},
};

/// The numbers of all codes of one sign.
std::vector<double> count_up(const Published& format) {
  const int codes = 1 << (format.bits - (format.has_sign ? 1 : 0));
  std::vector<double> numbers;
  double number = format.least;
  double step = format.step;
  for (int code = 0; code < codes - format.codes_above; ++code) {
    // Each binade has 2^mantissa_bits codes. After the first normal binade, its steps are twice as long as in the
    // previous one.
    const int binade = 1 << format.mantissa_bits;
    if (code > 2 * binade && code % binade == 1) {
      step *= 2;
    }
    if (format.mantissa_bits == 0 && code > 0) {
      step = number;
    }
    numbers.push_back(code == 0 ? format.least : number += step);
  }
  if (format.codes_above > 0) {
    numbers.resize(static_cast<std::size_t>(codes), not_a_number);
    if (format.has_infinity) {
      numbers[static_cast<std::size_t>(codes - format.codes_above)] = infinite;
    }
  }
  return numbers;
}

TEST(NumberFormat, DecodesEveryCodeOfTheSmallFormats) {
  for (const Published& format : published) {
    const std::int64_t lanes = format.bits == 6 ? 4 : format.bits == 4 ? 2 : 1;
    const ElementType type(format.kind, format.bits, lanes);
    const std::vector<double> expected = count_up(format);
    double largest = 0;
    for (std::uint32_t code = 0; code < 1U << format.bits; ++code) {
      const std::uint32_t sign_bit = format.has_sign ? 1U << (format.bits - 1) : 0;
      const bool is_negative = (code & sign_bit) != 0;
      double number = expected[code & ~sign_bit];
      number = is_negative ? -number : number;
      if (format.is_negative_zero_nan && code == sign_bit) {
        number = not_a_number;
      }
      for (std::int64_t lane = 0; lane < lanes; ++lane) {
        const std::uint32_t others = lane % 2 == 0 ? 0xFFFFFFFFU : 0;
        const auto shift = static_cast<std::uint32_t>(lane * format.bits);
        const std::uint32_t mask = ((1U << format.bits) - 1) << shift;
        const std::uint32_t word = (others & ~mask) | code << shift;
        const double decoded = decode(&word, type, lane);
        ASSERT_EQ(std::isnan(decoded), std::isnan(number)) << to_string(type) << " code " << code;
        if (!std::isnan(number)) {
          ASSERT_EQ(decoded, number) << to_string(type) << " code " << code << " lane " << lane;
          ASSERT_EQ(std::signbit(decoded), is_negative) << to_string(type) << " code " << code;
        }
        largest = std::isfinite(decoded) ? std::max(largest, decoded) : largest;
      }
    }
    EXPECT_EQ(largest, format.largest) << to_string(type);
  }
}

TEST(NumberFormat, ReadsIntegersFloatsAndBooleans) {
  EXPECT_EQ(decode(std::int8_t{-3}), -3);
  EXPECT_EQ(decode(std::uint16_t{65535}), 65535);
  EXPECT_EQ(decode(std::int32_t{-70000}), -70000);
  EXPECT_EQ(decode(std::numeric_limits<std::int64_t>::min()), -0x1p63);
  EXPECT_EQ(decode(std::numeric_limits<std::uint64_t>::max()), 0x1p64) << "the value is rounded to the nearest double";
  EXPECT_EQ(decode(std::numeric_limits<float>::denorm_min()), 0x1p-149);
  EXPECT_EQ(decode(-std::numeric_limits<float>::max()), -static_cast<double>(std::numeric_limits<float>::max()));
  EXPECT_EQ(decode(std::numeric_limits<double>::denorm_min()), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(decode(-infinite), -infinite);
  EXPECT_EQ(decode(true), 1);
  const std::uint8_t other_truth = 7;
  EXPECT_EQ(decode(&other_truth, {ElementKind::boolean, 8}), 1);
}

TEST(NumberFormat, ReadsLongDoublesAsTheNearestDouble) {
  for (const long double number : {0.0L, 1.0L, -1.5L, 0.1L, 1e300L, -1e-300L, 0x1.fffffffffffff7p10L}) {
    EXPECT_EQ(decode(number), static_cast<double>(number));
  }
  // Both ends of the range of normal doubles.
  for (const long double number : {0x1p1023L, 0x1.fffffffffffffp1023L, 0x1.fffffffffffffffep1023L, 0x1p1024L,
                                   0x1p-1022L, -0x1p-1022L, 0x1.8p-1022L}) {
    EXPECT_EQ(decode(number), static_cast<double>(number));
  }
  EXPECT_EQ(decode(0x1.8p-1023L), 0);
  EXPECT_EQ(decode(std::numeric_limits<long double>::max()), infinite);
  EXPECT_EQ(decode(-std::numeric_limits<long double>::infinity()), -infinite);
  EXPECT_TRUE(std::isnan(decode(std::numeric_limits<long double>::quiet_NaN())));
  EXPECT_EQ(decode(std::numeric_limits<long double>::min()), 0);
}

TEST(NumberFormat, ReadsIntegersOfLessThanAByteInTheirLanes) {
  const std::uint8_t byte = 0b11'10'01'00;
  for (std::int64_t lane = 0; lane < 4; ++lane) {
    EXPECT_EQ(decode(&byte, {ElementKind::unsigned_integer, 2, 4}, lane), static_cast<double>(lane));
    EXPECT_EQ(decode(&byte, {ElementKind::signed_integer, 2, 4}, lane), lane < 2 ? lane : lane - 4);
  }
}

TEST(NumberFormat, ReadsNotATimeAsNaN) {
  const std::array<std::int64_t, 2> times{std::numeric_limits<std::int64_t>::min(), 1700000000};
  const ElementType type(ElementKind::datetime, 64, 1, {gpu::TimeBase::second, 1});
  EXPECT_TRUE(std::isnan(decode(&times[0], type)));
  EXPECT_EQ(decode(&times[1], type), 1700000000);
}

template <class T>
void expect_parts(std::complex<T> number) {
  const auto part = [&](ComplexPart which) { return decode(&number, gpu::element_type_of<std::complex<T>>, 0, which); };
  const std::complex<double> reference(number);
  EXPECT_EQ(part(ComplexPart::real), reference.real());
  EXPECT_EQ(part(ComplexPart::imaginary), reference.imag());
  const double magnitude = std::abs(reference);
  EXPECT_NEAR(part(ComplexPart::magnitude), magnitude, 4e-16 * magnitude);
  EXPECT_NEAR(part(ComplexPart::phase), std::arg(reference), 3e-7);
}

TEST(NumberFormat, SplitsComplexNumbers) {
  for (const auto& [real, imaginary] : {std::pair{3.0, 4.0}, {-3.0, 4.0}, {0.0, -2.0}, {0x1p-27, 1.0}, {0.0, 0.0}}) {
    expect_parts(std::complex(real, imaginary));
    expect_parts(std::complex(static_cast<float>(real), static_cast<float>(imaginary)));
    expect_parts(std::complex<long double>(real, imaginary));
  }
  expect_parts(std::complex(1e300, -1e300));
  expect_parts(std::complex(3e-320, 4e-320));
  const gpu::ElementType type = gpu::element_type_of<std::complex<double>>;
  for (const std::complex<double> number :
       {std::complex{infinite, not_a_number}, {not_a_number, -infinite}, {1.0, infinite}, {-infinite, 1.0}}) {
    EXPECT_EQ(decode(&number, type, 0, ComplexPart::magnitude), infinite) << number;
  }
  for (const std::complex<double> number : {std::complex{1.0, infinite}, {-infinite, 1.0}, {infinite, -1e300}}) {
    EXPECT_NEAR(decode(&number, type, 0, ComplexPart::phase), std::arg(number), 3e-7) << number;
  }
}

TEST(NumberFormat, ReadsTextsAndOpaqueElementsAsBytes) {
  const std::array<std::uint8_t, 8> bytes{1, 2, 3, 4, 5, 6, 7, 8};
  for (const ElementType type :
       {ElementType(ElementKind::bytes, 8, 8), {ElementKind::unicode, 32, 2}, {ElementKind::opaque, 8, 8}}) {
    ASSERT_EQ(values_per_element(type), 8);
    EXPECT_EQ(decode(bytes.data(), type, 6), 7);
  }
  EXPECT_EQ(values_per_element({ElementKind::float4_e2m1fn, 4, 2}), 2);
}

TEST(ElementValue, ShowsSmallFloatsAsNumbers) {
  const std::byte code{0x7E};
  EXPECT_EQ(element_value(&code, {ElementKind::float8_e4m3fn, 8}), 448);
  const std::byte nan_code{0x7F};
  EXPECT_EQ(element_value(&nan_code, {ElementKind::float8_e4m3fn, 8}), 0);
}

}  // namespace
}  // namespace texelscope::app
