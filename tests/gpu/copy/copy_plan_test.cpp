#include "texelscope/gpu/copy_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gpu/copy/counted.h"
#include "tests/gpu/copy/random_layouts.h"
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

/// Offsets in the source and in the destination.
using Move = std::pair<std::int64_t, std::int64_t>;

/// The moves of single bytes from and to these offsets, and from all that axes lead to.
std::vector<Move> byte_moves(const Move& first, const std::vector<CopyAxis>& axes, std::int64_t item_bytes) {
  std::vector<Move> moves{first};
  const auto walk = [&](const CopyAxis& axis) {
    std::vector<Move> next;
    for (const auto& [from, to] : moves) {
      for (std::int64_t index = 0; index < axis.extent; ++index) {
        next.emplace_back(from + index * axis.source_stride, to + index * axis.destination_stride);
      }
    }
    moves = std::move(next);
  };
  std::ranges::for_each(axes, walk);
  walk({item_bytes, 1, 1});
  std::ranges::sort(moves);
  return moves;
}

/// Compares a plan with a walk over all bytes of all elements. Empty if it moves each of them, in items whose addresses
/// are multiples of their size.
std::string fault_of(const CopyPlan& plan, const StridedLayout& source, const StridedLayout& destination,
                     const CopyAddresses& addresses) {
  std::vector<CopyAxis> axes;
  for (std::size_t axis = 0; axis < source.ndim(); ++axis) {
    axes.push_back({source.shape()[axis], source.strides_in_bytes()[axis], destination.strides_in_bytes()[axis]});
  }
  const Move first{plan.source_offset, plan.destination_offset};
  std::string fault;
  if (byte_moves(first, plan.axes, plan.item_bytes) !=
      byte_moves({source.slice_offset_in_bytes(), destination.slice_offset_in_bytes()}, axes, source.itemsize())) {
    fault = "moves other bytes";
  }
  const auto item_bytes = static_cast<std::uint64_t>(plan.item_bytes);
  for (const auto& [from, to] : byte_moves(first, plan.axes, 1)) {
    if ((addresses.source + static_cast<std::uint64_t>(from)) % item_bytes != 0 ||
        (addresses.destination + static_cast<std::uint64_t>(to)) % item_bytes != 0) {
      fault = "moves misaligned items";
    }
  }
  return fault.empty() ? "" : to_string(source) + " into " + to_string(destination) + ": " + to_string(plan) + fault;
}

TEST(CopyPlan, MovesTheBytesOfAllElementsInItemsAlignedOnBothSides) {
  std::mt19937_64 random{9};
  for (int round = 0; round < 500; ++round) {
    const auto [source, destination] = tests::random_layouts(random, 1 + round % 16, 2000);
    const CopyAddresses addresses{random() % 2 * random() % 64, random() % 2 * random() % 64};
    if (!source.is_empty()) {
      ASSERT_EQ(fault_of(plan_copy(source, destination, addresses), source, destination, addresses), "");
    }
  }
  std::vector<int> plans(17);
  for (const std::int64_t width : {32, 48, 56}) {
    for (std::int64_t gap = 0; gap <= 16; ++gap) {
      for (std::int64_t other_gap = 0; other_gap <= 16; ++other_gap) {
        const AxisSlice columns(gap, gap + width);
        const StridedLayout source = dense({3, width + gap}, 1).sliced({all, columns});
        const StridedLayout destination = dense({3, width + other_gap}, 1).sliced({all, AxisSlice(0, width)});
        const CopyAddresses addresses{random() % 3 * 8, random() % 3 * 8};
        const CopyPlan plan = plan_copy(source, destination, addresses);
        ASSERT_EQ(fault_of(plan, source, destination, addresses), "");
        ++plans[static_cast<std::size_t>(plan.item_bytes)];
      }
    }
  }
  for (const std::size_t item_bytes : {1, 2, 4, 8, 16}) {
    EXPECT_GT(plans[item_bytes], 0) << item_bytes;
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
