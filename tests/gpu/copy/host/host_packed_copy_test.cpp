#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "gpu/copy/host/host_copy.h"
#include "tests/gpu/copy/copied_memory.h"
#include "tests/gpu/layout/axis_slices.h"

namespace texelscope::tests {
namespace {

using gpu::AxisSlice;
using gpu::Dimensions;
using gpu::StridedLayout;

bool is_packed(const StridedLayout& source, const StridedLayout& destination) {
  return gpu::copy::make_host_copy(plan_copy(source, destination), {}, 1, past_caches_bytes).is_packed();
}
bool is_packed(const StridedLayout& source) {
  return is_packed(source, StridedLayout::dense(source.shape(), source.itemsize()));
}

TEST(HostPackedCopy, TransposesMatricesOfAnyShapeAndItem) {
  std::mt19937_64 random{1};
  for (const std::int64_t itemsize : {1, 2, 3, 4, 5, 7, 8, 11, 12, 16, 17, 24, 31}) {
    for (const std::int64_t rows : {127, 128, 129, 160, 517}) {
      for (const std::int64_t columns : {64, 65, 100, 129, 523}) {
        const StridedLayout turned = StridedLayout::dense({rows, columns}, itemsize).permuted({1, 0});
        // Whether items of three bytes are packed depends on the processor.
        ASSERT_TRUE(itemsize == 3 || is_packed(turned) == (rows * itemsize >= 128)) << itemsize;
        ASSERT_TRUE(copies_to_dense(turned, random, 1, random() % 64, random() % 64));
        ASSERT_TRUE(copies_to_dense(turned.sliced({backwards, backwards}), random, 1, random() % 64, random() % 64));
      }
    }
  }
}

TEST(HostPackedCopy, TransposesMatricesOfShortRows) {
  std::mt19937_64 random{2};
  for (const std::int64_t row : {33, 50, 64, 72, 100, 127, 200, 511}) {
    for (const std::int64_t rows : {17, 40, 64}) {
      const StridedLayout turned = StridedLayout::dense({rows, 29, row}, 1).permuted({1, 0, 2});
      ASSERT_EQ(is_packed(turned), row < 128) << row;
      ASSERT_TRUE(copies_to_dense(turned, random, 1, random() % 64, random() % 64));
      ASSERT_TRUE(copies_to_dense(turned, random, 1, 0, 0));
      ASSERT_TRUE(copies_to_dense(turned.sliced({backwards, backwards}), random, 1, random() % 64, random() % 64));
    }
  }
}

TEST(HostPackedCopy, PermutesManyShortAxes) {
  std::mt19937_64 random{3};
  int packed = 0;
  for (int round = 0; round < 300; ++round) {
    Dimensions shape;
    Dimensions order;
    std::vector<AxisSlice> slices;
    for (std::int64_t axis = 0; axis < 8; ++axis) {
      shape.push_back(2 + static_cast<std::int64_t>(random() % 5));
      order.push_back(axis);
      slices.push_back(random() % 4 == 0 ? backwards : AxisSlice::all());
    }
    std::ranges::shuffle(order, random);
    const StridedLayout turned = StridedLayout::dense(shape, 1 + round % 4).permuted(order).sliced(slices);
    packed += is_packed(turned) ? 1 : 0;
    ASSERT_TRUE(copies_to_dense(turned, random, 1 + round % 2, random() % 64, random() % 64));
  }
  EXPECT_GE(packed, 15);
}

TEST(HostPackedCopy, CopiesIntoGapsAndBackwards) {
  std::mt19937_64 random{4};
  for (const std::int64_t itemsize : {1, 2, 3, 4, 6, 8}) {
    const StridedLayout source = StridedLayout::dense({7, 150, 210}, itemsize);
    const StridedLayout wide = StridedLayout::dense({7, 213, 155}, itemsize);
    const AxisSlice inner{2, 152};
    const StridedLayout gaps = wide.sliced({AxisSlice::all(), {3, 213}, inner}).permuted({0, 2, 1});
    ASSERT_TRUE(itemsize == 3 || is_packed(source, gaps));
    EXPECT_TRUE(copies(source, gaps, random, 1, random() % 64, random() % 64));
    EXPECT_TRUE(copies(source, gaps.sliced({backwards, AxisSlice::all(), backwards}), random, 1, 3, 5));
  }
}

TEST(HostPackedCopy, ReadsOverlappingAndRepeatedItems) {
  std::mt19937_64 random{5};
  // Windows that begin where a block of the one before them ends.
  EXPECT_TRUE(copies_to_dense(StridedLayout({1000, 20, 128}, {1, 512, 16384}, 1), random));
  for (const std::int64_t itemsize : {1, 2, 3, 4}) {
    // Windows of 96 items, 16, 30 or 32 apart, for each of 140 lines.
    for (const std::int64_t step : {16, 30, 32}) {
      const StridedLayout windows({20, 96, 140}, {step, 1, 1024}, itemsize);
      EXPECT_TRUE(copies_to_dense(windows, random, 1, random() % 64, random() % 64));
      EXPECT_TRUE(copies_to_dense(windows.permuted({1, 0, 2}), random, 1, random() % 64, random() % 64));
    }
    const StridedLayout repeated({96, 10, 140}, {1, 0, 1024}, itemsize);
    EXPECT_TRUE(copies_to_dense(repeated, random, 1, random() % 64, random() % 64));
    EXPECT_TRUE(copies_to_dense(repeated.permuted({0, 2, 1}), random, 1, random() % 64, random() % 64));
  }
}

}  // namespace
}  // namespace texelscope::tests
