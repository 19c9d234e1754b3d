#include "texelscope/gpu/copy_plan.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "gpu/copy/counted.h"
#include "tests/gpu/layout/axis_slices.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::all;
using tests::backwards;
using tests::every_second;

StridedLayout dense(const Dimensions& shape, std::int64_t itemsize) { return StridedLayout::dense(shape, itemsize); }

CopyPlan plan_to_dense(const StridedLayout& source, const CopyAddresses& addresses = {}) {
  return plan_copy(source, dense(source.shape(), source.itemsize()), addresses);
}

std::string refusal(const StridedLayout& source, const StridedLayout& destination) {
  try {
    static_cast<void>(plan_copy(source, destination));
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(CopyPlan, NamesItemsByOrdinalNumbers) {
  std::string names;
  for (const int number : {1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 111}) {
    names += copy::ordinal(number) + " ";
  }
  EXPECT_EQ(names, "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 111th ");
}

TEST(CopyPlan, MergesContiguousAxes) {
  const CopyPlan plan = plan_to_dense(dense({3, 5, 7}, 1));
  EXPECT_EQ(plan.method, CopyMethod::linear);
  EXPECT_EQ(plan.axes, (std::vector<CopyAxis>{{105, 1, 1}}));
  const CopyPlan permuted = plan_to_dense(dense({3, 5, 7, 11}, 1).permuted({2, 3, 0, 1}));
  EXPECT_EQ(permuted.axes, (std::vector<CopyAxis>{{77, 1, 15}, {15, 77, 1}}));
}

TEST(CopyPlan, MergesRepeatedAxes) {
  const CopyPlan plan = plan_to_dense(dense({5, 1, 1}, 1).broadcast_to({5, 7, 9}));
  EXPECT_EQ(plan.axes, (std::vector<CopyAxis>{{5, 1, 63}, {63, 0, 1}}));
  EXPECT_EQ(plan.method, CopyMethod::elements);
}

TEST(CopyPlan, DropsAxesOfOneElement) {
  EXPECT_TRUE(plan_to_dense(dense({1, 1, 1}, 4)).axes.empty());
  EXPECT_TRUE(plan_to_dense(dense({}, 4)).axes.empty());
  EXPECT_EQ(plan_to_dense(dense({1, 7, 1}, 1)).axes.size(), 1U);
}

TEST(CopyPlan, SortsAxesByTheDestination) {
  const CopyPlan plan = plan_copy(dense({5, 7}, 1), dense({7, 5}, 1).permuted({1, 0}));
  EXPECT_EQ(plan.axes, (std::vector<CopyAxis>{{7, 1, 5}, {5, 7, 1}}));
}

TEST(CopyPlan, WritesTheDestinationInAscendingOrder) {
  const StridedLayout reversed = dense({5, 7}, 2).sliced({backwards, backwards});
  const CopyPlan both = plan_copy(reversed, reversed);
  EXPECT_EQ(both.method, CopyMethod::linear);
  EXPECT_EQ(both.source_offset, 0);
  EXPECT_EQ(both.destination_offset, 0);
  const CopyPlan one = plan_copy(dense({6}, 2), dense({6}, 2).sliced({backwards}));
  EXPECT_EQ(one.axes, (std::vector<CopyAxis>{{6, -2, 2}}));
  EXPECT_EQ(one.source_offset, 10);
  EXPECT_EQ(one.destination_offset, 0);
}

TEST(CopyPlan, MovesTheWidestItemsThatAddressesAndStridesAllow) {
  const StridedLayout rows = dense({4, 6, 24}, 1).permuted({1, 0, 2});
  EXPECT_EQ(plan_to_dense(rows).item_bytes, 8);
  EXPECT_EQ(plan_to_dense(rows, {4, 16}).item_bytes, 4);
  EXPECT_EQ(plan_to_dense(rows, {16, 1}).item_bytes, 1);
  EXPECT_EQ(plan_to_dense(dense({4, 6, 32}, 1).permuted({1, 0, 2})).item_bytes, 16);
  // A slice offset must be aligned like an address.
  EXPECT_EQ(plan_to_dense(dense({4, 6, 34}, 1).sliced({all, all, {2, 34}}).permuted({1, 0, 2})).item_bytes, 2);
}

TEST(CopyPlan, SplitsElementsThatAreNotAPowerOfTwo) {
  const CopyPlan odd = plan_to_dense(dense({5, 7}, 3).permuted({1, 0}));
  EXPECT_EQ(odd.item_bytes, 1);
  EXPECT_EQ(odd.axes.back(), (CopyAxis{3, 1, 1}));
  EXPECT_EQ(plan_to_dense(dense({5, 7}, 12).permuted({1, 0})).item_bytes, 4);
  EXPECT_EQ(plan_to_dense(dense({5, 7}, 12).permuted({1, 0}), {2, 0}).item_bytes, 2);
  EXPECT_EQ(plan_to_dense(dense({5, 7}, 48).permuted({1, 0})).item_bytes, 16);
}

TEST(CopyPlan, CoversEveryByteOnce) {
  for (const std::int64_t itemsize : {1, 2, 3, 4, 5, 8, 12, 16, 17, 40}) {
    const CopyPlan plan = plan_to_dense(dense({3, 4, 6, 2}, itemsize).permuted({3, 1, 0, 2}), {3, 5});
    std::int64_t bytes = plan.item_bytes;
    for (const CopyAxis& axis : plan.axes) {
      bytes *= axis.extent;
      EXPECT_GT(axis.destination_stride, 0);
    }
    EXPECT_EQ(bytes, plan.volume_bytes);
    EXPECT_EQ(plan.volume_bytes, 144 * itemsize);
  }
}

TEST(CopyPlan, ChoosesAMethodForEachPairOfLayouts) {
  EXPECT_EQ(plan_to_dense(dense({3, 0}, 4)).method, CopyMethod::nothing);
  EXPECT_EQ(plan_to_dense(dense({3, 5}, 4)).method, CopyMethod::linear);
  EXPECT_EQ(plan_to_dense(dense({3, 5, 64}, 1).permuted({1, 0, 2})).method, CopyMethod::rows);
  EXPECT_EQ(plan_to_dense(dense({64, 65}, 4).permuted({1, 0})).method, CopyMethod::tiles);
  EXPECT_EQ(plan_to_dense(dense({100, 3}, 1).permuted({1, 0})).method, CopyMethod::channels);
  EXPECT_EQ(plan_to_dense(dense({3, 100}, 1).permuted({1, 0})).method, CopyMethod::channels);
  EXPECT_EQ(plan_to_dense(dense({100, 5}, 1).permuted({1, 0})).method, CopyMethod::tiles);
  EXPECT_EQ(plan_to_dense(dense({100}, 4).sliced({every_second})).method, CopyMethod::elements);
  EXPECT_EQ(plan_to_dense(dense({5, 1}, 4).broadcast_to({5, 9})).method, CopyMethod::elements);
  EXPECT_EQ(plan_copy(dense({50}, 4), dense({100}, 4).sliced({every_second})).method, CopyMethod::elements);
}

TEST(CopyPlan, DescribesItsStepsAndReasons) {
  const CopyPlan plan = plan_to_dense(dense({1, 3, 64, 65}, 4).permuted({0, 1, 3, 2}));
  ASSERT_FALSE(plan.steps.empty());
  EXPECT_NE(plan.steps.front().find("extent 1"), std::string::npos) << plan.steps.front();
  EXPECT_EQ(plan.steps.back().find("tiles"), 0U) << plan.steps.back();
  EXPECT_EQ(to_string(plan), "tiles: 3 × 65 × 64 items of 4 bytes");
}

TEST(CopyPlan, RejectsDifferentShapesAndItemsizes) {
  const std::string shapes = refusal(dense({3, 4}, 4), dense({4, 3}, 4));
  EXPECT_NE(shapes.find("(3, 4)"), std::string::npos) << shapes;
  EXPECT_NE(shapes.find("(4, 3)"), std::string::npos) << shapes;
  EXPECT_NE(refusal(dense({3, 4}, 4), dense({12}, 4)), "");
  const std::string itemsizes = refusal(dense({3}, 4), dense({3}, 8));
  EXPECT_NE(itemsizes.find('4'), std::string::npos) << itemsizes;
  EXPECT_NE(itemsizes.find('8'), std::string::npos) << itemsizes;
}

TEST(CopyPlan, RejectsDestinationsWithOverlappingElements) {
  const std::string repeated = refusal(dense({5, 7}, 4), dense({5, 1}, 4).broadcast_to({5, 7}));
  EXPECT_NE(repeated.find("axis 1"), std::string::npos) << repeated;
  const std::string sliding = refusal(dense({5, 7}, 4), StridedLayout{{5, 7}, {3, 1}, 4});
  EXPECT_NE(sliding.find("axis 0"), std::string::npos) << sliding;
  // A source may repeat elements, and so may a destination of one element.
  EXPECT_EQ(refusal(StridedLayout{{5, 7}, {3, 1}, 4}, dense({5, 7}, 4)), "");
  EXPECT_EQ(refusal(dense({1}, 4), StridedLayout{{1}, {0}, 4}), "");
}

}  // namespace
}  // namespace texelscope::gpu
