#include "app/labs/tensor/tensor_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/app/labs/tensor/owned_view.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::ElementKind;
using gpu::StridedLayout;
using gpu::StridedMemoryView;
using tests::view_of;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

Rgb color_at(const Image& image, int x, int y) {
  const std::byte* const at = image.pixels.data() + 4 * (static_cast<std::size_t>(y) * image.width + x);
  const auto channel = [&](int number) { return std::to_integer<std::uint8_t>(at[number]); };
  return {channel(0), channel(1), channel(2)};
}

Rgb color_of(double part, ColorMap map = ColorMap::night) {
  return color_ramp(map)[static_cast<std::size_t>(std::floor(part * 255 + 0.5))];
}

class TensorPicture : public tests::DeviceTest {
 protected:
  /// Each element is drawn as a pixel.
  [[nodiscard]] Image draw(const StridedMemoryView& tensor, TensorView view = {}) const {
    settle(view, tensor);
    const SlicePart whole = whole_slice(view, tensor);
    return tensor_picture(tensor, view, device(),
                          {static_cast<int>(whole.columns.count), static_cast<int>(whole.rows.count)});
  }
};

TEST_P(TensorPicture, ColorsEachElementByItsPositionInTheRange) {
  const Image image = draw(view_of<float>({-1, 0, 1, 2, 3, 5}, {2, 3}));
  ASSERT_EQ(image.width, 3);
  ASSERT_EQ(image.height, 2);
  EXPECT_EQ(color_at(image, 0, 0), color_of(0));
  EXPECT_EQ(color_at(image, 1, 0), color_of(1 / 6.0));
  EXPECT_EQ(color_at(image, 2, 1), color_of(1));
}

TEST_P(TensorPicture, MarksNonFiniteNumbersAndIgnoresThemInTheRange) {
  const Image image = draw(view_of<double>({not_a_number, infinite, -infinite, 0, 10, 5}, {6}));
  EXPECT_EQ(color_at(image, 0, 0), SpecialColors{}.not_a_number);
  EXPECT_EQ(color_at(image, 1, 0), SpecialColors{}.positive_infinity);
  EXPECT_EQ(color_at(image, 2, 0), SpecialColors{}.negative_infinity);
  EXPECT_EQ(color_at(image, 3, 0), color_of(0));
  EXPECT_EQ(color_at(image, 4, 0), color_of(1));
  EXPECT_EQ(color_at(image, 5, 0), color_of(0.5));
}

TEST_P(TensorPicture, ClampsNumbersOutsideATypedRange) {
  TensorView view;
  view.rule = RangeRule::typed;
  view.typed = {0, 4};
  view.rank = 1;
  view.column_axis = 0;
  const Image image = draw(view_of<std::int16_t>({-100, 1, 100}, {3}), view);
  EXPECT_EQ(color_at(image, 0, 0), color_of(0));
  EXPECT_EQ(color_at(image, 1, 0), color_of(0.25));
  EXPECT_EQ(color_at(image, 2, 0), color_of(1));
}

TEST_P(TensorPicture, ShowsALastAxisOfThreeAsColors) {
  const StridedMemoryView tensor = view_of<std::uint8_t>({255, 0, 0, 0, 128, 255}, {1, 2, 3});
  TensorView view;
  settle(view, tensor);
  EXPECT_EQ(view.channel_axis, 2);
  EXPECT_EQ(view.rule, RangeRule::type);
  const Image image = draw(tensor, view);
  ASSERT_EQ(image.width, 2);
  EXPECT_EQ(color_at(image, 0, 0), (Rgb{255, 0, 0}));
  EXPECT_EQ(color_at(image, 1, 0), (Rgb{0, 128, 255}));
}

TEST_P(TensorPicture, ShowsTheLanesOfElementsAsASeparateAxis) {
  // Two elements with two four-bit lanes each: 0.5 and 1, and 2 and 6.
  const StridedMemoryView tensor = view_of<std::uint8_t>({0x21, 0x74}, {2}, {ElementKind::float4_e2m1fn, 4, 2});
  EXPECT_EQ(values_shape(tensor), (std::vector<std::int64_t>{2, 2}));
  const Image image = draw(tensor);
  EXPECT_EQ(color_at(image, 0, 0), color_of(0));
  EXPECT_EQ(color_at(image, 1, 0), color_of(0.5 / 5.5));
  EXPECT_EQ(color_at(image, 0, 1), color_of(1.5 / 5.5));
  EXPECT_EQ(color_at(image, 1, 1), color_of(1));
}

/// Computes the expected image for random strides by the view's checked access.
TEST_P(TensorPicture, FollowsAnyStridesAndAxes) {
  std::vector<std::int32_t> numbers(7 * 5 * 6);
  std::iota(numbers.begin(), numbers.end(), -50);
  const StridedMemoryView dense = view_of(numbers, {7, 5, 6});
  const StridedMemoryView tensor = dense.view(
      dense.layout().permuted({2, 0, 1}).sliced({{std::nullopt, std::nullopt, -2}, gpu::AxisSlice::all(), {1, 5}}));
  TensorView view;
  settle(view, tensor);
  view.row_axis = 2;
  view.column_axis = 0;
  view.index[1] = 4;
  view.rule = RangeRule::tensor;
  const Image image = draw(tensor, view);
  ASSERT_EQ(image.width, 3);
  ASSERT_EQ(image.height, 4);
  double lowest = infinite;
  double highest = -infinite;
  for (std::int64_t i = 0; i < 3 * 7 * 4; ++i) {
    const double number = tensor.at<std::int32_t>({i / 28, i / 4 % 7, i % 4});
    lowest = std::min(lowest, number);
    highest = std::max(highest, number);
  }
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 3; ++x) {
      EXPECT_EQ(color_at(image, x, y), color_of((tensor.at<std::int32_t>({x, 4, y}) - lowest) / (highest - lowest)));
    }
  }
}

TEST_P(TensorPicture, SamplesElementsWithoutRoomForAll) {
  std::vector<float> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0.0F);
  const Image image = tensor_picture(view_of(numbers, {1000}), {}, device(), {100, 100});
  ASSERT_EQ(image.width, 100);
  ASSERT_EQ(image.height, 1);
  for (int x = 0; x < 100; ++x) {
    EXPECT_EQ(color_at(image, x, 0), color_of(x * 10 / 999.0)) << x;
  }
}

TEST_P(TensorPicture, DrawsElementsAsSquaresIfThereIsRoom) {
  const Image image = tensor_picture(view_of<std::uint8_t>({0, 1, 2, 3, 4, 5}, {2, 3}), {}, device(), {100, 50});
  ASSERT_EQ(image.width, 75);
  ASSERT_EQ(image.height, 50);
  EXPECT_EQ(color_at(image, 24, 24), color_of(0));
  EXPECT_EQ(color_at(image, 25, 24), color_of(0.2));
  EXPECT_EQ(color_at(image, 74, 25), color_of(1));
}

TEST_P(TensorPicture, WithoutElementsIsOneTransparentPixel) {
  const Image image = tensor_picture(view_of<float>({}, {0, 4}), {}, device());
  ASSERT_EQ(image.width, 1);
  EXPECT_EQ(image.pixels, std::vector<std::byte>(4));
}

TEST_P(TensorPicture, HasTheSameBytesForMemoryAnywhere) {
  std::vector<double> numbers(64 * 48);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = std::sin(static_cast<double>(i) * 0.37) * std::exp(static_cast<double>(i % 48));
  }
  const StridedMemoryView host = view_of(numbers, {48, 64});
  const gpu::Buffer buffer = device().allocate(numbers.size() * sizeof(double), stream());
  buffer.copy_from(std::as_bytes(std::span{numbers}), stream());
  stream().synchronize();
  const auto in_device = StridedMemoryView::from_buffer(buffer, host.layout(), host.type());
  TensorView view;
  settle(view, host);
  view.rule = RangeRule::percentile;
  view.percentile = 5;
  const Image expected = tensor_picture(host, view, gpu::Device::open({}));
  EXPECT_EQ(tensor_picture(in_device, view, device()).pixels, expected.pixels);
  EXPECT_EQ(tensor_picture(host, view, device()).pixels, expected.pixels);
}

TEST_P(TensorPicture, FindsTheRangeOfPercentilesByRank) {
  std::vector<double> numbers;
  for (int i = 0; i < 1001; ++i) {
    numbers.push_back(std::pow(-1.0, i) * std::exp(i * 0.7 - 300));
  }
  numbers.push_back(not_a_number);
  const StridedMemoryView tensor = view_of(numbers, {static_cast<std::int64_t>(numbers.size())});
  TensorView view;
  settle(view, tensor);
  view.rule = RangeRule::percentile;
  view.percentile = 10;
  numbers.pop_back();
  std::ranges::sort(numbers);
  const NumberRange range = find_range(tensor, view, stream());
  EXPECT_EQ(range.lowest, numbers[100]);
  EXPECT_EQ(range.highest, numbers[900]);
}

TEST_P(TensorPicture, WidensASymmetricRange) {
  const StridedMemoryView tensor = view_of<float>({-1, 4}, {2});
  TensorView view;
  settle(view, tensor);
  view.is_symmetric = true;
  EXPECT_EQ(find_range(tensor, view, stream()), (NumberRange{-4, 4}));
}

TEST_P(TensorPicture, KnowsTheRangeOfEachType) {
  EXPECT_EQ(range_of_type(gpu::element_type_of<std::uint16_t>, {}), (NumberRange{0, 65535}));
  EXPECT_EQ(range_of_type(gpu::element_type_of<std::int8_t>, {}), (NumberRange{-128, 127}));
  EXPECT_EQ(range_of_type(gpu::element_type_of<bool>, {}), (NumberRange{0, 1}));
}

TEST_P(TensorPicture, RejectsInaccessibleMemory) {
  gpu::ForeignMemory memory{.pointer = {4096}, .device_id = {gpu::DeviceKind::cuda, 7}, .is_host_accessible = false};
  const auto tensor = StridedMemoryView::from_external(memory, StridedLayout({2, 2}, 4), gpu::element_type_of<float>);
  EXPECT_THROW(static_cast<void>(tensor_picture(tensor, {}, device())), gpu::InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(TensorPicture);

}  // namespace
}  // namespace texelscope::app
