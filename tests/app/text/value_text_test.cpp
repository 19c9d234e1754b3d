#include "app/text/value_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <span>
#include <string>

namespace texelscope::app {
namespace {

using gpu::DataType;
using gpu::ElementKind;
using gpu::ElementType;

template <class T>
std::string text_of(const T& value, const ElementType& type, std::int64_t number = 0) {
  return value_text(std::as_bytes(std::span(&value, 1)), type, number);
}

TEST(ValueText, WritesIntegersInFull) {
  EXPECT_EQ(text_of(std::uint8_t{255}, DataType::uint8), "255");
  EXPECT_EQ(text_of(std::int8_t{-128}, DataType::int8), "-128");
  EXPECT_EQ(text_of(std::int64_t{-5}, ElementType(ElementKind::signed_integer, 64)), "-5");
  EXPECT_EQ(text_of(std::numeric_limits<std::uint64_t>::max(), ElementType(ElementKind::unsigned_integer, 64)),
            "18446744073709551615");
  EXPECT_EQ(text_of(std::uint8_t{1}, ElementType(ElementKind::boolean, 8)), "true");
  EXPECT_EQ(text_of(std::uint8_t{0}, ElementType(ElementKind::boolean, 8)), "false");
}

TEST(ValueText, IsReadBackAsTheSameFloat) {
  std::mt19937 random{3};
  for (int round = 0; round < 5000; ++round) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (!std::isfinite(number)) {
      continue;
    }
    const std::string text = text_of(number, DataType::float32);
    ASSERT_EQ(std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr) + 0.0F),
              std::bit_cast<std::uint32_t>(number + 0.0F))
        << text;
    // No float needs more than nine digits (std::numeric_limits<float>::max_digits10).
    const std::string mantissa = text.substr(0, text.find('e'));
    ASSERT_LE(std::ranges::count_if(mantissa.substr(mantissa.find_first_not_of("-0.")),
                                    [](char character) { return character != '.'; }),
              9)
        << text;
  }
}

TEST(ValueText, WritesSpecialValuesAndDoubles) {
  EXPECT_EQ(text_of(std::numeric_limits<float>::quiet_NaN(), DataType::float32), "nan");
  EXPECT_EQ(text_of(-std::numeric_limits<float>::infinity(), DataType::float32), "-inf");
  EXPECT_EQ(text_of(-0.0F, DataType::float32), "-0");
  EXPECT_EQ(text_of(890.0F, DataType::float32), "890");
  EXPECT_EQ(text_of(-16'777'210.0F, DataType::float32), "-16777210");
  EXPECT_EQ(text_of(1e10F, DataType::float32), "1e+10");
  EXPECT_EQ(text_of(0.1, gpu::element_type_of<double>), "0.1");
  EXPECT_EQ(text_of(16777217.0, gpu::element_type_of<double>), "16777217");
}

TEST(ValueText, ReadsElementsOfLessThanAByte) {
  const std::array pair{std::byte{0x72}};
  EXPECT_EQ(value_text(pair, {ElementKind::float4_e2m1fn, 4, 2}, 0), "1");
  EXPECT_EQ(value_text(pair, {ElementKind::float4_e2m1fn, 4, 2}, 1), "6");
}

TEST(ValueText, WritesHalvesByFewDigits) {
  EXPECT_EQ(text_of(std::uint16_t{0x3555}, DataType::float16), "0.3333");
  EXPECT_EQ(text_of(std::uint16_t{0x7BFF}, DataType::float16), "6.55e+04");
  // Each float16 is recovered from its text.
  for (std::uint32_t code = 1; code < 0x7C00; code += 37) {
    const auto half = static_cast<std::uint16_t>(code);
    const ElementType type(ElementKind::floating_point, 16);
    const double number = std::stod(value_text(std::as_bytes(std::span{&half, 1}), type, 0));
    const double step = std::ldexp(1.0, std::max(static_cast<int>(code >> 10), 1) - 25);
    const double exact =
        code < 0x400 ? std::ldexp(code, -24) : std::ldexp(1024 + (code & 0x3FFU), static_cast<int>(code >> 10) - 25);
    ASSERT_LT(std::abs(number - exact), step / 2) << code;
  }
}

TEST(ValueText, WritesBothPartsOfComplexNumbers) {
  const ElementType type(ElementKind::complex, 64);
  EXPECT_EQ(text_of(std::complex<float>{1.5F, -2}, type), "1.5-2i");
  EXPECT_EQ(text_of(std::complex<float>{0, 0.25F}, type), "0+0.25i");
}

TEST(ShortNumber, FitsIntoItsCell) {
  EXPECT_EQ(short_number(std::nan(""), 3), "nan");
  EXPECT_EQ(short_number(0.5, 6), "0.5");
  EXPECT_EQ(short_number(1.0 / 3, 6), "0.3333");
  for (const double number : {3.14159265358979, -1.0 / 7, 123456.789, 1e-7, -2.5e300}) {
    for (int characters = 8; characters <= 15; ++characters) {
      const std::string text = short_number(number, characters);
      EXPECT_LE(static_cast<int>(text.size()), characters) << number;
      EXPECT_NEAR(std::stod(text), number, std::abs(number) * 0.3) << text;
    }
  }
}

}  // namespace
}  // namespace texelscope::app
