#include "app/texture/texel_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "tests/app/npy_file.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::DataType;
using tests::numbers_of;

template <class To, class From>
std::vector<To> converted(const std::vector<From>& numbers, DataType format) {
  const gpu::NpyArray array = tests::array_of({static_cast<std::int64_t>(numbers.size())}, numbers);
  return numbers_of<To>(
      texel_numbers(gpu::StridedMemoryView::from_host(array.bytes(), array.layout, array.type), format));
}

TEST(TexelNumbers, KeepTheirValues) {
  EXPECT_EQ((converted<std::int8_t, std::int64_t>({-128, 127}, DataType::int8)), (std::vector<std::int8_t>{-128, 127}));
  EXPECT_EQ((converted<std::uint16_t, double>({0, 65535}, DataType::uint16)), (std::vector<std::uint16_t>{0, 65535}));
  EXPECT_EQ((converted<float, std::uint8_t>({0, 255}, DataType::float32)), (std::vector<float>{0, 255}));
}

TEST(TexelNumbers, RoundToTheNearestFloat) {
  // The compiler's conversion is the reference.
  const std::vector<double> numbers{0.1, 1e300, -1e-50, 16777217, 1.0 / 3};
  const std::vector<float> floats = converted<float, double>(numbers, DataType::float32);
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    EXPECT_EQ(floats[at], static_cast<float>(numbers[at]));
  }
  // Values are rounded only once: through float32, the first would become a tie and round down to 1.
  EXPECT_EQ((converted<std::uint16_t, double>({1 + 0x1p-11 + 0x1p-40, 1 + 0x1p-11, 65519.9, 65520}, DataType::float16)),
            (std::vector<std::uint16_t>{0x3C01, 0x3C00, 0x7BFF, 0x7C00}));
}

TEST(TexelNumbers, RoundOnceToTheSmallestHalves) {
  // In float16, numbers below 2⁻¹⁴ are multiples of 2⁻²⁴; half of one is a tie, which rounds to even.
  EXPECT_EQ(
      (converted<std::uint16_t, double>({0x1p-25, 0x1p-25 + 0x1p-50, 0x3p-25 - 0x1p-50, 0x3p-25, 0x3p-25 + 0x1p-50,
                                         -0x1p-25 - 0x1p-50, 0x1p-14 - 0x1p-26, 0x1p-14 - 0x1p-25},
                                        DataType::float16)),
      (std::vector<std::uint16_t>{0, 1, 1, 2, 2, 0x8001, 0x0400, 0x0400}));
}

TEST(TexelNumbers, KeepEveryBitOfTheirOwnType) {
  // Signaling NaNs, which any conversion would change, and zeros of both signs.
  const std::vector<std::uint32_t> floats{0x7FA12345, 0xFF800001, 0x80000000, 0x7FC00000, 1};
  const std::vector<std::uint16_t> halves{0x7D01, 0xFC01, 0x8000, 0x7E00, 1};
  const auto copied = [](const auto& bits, DataType type) {
    const gpu::StridedLayout layout({static_cast<std::int64_t>(bits.size())}, sizeof(bits[0]));
    return texel_numbers(
        gpu::StridedMemoryView::from_host(std::as_bytes(std::span(bits)), layout, gpu::ElementType(type)), type);
  };
  EXPECT_EQ(numbers_of<std::uint32_t>(copied(floats, DataType::float32)), floats);
  EXPECT_EQ(numbers_of<std::uint16_t>(copied(halves, DataType::float16)), halves);
}

TEST(TexelNumbers, AreRefusedIfTheyDoNotFit) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double number : {0.5, 256.0, -1.0, nan}) {
    EXPECT_THROW((void)(converted<std::uint8_t, double>({0, number}, DataType::uint8)), gpu::InvalidArgument) << number;
  }
  try {
    (void)converted<std::uint8_t, double>({0, 300}, DataType::uint8);
    FAIL();
  } catch (const gpu::InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("element (1,) is 300"), std::string::npos) << error.what();
  }
}

TEST(TexelNumbers, FollowTheLayout) {
  const gpu::NpyArray array = tests::array_of({2, 3}, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6});
  const auto view = gpu::StridedMemoryView::from_host(array.bytes(), array.layout, array.type);
  const auto turned = view.view(view.layout().permuted({1, 0}));
  EXPECT_EQ(numbers_of<float>(texel_numbers(turned, DataType::float32)), (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST(TexelNumbers, KeepTheBrightnessOfAnImage) {
  Image image{2, 1, 2, DataType::uint8, {std::byte{0}, std::byte{255}, std::byte{128}, std::byte{1}}};
  EXPECT_EQ(numbers_of<std::uint8_t>(texel_numbers(image, DataType::uint8)),
            (std::vector<std::uint8_t>{0, 255, 128, 1}));
  EXPECT_EQ(numbers_of<std::uint16_t>(texel_numbers(image, DataType::uint16)),
            (std::vector<std::uint16_t>{0, 65535, 128 * 257, 257}));
  const std::vector<float> floats = numbers_of<float>(texel_numbers(image, DataType::float32));
  EXPECT_EQ(floats, (std::vector<float>{0, 1, 128 / 255.0F, 1 / 255.0F}));
}

TEST(TexelNumbers, ClampAnImageOfFloats) {
  const std::vector<float> numbers{-1, 0.5F, 2, std::nanf("")};
  Image image{4, 1, 1, DataType::float32, {}};
  image.pixels.assign(std::as_bytes(std::span(numbers)).begin(), std::as_bytes(std::span(numbers)).end());
  EXPECT_EQ(numbers_of<std::uint8_t>(texel_numbers(image, DataType::uint8)),
            (std::vector<std::uint8_t>{0, 128, 255, 0}));
}

}  // namespace
}  // namespace texelscope::app
