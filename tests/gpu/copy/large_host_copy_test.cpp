#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "tests/gpu/copy/copied_memory.h"
#include "tests/gpu/copy/random_layouts.h"
#include "tests/gpu/layout/axis_slices.h"

namespace texelscope::tests {
namespace {

using gpu::AxisSlice;
using gpu::Dimensions;
using gpu::StridedLayout;

const AxisSlice every_third{1, std::nullopt, 3};

/// Larger than the caches: blocks are assembled, and writes bypass the caches. Extents are multiples of nothing.
class LargeHostCopy : public testing::TestWithParam<std::int64_t> {
 protected:
  [[nodiscard]] std::int64_t itemsize() const { return GetParam(); }
  [[nodiscard]] std::int64_t items() const { return ((std::int64_t{4} << 20) + 4096) / itemsize(); }
  std::mt19937_64 random_{static_cast<std::uint64_t>(GetParam())};
};

TEST_P(LargeHostCopy, CopiesOneRun) {
  for (const std::size_t misalignment : {0, 1, 8, 63}) {
    EXPECT_TRUE(
        copies_to_dense(StridedLayout::dense({items()}, itemsize()), random_, 3, misalignment, 64 - misalignment));
  }
}

TEST_P(LargeHostCopy, TransposesMatrices) {
  for (const std::int64_t rows : {1021, 512, 61, 13}) {
    const StridedLayout matrix = StridedLayout::dense({rows, items() / rows + 1}, itemsize());
    EXPECT_TRUE(copies_to_dense(matrix.permuted({1, 0}), random_, 3));
    EXPECT_TRUE(copies_to_dense(matrix.permuted({1, 0}).sliced({backwards, backwards}), random_, 3, 5, 3));
  }
}

TEST_P(LargeHostCopy, CopiesRows) {
  for (const std::int64_t row : {5, 64, 100, 512, 1000, 3000}) {
    const std::int64_t row_items = std::max<std::int64_t>(1, row / itemsize());
    const StridedLayout tensor = StridedLayout::dense({items() / row_items / 7 + 1, 7, row_items}, itemsize());
    EXPECT_TRUE(copies_to_dense(tensor.permuted({1, 0, 2}), random_, 3, 0, 16));
    EXPECT_TRUE(copies_to_dense(tensor.sliced({backwards}), random_, 3, 16, 0));
  }
}

TEST_P(LargeHostCopy, SplitsAndInterleavesChannels) {
  for (const std::int64_t channels : {2, 3, 4, 7}) {
    const std::int64_t texels = items() / channels / 3 + 1;
    EXPECT_TRUE(
        copies_to_dense(StridedLayout::dense({3, texels, channels}, itemsize()).permuted({0, 2, 1}), random_, 3));
    EXPECT_TRUE(
        copies_to_dense(StridedLayout::dense({3, channels, texels}, itemsize()).permuted({0, 2, 1}), random_, 3));
  }
}

TEST_P(LargeHostCopy, GathersAndScatters) {
  const std::int64_t rows = 119;
  const std::int64_t columns = items() / rows + 1;
  const StridedLayout wide = StridedLayout::dense({rows, 3 * columns}, itemsize());
  EXPECT_TRUE(copies_to_dense(wide.sliced({backwards, every_second}), random_, 3));
  EXPECT_TRUE(copies_to_dense(wide.sliced({AxisSlice::all(), every_second}), random_, 3, 7, 3));
  EXPECT_TRUE(copies_to_dense(wide.sliced({AxisSlice::all(), every_third}), random_, 3));
  EXPECT_TRUE(copies_to_dense(wide.sliced({AxisSlice::all(), every_third}).permuted({1, 0}), random_, 3));
  EXPECT_TRUE(copies_to_dense(StridedLayout::dense({rows, columns}, itemsize()).sliced({AxisSlice::all(), backwards}),
                              random_, 3));
  const StridedLayout stepped = wide.sliced({AxisSlice::all(), every_third});
  EXPECT_TRUE(copies(StridedLayout::dense(stepped.shape(), itemsize()), stepped, random_, 3));
  EXPECT_TRUE(copies(StridedLayout::dense({stepped.shape()[1], stepped.shape()[0]}, itemsize()).permuted({1, 0}),
                     stepped, random_, 3));
}

TEST_P(LargeHostCopy, RepeatsBroadcastItems) {
  const std::int64_t rows = 211;
  const std::int64_t columns = items() / rows + 1;
  EXPECT_TRUE(copies_to_dense(StridedLayout::dense({rows, 1}, itemsize()).broadcast_to({rows, columns}), random_, 3));
  EXPECT_TRUE(copies_to_dense(StridedLayout::dense({columns}, itemsize()).broadcast_to({rows, columns}), random_, 3));
  EXPECT_TRUE(copies_to_dense(StridedLayout::dense({}, itemsize()).broadcast_to({rows, columns}), random_, 3));
}

TEST_P(LargeHostCopy, ReversesManyAxes) {
  std::int64_t left = items();
  Dimensions shape;
  Dimensions reversed;
  for (const std::int64_t extent : {11, 3, 24, 5, 7}) {
    shape.push_back(extent);
    left /= extent;
  }
  shape.push_back(left + 1);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    reversed.push_back(static_cast<std::int64_t>(axis));
  }
  EXPECT_TRUE(copies_to_dense(StridedLayout::dense(shape, itemsize()).permuted(reversed), random_, 3));
}

INSTANTIATE_TEST_SUITE_P(OfItems, LargeHostCopy, testing::Values(1, 2, 3, 4, 6, 7, 8, 12, 16),
                         [](const auto& test) { return std::to_string(test.param) + "Bytes"; });

TEST(LargeHostCopyOfAnyLayout, IsCorrectOnSeveralThreads) {
  std::mt19937_64 random{5};
  int large = 0;
  for (int round = 0; large < 8 && round < 20000; ++round) {
    const auto [source, destination] = random_layouts(random, 1 + round % 16, 800'000);
    if (source.volume() * source.itemsize() >= std::int64_t{4} << 20) {
      ++large;
      ASSERT_TRUE(copies(source, destination, random, 3, random() % 64, random() % 64));
    }
  }
  EXPECT_EQ(large, 8);
}

}  // namespace
}  // namespace texelscope::tests
