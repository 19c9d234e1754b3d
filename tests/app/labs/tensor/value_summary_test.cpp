#include "app/labs/tensor/value_summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "app/labs/tensor/tensor_scan.h"
#include "tests/app/labs/tensor/owned_view.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;
using gpu::StridedMemoryView;
using tests::view_of;

ValueSummary scan(const ValueSet& set, const gpu::Stream& stream) {
  TensorScan scan(set, {});
  while (!scan.is_done()) {
    scan.advance(stream);
  }
  EXPECT_EQ(scan.progress(), 1);
  return scan.result().summary;
}

using Summary = tests::DeviceTest;

TEST_P(Summary, CountsEachKindOfNumberAndSummarizesTheFiniteOnes) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> numbers{4, infinity, 0, std::nan(""), -0.0, -infinity, 2, infinity, -1};
  const ValueSummary summary = scan({view_of(numbers, {3, 3})}, stream());
  EXPECT_EQ(summary.count, 9);
  EXPECT_EQ(summary.finite, 5);
  EXPECT_EQ(summary.zeros, 2);
  EXPECT_EQ(summary.nans, 1);
  EXPECT_EQ(summary.positive_infinities, 2);
  EXPECT_EQ(summary.negative_infinities, 1);
  EXPECT_EQ(summary.lowest, -1);
  EXPECT_EQ(summary.highest, 4);
  EXPECT_DOUBLE_EQ(summary.mean, 1);
  EXPECT_DOUBLE_EQ(summary.standard_deviation(), std::sqrt(16 / 5.0));
}

TEST_P(Summary, StaysPreciseForManyLargeSimilarNumbers) {
  std::vector<double> numbers(100'000);
  long double squares = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = 1e9 + static_cast<double>(i % 7);
    squares += static_cast<long double>(i % 7) * (i % 7);
  }
  long double mean = 0;
  for (const double number : numbers) {
    mean += (number - 1e9L) / numbers.size();
  }
  const long double deviation = std::sqrt(squares / numbers.size() - mean * mean);
  const ValueSummary summary = scan({view_of(numbers, {100'000})}, stream());
  EXPECT_NEAR(summary.mean, static_cast<double>(1e9L + mean), 1e-6);
  EXPECT_NEAR(summary.standard_deviation(), static_cast<double>(deviation), 1e-9);
}

TEST_P(Summary, IsThatOfTheSliceOrOfTheWholeTensor) {
  std::vector<std::int32_t> numbers(4 * 5 * 6);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::int32_t>(i);
  }
  const StridedMemoryView tensor = view_of(numbers, {4, 5, 6});
  TensorView view;
  settle(view, tensor);
  view.index[0] = 2;
  const ValueSummary slice = scan(slice_set(tensor, view), stream());
  EXPECT_EQ(slice.count, 30);
  EXPECT_EQ(slice.lowest, 60);
  EXPECT_EQ(slice.highest, 89);
  const ValueSummary whole = scan(whole_set(tensor, view), stream());
  EXPECT_EQ(whole.count, 120);
  EXPECT_EQ(whole.highest, 119);
}

TEST_P(Summary, FindsPercentilesEvenIfTheNumbersChangeMeanwhile) {
  const auto numbers = std::make_shared<std::vector<double>>(1000);
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    (*numbers)[i] = static_cast<double>(i);
  }
  const auto set = [&] {
    return ValueSet{StridedMemoryView::from_host(std::as_writable_bytes(std::span{*numbers}), StridedLayout({1000}, 8),
                                                 gpu::element_type_of<double>, numbers)};
  };
  TensorScan still(set(), {.percentile = 10});
  while (!still.is_done()) {
    still.advance(stream());
  }
  EXPECT_EQ(still.result().percentiles->lowest, 99);
  EXPECT_EQ(still.result().percentiles->highest, 900);
  TensorScan disturbed(set(), {.percentile = 10});
  disturbed.advance(stream());
  numbers->assign(numbers->size(), std::nan(""));
  while (!disturbed.is_done()) {
    disturbed.advance(stream());
  }
  EXPECT_EQ(disturbed.result().summary.finite, 1000) << "the summary is of the initial memory";
}

TEST_P(Summary, WithoutNumbersHasNoRange) {
  const ValueSummary summary = scan({view_of<float>({}, {3, 0})}, stream());
  EXPECT_EQ(summary.count, 0);
  EXPECT_FALSE(summary.has_range());
  EXPECT_EQ(summary.standard_deviation(), 0);
}

TEST_P(Summary, TakesAllAxesOfATensorOfRank64) {
  std::vector<std::uint8_t> numbers(1 << 10);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::uint8_t>(i);
  }
  gpu::Dimensions shape = gpu::Dimensions::filled(64, 1);
  for (std::size_t axis = 0; axis < 20; axis += 2) {
    shape[3 * axis] = 2;
  }
  const StridedMemoryView tensor = view_of(numbers, shape);
  gpu::Dimensions reversed = shape;
  for (std::size_t axis = 0; axis < 64; ++axis) {
    reversed[axis] = static_cast<std::int64_t>(63 - axis);
  }
  const StridedMemoryView turned = tensor.view(tensor.layout().permuted(reversed));
  const ValueSummary summary = scan({turned}, stream());
  EXPECT_EQ(summary.count, 1 << 10);
  EXPECT_EQ(summary.zeros, 4);
  EXPECT_DOUBLE_EQ(summary.mean, 127.5);
}

TEST_P(Summary, CountsNumbersInEqualPartsOfARange) {
  const std::vector<float> numbers{-5, 0, 0.9F, 1, 1.5F, 3.99F, 4, 9, std::nanf("")};
  ValueCounts counts(4);
  const StridedMemoryView tensor = view_of(numbers, {9});
  count_values(all_values({brought_to(tensor, stream())}), {0, 4}, counts, stream());
  EXPECT_EQ(counts, (ValueCounts{3, 2, 0, 3}));
  count_values(all_values({brought_to(tensor, stream())}), {0, 4}, counts, stream());
  EXPECT_EQ(counts, (ValueCounts{6, 4, 0, 6})) << "added";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(Summary);

TEST(TensorPieces, ContainEachElementOnceInBoxesOfBoundedSize) {
  std::vector<std::int32_t> numbers(3 * 4 * 5 * 2);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::int32_t>(i);
  }
  const StridedMemoryView dense = view_of(numbers, {3, 4, 5, 2});
  const StridedMemoryView turned = dense.view(dense.layout().permuted({3, 1, 0, 2}));
  for (const std::int64_t most : {1, 2, 3, 7, 10, 39, 40, 41, 120, 1000}) {
    const TensorPieces pieces(turned, most);
    std::set<std::int32_t> seen;
    std::int64_t count = 0;
    for (std::int64_t number = 0; number < pieces.count(); ++number) {
      const StridedMemoryView piece = pieces[number];
      EXPECT_LE(piece.layout().volume(), most);
      count += piece.layout().volume();
      const gpu::Dimensions& shape = piece.layout().shape();
      for (std::int64_t at = 0; at < piece.layout().volume(); ++at) {
        gpu::Dimensions index = shape;
        std::int64_t rest = at;
        for (std::size_t axis = shape.size(); axis-- > 0;) {
          index[axis] = rest % shape[axis];
          rest /= shape[axis];
        }
        seen.insert(piece.at<std::int32_t>(index));
      }
    }
    EXPECT_EQ(count, 120) << most;
    EXPECT_EQ(seen.size(), 120U) << most;
  }
}

TEST(TensorPieces, AreOneForASingleElementAndNoneWithoutElements) {
  const std::vector<float> number{1};
  EXPECT_EQ(TensorPieces(view_of(number, {})).count(), 1);
  EXPECT_EQ(TensorPieces(view_of(number, {}))[0].layout().volume(), 1);
  EXPECT_EQ(TensorPieces(view_of<float>({}, {2, 0})).count(), 0);
}

}  // namespace
}  // namespace texelscope::app
