#include "app/labs/surface/surface_values.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

template <class T>
T channel_of(const std::array<std::byte, 16>& texel, std::size_t channel) {
  T value;
  std::memcpy(&value, texel.data() + channel * sizeof(T), sizeof(T));
  return value;
}

TEST(SurfaceValues, ReadOneToFourNumbers) {
  EXPECT_EQ(numbers_from_text("255, 0.5 -3"), (std::vector<double>{255, 0.5, -3}));
  for (const char* text : {"", " , ", "1 2 3 4 5", "1x", "x", "1,,y"}) {
    EXPECT_THROW((void)numbers_from_text(text), gpu::InvalidArgument) << text;
  }
  const std::vector<double> numbers{1, 0.25, 255};
  EXPECT_EQ(numbers_from_text(text_of_numbers(numbers)), numbers);
}

TEST(SurfaceValues, ConvertToTheBytesOfATexel) {
  const auto bytes = texel_bytes(std::vector<double>{-2, 300}, gpu::DataType::int16, 4);
  EXPECT_EQ(channel_of<std::int16_t>(bytes, 0), -2);
  EXPECT_EQ(channel_of<std::int16_t>(bytes, 1), 300);
  EXPECT_EQ(channel_of<std::int16_t>(bytes, 3), 300) << "the last value applies to the rest";
  EXPECT_EQ(channel_of<std::uint32_t>(texel_bytes(std::vector<double>{4294967295.0}, gpu::DataType::uint32, 1), 0),
            4294967295U);
  EXPECT_EQ(channel_of<std::uint16_t>(texel_bytes(std::vector<double>{0.5}, gpu::DataType::float16, 1), 0), 0x3800);
  EXPECT_EQ(channel_of<float>(texel_bytes(std::vector<double>{1e300}, gpu::DataType::float32, 1), 0),
            std::numeric_limits<float>::infinity());
}

TEST(SurfaceValues, AreRejectedIfAnIntegerFormatCannotRepresentThem) {
  for (const double value : {256.0, -1.0, 0.5, std::numeric_limits<double>::quiet_NaN(), 1e300}) {
    EXPECT_THROW((void)texel_bytes(std::vector<double>{value}, gpu::DataType::uint8, 1), gpu::InvalidArgument) << value;
  }
}

TEST(SurfaceValues, ReadBackWrittenValues) {
  for (const gpu::DataType format :
       {gpu::DataType::uint8, gpu::DataType::uint16, gpu::DataType::uint32, gpu::DataType::int8, gpu::DataType::int16,
        gpu::DataType::int32, gpu::DataType::float16, gpu::DataType::float32}) {
    const auto texel = texel_bytes(std::vector<double>{77}, format, 1);
    EXPECT_EQ(channel_value(texel.data(), format), 77) << to_string(format);
    EXPECT_EQ(channel_text(texel.data(), format), "77") << to_string(format);
    const auto white = texel_bytes(std::vector<double>{white_of(format)}, format, 1);
    EXPECT_EQ(texel_color(white.data(), format, 1, white_of(format)), (Rgb{255, 255, 255})) << to_string(format);
  }
}

TEST(SurfaceValues, NumberTheTexels) {
  const std::vector<std::byte> texels = filled_texels(SurfaceFill::numbers, 40, 10, gpu::DataType::uint8, 2);
  ASSERT_EQ(texels.size(), 800U);
  EXPECT_EQ(texels[2 * (3 * 40 + 5)], std::byte{125});
  EXPECT_EQ(texels[2 * (9 * 40 + 5) + 1], std::byte{(9 * 40 + 5) % 256})
      << "a channel contains the low bits of the number";
}

}  // namespace
}  // namespace texelscope::app
