#include <gtest/gtest.h>

#include <numeric>

#include "gpu/cpu/texture_unit/axis.h"
#include "gpu/cpu/texture_unit/border_color.h"
#include "gpu/cpu/texture_unit/footprint.h"
#include "gpu/cpu/texture_unit/integer_sum.h"
#include "gpu/cpu/texture_unit/srgb.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

TEST(Weights, SumUpToTheSliceForEveryPairOfFractions) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      for (const int whole : {1, 100, 255, 256}) {
        const std::array<int, 4> weights = slice_weights(whole, a, b);
        ASSERT_EQ(std::accumulate(weights.begin(), weights.end(), 0), whole) << a << ", " << b;
        for (const int weight : weights) {
          ASSERT_TRUE(weight >= 0 && weight <= whole) << a << ", " << b;
        }
      }
    }
  }
}

TEST(Weights, RoundTheUpperRowOnTheLeftAndTheLowerOneOnTheRight) {
  // 0.5 · 0.5 · 3/256 of the right side is 0.75, rounded up; the left side's upper part is 253 · 0.5 = 126.5, rounded
  // up.
  EXPECT_EQ(slice_weights(256, 3, 128), (std::array{127, 1, 126, 2}));
}

TEST(Coordinate, KeepsMoreBitsForLargerTextures) {
  for (const bool is_mipmapped : {false, true}) {
    EXPECT_EQ(fraction_bits(1, is_mipmapped), 21);
    EXPECT_EQ(fraction_bits(8192, is_mipmapped), 21);
    EXPECT_EQ(fraction_bits(8193, is_mipmapped), 22);
    EXPECT_EQ(fraction_bits(16384, is_mipmapped), 22);
  }
  EXPECT_EQ(fraction_bits(16385, false), 22);
  EXPECT_EQ(fraction_bits(16385, true), 23);
  EXPECT_EQ(fraction_bits(65536, false), 22);
  EXPECT_EQ(fraction_bits(65537, false), 23);
  EXPECT_EQ(fraction_bits(131072, false), 23);
}

TEST(Coordinate, TreatsDenormalsAndNaNAsZero) {
  const Axis axis = make_axis(4, AddressMode::border, false, 21);
  EXPECT_EQ(fixed_point(axis, -1e-40F), 0);
  EXPECT_EQ(fixed_point(axis, std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_LT(fixed_point(axis, -std::numeric_limits<float>::min()), 0);
}

TEST(Coordinate, IsFlooredBeforeItIsScaled) {
  // 2/3 + 1 ulp of a float is in the last of three texels only if more than 21 bits are used.
  const float coordinate = 0.66666675F;
  const Axis few = make_axis(3, AddressMode::clamp, true, 21);
  const Axis many = make_axis(3, AddressMode::clamp, true, 24);
  EXPECT_EQ(point_position(few, fixed_point(few, coordinate)), 1);
  EXPECT_EQ(point_position(many, fixed_point(many, coordinate)), 2);
}

TEST(IntegerSum, WidensConstantsOfInt8ByRepeatingBits) {
  for (int value = -127; value <= 127; ++value) {
    const int magnitude = std::abs(value);
    const int repeated = (magnitude << 8) | (magnitude << 1) | (magnitude >> 6);
    // Measured: −64 is the only value whose widened magnitude is 1 greater than its repeated bits.
    const int expected = value == -64 ? -16512 : (value < 0 ? -repeated : repeated);
    EXPECT_EQ(to_16_bits<std::int8_t>(1024 * value), expected) << value;
  }
  EXPECT_EQ(to_16_bits<std::int8_t>(1024 * -128), -32767);
}

TEST(Srgb, DecodesTheEndsExactly) {
  EXPECT_EQ(srgb_table()[0].value(), 0);
  EXPECT_EQ(srgb_table()[255].value(), 1);
  EXPECT_EQ(srgb_table()[1].value(), 20.0F / 65536);  // measured on an H200
  EXPECT_EQ(srgb_table()[184].value(), 31488.0F / 65536);
  EXPECT_EQ(srgb_table()[251].value(), 62976.0F / 65536);
}

TEST(Srgb, EncodesDecodedValuesBack) {
  for (int code = 0; code < 256; ++code) {
    EXPECT_EQ(srgb_code(srgb_table()[static_cast<std::size_t>(code)].value()), code);
  }
  EXPECT_EQ(srgb_code(std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(srgb_code(-1), 0);
  EXPECT_EQ(srgb_code(2), 255);
}

// From the recordings of border colors: 135.4992 with an exponent of 1/2.4, 135.5006 with 0.41666.
TEST(Srgb, EncodesWithTheExponentOfOpenGL) {
  EXPECT_EQ(srgb_code(0.24423335F), 136);
  EXPECT_EQ(srgb_code(0.30275357F), 149);  // 149.4997
}

int border_integer(DataType format, ReadMode read, float color) {
  TextureDescriptor descriptor;
  descriptor.read_mode = read;
  descriptor.border_color = {color, 0, 0, 0};
  const auto texel = border_texel(descriptor, format);
  switch (format) {
    case DataType::int8:
      return load_integer<std::int8_t>(texel.data(), 0);
    case DataType::int16:
      return load_integer<std::int16_t>(texel.data(), 0);
    case DataType::uint8:
      return load_integer<std::uint8_t>(texel.data(), 0);
    default:
      return load_integer<std::uint16_t>(texel.data(), 0);
  }
}

// Values read from an H200.
TEST(BorderColor, IsQuantizedLikeTheHardware) {
  const auto normalized = ReadMode::normalized_float;
  EXPECT_EQ(border_integer(DataType::uint8, normalized, 0.390263796F), 99);  // 99.517 of 255
  EXPECT_EQ(border_integer(DataType::uint8, normalized, 0.802048385F), 205);
  EXPECT_EQ(border_integer(DataType::uint16, normalized, 0.213725507F), 14006);  // 14006.501
  EXPECT_EQ(border_integer(DataType::uint16, normalized, 0.555199444F), 36385);  // 36384.996
  EXPECT_EQ(border_integer(DataType::int8, normalized, -0.0748401731F), -9);     // 9.505 of 127
  EXPECT_EQ(border_integer(DataType::int16, normalized, 0.904950619F), 29652);   // 29652.517
  EXPECT_EQ(border_integer(DataType::int16, normalized, -0.0589772239F), -1933);
  EXPECT_EQ(border_integer(DataType::uint8, normalized, -1), 0);
  EXPECT_EQ(border_integer(DataType::uint8, normalized, std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(border_integer(DataType::int8, normalized, std::numeric_limits<float>::quiet_NaN()), 0);
  EXPECT_EQ(border_integer(DataType::int16, normalized, -7), -32767);
}

TEST(BorderColor, ConvertsToIntegersByTheLowBitsOfTheFloat) {
  EXPECT_EQ(border_integer(DataType::uint8, ReadMode::element, 65519.8984F), 0xE6);
  EXPECT_EQ(border_integer(DataType::int16, ReadMode::element, 65519.8984F), -4122);
}

TEST(BorderColor, TruncatesToFloat16) {
  EXPECT_EQ(border_integer(DataType::float16, ReadMode::element, 0.999999F), 0x3BFF);
  EXPECT_EQ(border_integer(DataType::float16, ReadMode::element, 1e6F), 0x7BFF);
  EXPECT_EQ(border_integer(DataType::float16, ReadMode::element, std::numeric_limits<float>::infinity()), 0x7C00);
  EXPECT_EQ(border_integer(DataType::float16, ReadMode::element, 1e-7F), 1);
}

}  // namespace
}  // namespace texelscope::gpu::cpu::texture_unit
