#include "app/labs/layout/memory_picture.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

#include "app/device/element_value.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

int red_at(const MemoryPicture& picture, int x, int y, int channel = 0) {
  const auto pixel = static_cast<std::size_t>(4 * (y * picture.image->width + x) + channel);
  return std::to_integer<int>(picture.image->pixels[pixel]);
}

TEST(MemoryPicture, ShowsBytesInMemoryOrder) {
  std::array<std::byte, 6> memory{};
  for (std::size_t i = 0; i < memory.size(); ++i) {
    memory[i] = static_cast<std::byte>(40 * i);
  }
  const StridedLayout rows({2, 3}, 1);
  for (const StridedLayout& array : {rows, StridedLayout::dense({3, 2}, 1, gpu::StrideOrder::f())}) {
    const MemoryPicture picture = memory_picture(memory, array, {}, {0, 255}, 64);
    ASSERT_EQ(picture.image->width, 3);
    ASSERT_EQ(picture.image->height, 2);
    EXPECT_EQ(picture.caption, "3 × 2");
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(red_at(picture, i % 3, i / 3), 40 * i);
    }
  }
}

TEST(MemoryPicture, InterpretsThreeAdjacentItemsAsColors) {
  const std::array<std::byte, 12> memory{std::byte{255}, std::byte{0}, std::byte{10}, std::byte{1},
                                         std::byte{2},   std::byte{3}, std::byte{4},  std::byte{5},
                                         std::byte{6},   std::byte{7}, std::byte{8},  std::byte{9}};
  const MemoryPicture picture = memory_picture(memory, StridedLayout({2, 2, 3}, 1), {}, {0, 255}, 64);
  ASSERT_EQ(picture.image->width, 2);
  EXPECT_EQ(red_at(picture, 0, 0, 0), 255);
  EXPECT_EQ(red_at(picture, 0, 0, 2), 10);
  EXPECT_EQ(red_at(picture, 1, 1, 1), 8);
}

TEST(MemoryPicture, ArrangesPlanesSideBySide) {
  std::array<std::byte, 4 * 2 * 5> memory{};
  memory[1 * 10 + 0] = std::byte{100};
  memory[2 * 10 + 9] = std::byte{200};
  const MemoryPicture picture = memory_picture(memory, StridedLayout({4, 2, 5}, 1), {}, {0, 255}, 64);
  EXPECT_EQ(picture.caption, "4 planes, each 5 × 2");
  EXPECT_EQ(red_at(picture, 7, 0), 100);
  EXPECT_EQ(red_at(picture, 4, 5), 200);
}

TEST(MemoryPicture, FoldsOneAxisAndAveragesLargeContents) {
  std::vector<std::byte> memory(1000, std::byte{50});
  const MemoryPicture folded = memory_picture(memory, StridedLayout({1000}, 1), {}, {0, 255}, 64);
  EXPECT_EQ(folded.image->width, 32);
  EXPECT_EQ(folded.image->height, 32);
  EXPECT_EQ(red_at(folded, 7, 31), 50);
  EXPECT_EQ(red_at(folded, 8, 31), 0) << "pixels beyond the end are black";
  std::vector<std::byte> large(1 << 20, std::byte{90});
  const MemoryPicture averaged = memory_picture(large, StridedLayout({1024, 1024}, 1), {}, {0, 255}, 128);
  EXPECT_EQ(averaged.image->width, 128);
  EXPECT_EQ(red_at(averaged, 64, 64), 90);
}

TEST(MemoryPicture, ShowsTheFilledImageForEachTypeAndLayout) {
  for (const gpu::ElementType& type :
       {gpu::element_type_of<std::uint8_t>, gpu::element_type_of<std::uint16_t>, gpu::element_type_of<float>,
        gpu::element_type_of<double>, gpu::element_type_of<std::complex<double>>,
        gpu::ElementType{gpu::ElementKind::opaque, 8, 3}}) {
    for (const gpu::Dimensions& shape : {gpu::Dimensions{24, 32}, gpu::Dimensions{24, 32, 3}, gpu::Dimensions{700},
                                         gpu::Dimensions{}, gpu::Dimensions{2, 3, 24, 32}}) {
      const StridedLayout array(shape, type.itemsize());
      std::vector<std::byte> memory(static_cast<std::size_t>(array.required_size_in_bytes()), std::byte{1});
      fill_with_picture(memory, array, type);
      const MemoryPicture picture = memory_picture(memory, array, type, value_range(memory, array, type), 64);
      ASSERT_NE(picture.image, nullptr);
      if (array.volume() > 1) {
        EXPECT_GT(std::set<std::byte>(picture.image->pixels.begin(), picture.image->pixels.end()).size(), 10U)
            << to_string(type) << to_string(shape);
      }
    }
  }
}

TEST(MemoryPicture, IsEmptyWithoutElements) {
  const StridedLayout empty({0, 4}, 4);
  EXPECT_EQ(memory_picture({}, empty, gpu::element_type_of<float>, {}, 64).image, nullptr);
  EXPECT_EQ(value_range({}, empty, gpu::element_type_of<float>).highest, 1);
  fill_with_picture({}, empty, gpu::element_type_of<float>);
}

TEST(ElementValue, ReadsEveryNumber) {
  const auto value_of = [](auto number) {
    std::array<std::byte, sizeof(number)> bytes;
    std::memcpy(bytes.data(), &number, sizeof(number));
    return element_value(bytes.data(), gpu::element_type_of<decltype(number)>);
  };
  EXPECT_EQ(value_of(std::int8_t{-3}), -3);
  EXPECT_EQ(value_of(std::uint16_t{65535}), 65535);
  EXPECT_EQ(value_of(std::int32_t{-70000}), -70000);
  EXPECT_EQ(value_of(std::uint64_t{1} << 40), std::uint64_t{1} << 40);
  EXPECT_EQ(value_of(1.5F), 1.5);
  EXPECT_EQ(value_of(-2.25), -2.25);
  EXPECT_EQ(value_of(std::complex<float>(3, 4)), 3);
  EXPECT_EQ(value_of(std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(value_of(true), 1);
  const auto half_of = [](std::uint16_t bits) {
    std::array<std::byte, 2> bytes;
    std::memcpy(bytes.data(), &bits, sizeof(bits));
    return element_value(bytes.data(), {gpu::ElementKind::floating_point, 16});
  };
  EXPECT_EQ(half_of(0x3C00), 1);
  EXPECT_EQ(half_of(0xC100), -2.5);
  EXPECT_EQ(half_of(0x0001), std::ldexp(1.0, -24));
  EXPECT_EQ(half_of(0x7C00), 0) << "infinite";
}

}  // namespace
}  // namespace texelscope::app
