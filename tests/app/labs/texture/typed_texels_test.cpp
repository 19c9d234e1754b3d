#include "app/labs/texture/texture_input.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "app/text/parameter.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

using gpu::DataType;
using kernels::TextureShape;

template <class T>
std::vector<T> numbers(const TextureSource& source) {
  std::vector<T> all(source.texels.size() / sizeof(T));
  std::memcpy(all.data(), source.texels.data(), source.texels.size());
  return all;
}

std::string error_of(const char* text, TextureShape shape, DataType format, int num_channels) {
  try {
    static_cast<void>(parse_texels(text, shape, format, num_channels));
    return "";
  } catch (const ParameterError& error) {
    return error.what();
  }
}

TEST(TypedTexels, AreRowsOfTexelsOfOneNumberOrOneForEachChannel) {
  const TextureSource gray = parse_texels("0 1; 2 3", TextureShape::texture_2d, DataType::uint8, 1);
  EXPECT_EQ(gray.array.shape, gpu::Extent(2, 2));
  EXPECT_EQ(numbers<std::uint8_t>(gray), (std::vector<std::uint8_t>{0, 1, 2, 3}));
  const TextureSource color = parse_texels(" 1,2,3,4\t9 \n 5 6 ", TextureShape::texture_2d, DataType::int16, 4);
  EXPECT_EQ(numbers<std::int16_t>(color), (std::vector<std::int16_t>{1, 2, 3, 4, 9, 9, 9, 9, 5, 5, 5, 5, 6, 6, 6, 6}));
}

TEST(TypedTexels, AreOfEveryShape) {
  const auto array = [](const char* text, TextureShape shape) {
    return parse_texels(text, shape, DataType::float32, 1).array;
  };
  EXPECT_EQ(array("1 2 3", TextureShape::texture_1d).shape, gpu::Extent(3));
  EXPECT_EQ(array("1 2; 3 4 | 5 6; 7 8 | 9 9; 9 9", TextureShape::texture_3d).shape, gpu::Extent(2, 2, 3));
  const gpu::ArrayDescriptor rows = array("1 2 3; 4 5 6", TextureShape::layered_1d);
  EXPECT_EQ(rows.shape, gpu::Extent(3));
  EXPECT_EQ(rows.num_layers, 2U);
  EXPECT_EQ(array("1 2 | 3 4 | 5 6", TextureShape::layered_2d).num_layers, 3U);
  const gpu::ArrayDescriptor cube = array("1|2|3|4|5|6", TextureShape::cube_map);
  EXPECT_EQ(cube.kind, gpu::ArrayKind::cube_map);
  EXPECT_EQ(cube.num_slices(), 6U);
  EXPECT_EQ(array("1|2|3|4|5|6|7|8|9|10|11|12", TextureShape::layered_cube_map).num_layers, 2U);
}

TEST(TypedTexels, PreserveTheValuesOfFloats) {
  const auto floats =
      numbers<float>(parse_texels("-0.1 1e30 inf nan 1e99", TextureShape::texture_1d, DataType::float32, 1));
  EXPECT_EQ(floats[0], -0.1F);
  EXPECT_EQ(floats[1], 1e30F);
  EXPECT_EQ(floats[2], INFINITY);
  EXPECT_TRUE(std::isnan(floats[3]));
  EXPECT_EQ(floats[4], INFINITY);
  const auto halves = numbers<std::uint16_t>(parse_texels("0.1 -2", TextureShape::texture_1d, DataType::float16, 1));
  EXPECT_EQ(halves[0], kernels::float16_from_float32(0.1F));
  EXPECT_EQ(halves[1], 0xC000U);
}

TEST(TypedTexels, NameTheWrongTexel) {
  const auto expect_error = [](const char* text, TextureShape shape, DataType format, int channels,
                               const char* expected) {
    EXPECT_NE(error_of(text, shape, format, channels).find(expected), std::string::npos)
        << text << ": " << error_of(text, shape, format, channels);
  };
  expect_error("", TextureShape::texture_2d, DataType::uint8, 1, "there are no texels");
  expect_error(" ; ", TextureShape::texture_2d, DataType::uint8, 1, "there are no texels");
  expect_error("0 1; 2 x", TextureShape::texture_2d, DataType::uint8, 1, "texel 1 of row 1 is 'x'");
  expect_error("0 1; 2", TextureShape::texture_2d, DataType::uint8, 1, "row 1 has 1 texel, and row 0 has 2");
  expect_error("1,2", TextureShape::texture_2d, DataType::uint8, 4, "has 2 numbers");
  expect_error("1,,3,4", TextureShape::texture_2d, DataType::uint8, 4, "is '', which is not a number");
  expect_error("0 256", TextureShape::texture_2d, DataType::uint8, 1, "256");
  expect_error("0.5", TextureShape::texture_2d, DataType::int8, 1, "0.5");
  expect_error("nan", TextureShape::texture_2d, DataType::uint32, 1, "nan");
  expect_error("1; 2", TextureShape::texture_1d, DataType::uint8, 1, "remove the semicolons");
  expect_error("1 | 2", TextureShape::texture_2d, DataType::uint8, 1, "remove the bars");
  expect_error("1 2 | 3", TextureShape::texture_3d, DataType::uint8, 1, "row 0 has 1 texel");
  expect_error("1; 2 | 3", TextureShape::texture_3d, DataType::uint8, 1, "slice 1 has 1 row");
  expect_error("1 | 2", TextureShape::cube_map, DataType::uint8, 1, "6 faces");
  expect_error("1 2|1 2|1 2|1 2|1 2|1 2", TextureShape::cube_map, DataType::uint8, 1, "square");
}

}  // namespace
}  // namespace texelscope::app
