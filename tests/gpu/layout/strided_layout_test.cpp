#include "texelscope/gpu/strided_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/gpu/layout/layout_expectations.h"

namespace texelscope::gpu {
namespace {

TEST(StridedLayout, IsInitiallyOneElementOfRankZero) {
  const StridedLayout layout;
  EXPECT_EQ(layout.ndim(), 0U);
  EXPECT_EQ(layout.volume(), 1);
  EXPECT_EQ(layout.offset_bounds(), (OffsetBounds{0, 0}));
  EXPECT_TRUE(layout.is_dense());
  EXPECT_EQ(layout.required_size_in_bytes(), 1);
}

TEST(StridedLayout, IsInCOrderWithoutStridesAndEqualsTheExplicitForm) {
  const StridedLayout absent({5, 3, 7}, 4);
  EXPECT_FALSE(absent.has_strides());
  expect_layout(absent, {5, 3, 7}, {21, 7, 1});
  const StridedLayout written({5, 3, 7}, {21, 7, 1}, 4);
  EXPECT_TRUE(written.has_strides());
  EXPECT_EQ(absent, written);
}

TEST(StridedLayout, KeepsStridesAbsentIfDenseAndMakesThemExplicitWhenReshaped) {
  const StridedLayout absent({5, 3}, 4);
  EXPECT_FALSE(absent.to_dense().has_strides());
  EXPECT_FALSE(absent.to_dense(StrideOrder::c()).has_strides());
  expect_layout(absent.to_dense(StrideOrder::f()), {5, 3}, {1, 5});
  EXPECT_FALSE(StridedLayout({7}, 4).to_dense(StrideOrder::f()).has_strides());
  EXPECT_TRUE(absent.reshaped({5, 3}).has_strides());
  EXPECT_EQ(absent.reshaped({5, 3}), absent);
  EXPECT_FALSE(absent.unsqueezed({}).has_strides()) << "the same layout";
}

TEST(StridedLayout, IsConstexprForConstantSizes) {
  constexpr StridedLayout layout = StridedLayout::dense({5, 3, 7}, 4, {2, 0, 1});
  static_assert(layout.strides() == Dimensions{3, 1, 15});
  static_assert(layout.volume() == 105 && !layout.is_contiguous_c());
  static_assert(layout.offset_bounds() == OffsetBounds{0, 104});
  SUCCEED();
}

TEST(StridedLayout, IsDenseInCOrderFOrderOrAPermutation) {
  expect_layout(StridedLayout::dense({5, 3, 7}, 1), {5, 3, 7}, {21, 7, 1});
  expect_layout(StridedLayout::dense({5, 3, 7}, 1, StrideOrder::f()), {5, 3, 7}, {1, 5, 15});
  expect_layout(StridedLayout::dense({5, 3, 7}, 1, {2, 0, 1}), {5, 3, 7}, {3, 1, 15});
  expect_layout(StridedLayout::dense({5, 3, 7}, 1, {-1, 0, -2}), {5, 3, 7}, {3, 1, 15});
  EXPECT_EQ(StridedLayout::dense({5, 3, 7}, 1, {2, 0, 1}).stride_order(), (Dimensions{2, 0, 1}));
}

TEST(StridedLayout, HasZeroStridesIfDenseAndEmptyLikeNumPy) {
  expect_layout(StridedLayout::dense({2, 0, 3}, 4), {2, 0, 3}, {0, 0, 0});
  expect_layout(StridedLayout::dense({2, 0, 3}, 4, StrideOrder::f()), {2, 0, 3}, {0, 0, 0});
  expect_layout(StridedLayout({2, 0, 3}, 4), {2, 0, 3}, {0, 0, 0});
}

TEST(StridedLayout, KeepsTheOrderOfStridesWithK) {
  const StridedLayout permuted = StridedLayout::dense({5, 3, 7}, 2).permuted({2, 0, 1});
  EXPECT_EQ(permuted.to_dense(), permuted);
  expect_layout(permuted.to_dense(StrideOrder::c()), {7, 5, 3}, {15, 3, 1});
  expect_layout(permuted.to_dense(StrideOrder::f()), {7, 5, 3}, {1, 7, 35});
  expect_layout(permuted.sliced({AxisSlice{1, 7, 2}}).to_dense(), {3, 5, 3}, {1, 9, 3});
  expect_layout(StridedLayout({2, 5, 3}, {-1, 4, -20}, 1, StrideUnit::elements, 60).to_dense(), {2, 5, 3}, {1, 2, 10});
  expect_layout(StridedLayout({2, 5}, {0, 0}, 1).to_dense(), {2, 5}, {5, 1});
  expect_layout(StridedLayout({5, 1, 3}, {3, 77, 1}, 1).to_dense(), {5, 1, 3}, {3, 3, 1});
}

TEST(StridedLayout, AssignsAxesOfExtentOneTheStridesOfNumPyInEveryOrder) {
  struct Case {
    Dimensions shape;
    Dimensions order;
    /// As returned by numpy.empty_like for C, F and K, and numpy.empty with transpose for the permutation.
    Dimensions c, f, k, permuted;
  };
  const Case cases[] = {
      {{1, 5}, {1, 0}, {5, 1}, {1, 1}, {5, 1}, {1, 1}},
      {{5, 1}, {1, 0}, {1, 1}, {1, 5}, {1, 1}, {1, 5}},
      {{1, 5, 1}, {1, 2, 0}, {5, 1, 1}, {1, 1, 5}, {5, 1, 1}, {1, 1, 1}},
      {{2, 1, 3}, {1, 2, 0}, {3, 3, 1}, {1, 2, 2}, {3, 3, 1}, {1, 6, 2}},
      {{1, 1}, {1, 0}, {1, 1}, {1, 1}, {1, 1}, {1, 1}},
      {{1, 0, 2}, {1, 2, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
  };
  for (const Case& one : cases) {
    const StridedLayout absent(one.shape, 4);
    for (const StridedLayout& layout : {absent, StridedLayout(one.shape, absent.strides(), 4)}) {
      expect_layout(layout.to_dense(StrideOrder::c()), one.shape, one.c);
      expect_layout(layout.to_dense(StrideOrder::f()), one.shape, one.f);
      expect_layout(layout.to_dense(StrideOrder::k()), one.shape, one.k);
      expect_layout(layout.to_dense(one.order), one.shape, one.permuted);
    }
    expect_layout(StridedLayout::dense(one.shape, 4, StrideOrder::f()), one.shape, one.f);
    expect_layout(StridedLayout::dense_like(absent, StrideOrder::f()), one.shape, one.f);
  }
}

TEST(StridedLayout, AcceptsByteStridesDivisibleByTheItemsize) {
  EXPECT_EQ(StridedLayout({5, 3}, {24, -8}, 8, StrideUnit::bytes), StridedLayout({5, 3}, {3, -1}, 8));
  EXPECT_EQ(StridedLayout({5, 3}, {3, -1}, 8).strides_in_bytes(), (Dimensions{24, -8}));
  expect_refusal(
      [] {
        return StridedLayout({5, 3}, {24, 12}, 8, StrideUnit::bytes);
      },
      "12 bytes on axis 1", "itemsize 8");
}

TEST(StridedLayout, RejectsInvalidShapesStridesAndItemsizes) {
  expect_refusal([] { return StridedLayout({5, -3}, 1); }, "(5, -3)", "negative extent -3 on axis 1");
  expect_refusal([] { return StridedLayout({5, 3}, {1}, 1); }, "(1,)", "(5, 3)", "one stride per axis");
  expect_refusal([] { return StridedLayout({5}, 0); }, "itemsize of 0 bytes", "1 to 2147483648");
  expect_refusal([] { return StridedLayout({5}, (std::int64_t{1} << 31) + 1); }, "2147483649");
  EXPECT_EQ(StridedLayout({5}, std::int64_t{1} << 31).itemsize(), std::int64_t{1} << 31);
  EXPECT_EQ(StridedLayout({5}, 3).itemsize(), 3);
  expect_refusal([] { return StridedLayout(Dimensions::filled(65, 1), 1); }, "65 dimensions", "at most 64");
  EXPECT_EQ(StridedLayout(Dimensions::filled(64, 1), 1).ndim(), 64U);
}

TEST(StridedLayout, RejectsOrdersThatAreNotPermutations) {
  expect_refusal([] { return StridedLayout::dense({5, 3}, 1, {0, 0}); }, "(5, 3)", "(0, 0)", "axis 0 is named twice");
  expect_refusal([] { return StridedLayout::dense({5, 3}, 1, {0, -2}); }, "axis 0 is named twice");
  expect_refusal([] { return StridedLayout::dense({5, 3}, 1, {0, 2}); }, "axis 2 is out of range", "axes are 0 to 1");
  expect_refusal([] { return StridedLayout::dense({5, 3}, 1, {0}); }, "names 1 of 2 axes");
  expect_refusal([] { return StridedLayout::dense({5, 3}, 1, StrideOrder::k()); }, "order K", "dense_like");
}

TEST(StridedLayout, RejectsSizesThatOverflow64BitsInBytes) {
  expect_refusal([] { return StridedLayout({largest, 2}, 1); }, "volume", "overflows 64 bits");
  expect_refusal([] { return StridedLayout({largest}, 2); }, "volume", "itemsize 2");
  expect_refusal([] { return StridedLayout({0, largest, 2}, 1); }, "volume");
  EXPECT_EQ(StridedLayout({largest}, 1).required_size_in_bytes(), largest);
  expect_refusal([] { return StridedLayout({1, 1}, {1, largest}, 2); }, "stride 9223372036854775807 on axis 1");
  expect_refusal([] { return StridedLayout({1}, {smallest}, 2); }, "stride -9223372036854775808 on axis 0");
  expect_refusal([] { return StridedLayout({3}, {smallest}, 1); }, "an offset within shape (3,)");
  expect_refusal([] { return StridedLayout({2}, {largest}, 1); }, "an offset within");
  expect_refusal([] { return StridedLayout({2, 2}, {smallest, -1}, 1); }, "an offset within");
  expect_refusal([] { return StridedLayout({1}, {1}, 2, StrideUnit::elements, largest); }, "slice offset");
  const StridedLayout lowest({2}, {smallest}, 1);
  EXPECT_EQ(lowest.offset_bounds(), (OffsetBounds{smallest, 0}));
  EXPECT_TRUE(lowest.is_unique());
}

TEST(StridedLayout, ComputesVolumeBoundsAndSize) {
  const StridedLayout layout({5, 3}, {-3, 1}, 4, StrideUnit::elements, 12);
  EXPECT_EQ(layout.volume(), 15);
  EXPECT_EQ(layout.offset_bounds(), (OffsetBounds{0, 14}));
  EXPECT_EQ(layout.required_size_in_bytes(), 60);
  EXPECT_EQ(layout.slice_offset_in_bytes(), 48);
  const StridedLayout empty({5, 0}, {-3, 1}, 4, StrideUnit::elements, 12);
  EXPECT_EQ(empty.offset_bounds(), (OffsetBounds{0, -1}));
  EXPECT_EQ(empty.min_offset(), 0);
  EXPECT_EQ(empty.max_offset(), -1);
  constexpr StridedLayout backward({5, 3}, {-3, 1}, 4, StrideUnit::elements, 20);
  static_assert(backward.min_offset() == 8 && backward.max_offset() == 22);
  EXPECT_EQ(empty.required_size_in_bytes(), 0);
  expect_refusal([] { return StridedLayout({5, 3}, {-3, 1}, 4).required_size_in_bytes(); }, "smallest offset is -12");
}

TEST(StridedLayout, IsContiguousWithAnyStridesForExtentsOfOne) {
  const StridedLayout layout({1, 5, 1, 3}, {99, 3, -7, 1}, 4);
  EXPECT_TRUE(layout.is_contiguous_c());
  EXPECT_FALSE(layout.is_contiguous_f());
  EXPECT_TRUE(layout.is_dense());
  EXPECT_TRUE(StridedLayout({1, 5, 1}, {99, 1, -7}, 4).is_contiguous_f());
}

TEST(StridedLayout, IsContiguousInSomeOrderOnlyWithoutGapsAndForwards) {
  EXPECT_TRUE(StridedLayout::dense({5, 3, 7}, 1, {1, 2, 0}).is_contiguous_any());
  EXPECT_FALSE(StridedLayout({5, 3}, {4, 1}, 1).is_contiguous_any());
  EXPECT_FALSE(StridedLayout({5}, {-1}, 1).is_contiguous_any());
  EXPECT_FALSE(StridedLayout({2, 2}, {1, 1}, 1).is_contiguous_any());
  EXPECT_TRUE(StridedLayout({0, 5}, {7, 7}, 1).is_contiguous_any());
}

TEST(StridedLayout, IsDenseOnlyFromOffsetZero) {
  const StridedLayout layout = StridedLayout::dense({5, 3}, 1).sliced({AxisSlice{1, std::nullopt}});
  EXPECT_TRUE(layout.is_contiguous_any());
  EXPECT_FALSE(layout.is_dense());
}

TEST(StridedLayout, NamesTheAxisThatBreaksContiguityAndTheStrideItNeeds) {
  const auto found = StridedLayout({5, 3, 7}, {30, 10, 1}, 1).contiguity_break(StrideOrder::c());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->axis, 1U);
  EXPECT_EQ(found->stride, 10);
  EXPECT_EQ(found->needed_stride, 7);
  EXPECT_FALSE(StridedLayout::dense({5, 3, 7}, 1, {1, 2, 0}).contiguity_break({1, 2, 0}));
}

TEST(StridedLayout, DeterminesUniquenessExactlyOrReportsThatItCannot) {
  EXPECT_EQ(StridedLayout({5, 3}, {3, 1}, 1).uniqueness(), Uniqueness::yes);
  EXPECT_EQ(StridedLayout({5, 3}, {-3, 1}, 1).uniqueness(), Uniqueness::yes);
  EXPECT_EQ(StridedLayout({5, 3}, {0, 1}, 1).uniqueness(), Uniqueness::no);
  EXPECT_EQ(StridedLayout({1, 3}, {0, 1}, 1).uniqueness(), Uniqueness::yes);
  EXPECT_EQ(StridedLayout({0, 3}, {0, 0}, 1).uniqueness(), Uniqueness::yes);
  // Windows over a row overlap; steps of 2 and 3 meet at 6.
  EXPECT_EQ(StridedLayout({4, 3}, {1, 1}, 1).uniqueness(), Uniqueness::no);
  EXPECT_EQ(StridedLayout({4, 3}, {2, 3}, 1).uniqueness(), Uniqueness::no);
  EXPECT_EQ(StridedLayout({3, 2}, {2, 3}, 1).uniqueness(), Uniqueness::yes);
  EXPECT_EQ(StridedLayout({2, 2, 2}, {6, 10, 15}, 1).uniqueness(), Uniqueness::yes);
  EXPECT_EQ(StridedLayout({2, 2, 2}, {5, 2, 3}, 1).uniqueness(), Uniqueness::no);
  const StridedLayout far({20, 20, 20}, {10007, 10009, 10037}, 1);
  EXPECT_EQ(far.uniqueness(), Uniqueness::unknown);
  EXPECT_FALSE(far.is_unique());
}

/// Whether all elements have different offsets, by a walk over them.
bool have_own_offsets(const StridedLayout& layout) {
  std::vector<std::int64_t> offsets{0};
  for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
    std::vector<std::int64_t> next;
    next.reserve(offsets.size() * static_cast<std::size_t>(layout.shape()[axis]));
    for (const std::int64_t offset : offsets) {
      for (std::int64_t index = 0; index < layout.shape()[axis]; ++index) {
        next.push_back(offset + index * layout.strides()[axis]);
      }
    }
    offsets = std::move(next);
  }
  std::ranges::sort(offsets);
  return std::ranges::adjacent_find(offsets) == offsets.end();
}

TEST(StridedLayout, FindsTwoAxesThatMeetAtAnyDistance) {
  // The third axis makes the offsets too many to count them, and meets no other axis.
  constexpr std::int64_t far = 100'000;
  int meetings = 0;
  for (std::int64_t stride = 1; stride <= 7; ++stride) {
    for (std::int64_t other = 1; other <= 7; ++other) {
      for (std::int64_t extent = 2; extent <= 7; ++extent) {
        for (std::int64_t other_extent = 2; other_extent <= 7; ++other_extent) {
          const StridedLayout layout({extent, 2, other_extent}, {far * stride, 1, far * other}, 1);
          const bool is_unique = have_own_offsets(layout);
          EXPECT_NE(layout.uniqueness(), is_unique ? Uniqueness::no : Uniqueness::yes) << to_string(layout);
          EXPECT_TRUE(is_unique || layout.uniqueness() == Uniqueness::no) << to_string(layout);
          meetings += is_unique ? 0 : 1;
        }
      }
    }
  }
  EXPECT_GT(meetings, 500);
}

TEST(StridedLayout, FindsThatElementsOutnumberTheirOffsets) {
  const StridedLayout crowded({40, 40, 40}, {41, 43, 47}, 1);
  EXPECT_FALSE(have_own_offsets(crowded));
  EXPECT_EQ(crowded.uniqueness(), Uniqueness::no);
}

TEST(StridedLayout, CountsUpTo4096OffsetsIfNoSimplerRuleDecides) {
  // The offsets span 3·(extent − 1) + 4 for steps of 3 and 4.
  for (const std::int64_t extent : {3, 100, 1363, 1364}) {
    const StridedLayout layout({extent, 2}, {3, 4}, 1);
    EXPECT_TRUE(have_own_offsets(layout));
    EXPECT_EQ(layout.uniqueness(), Uniqueness::yes) << extent;
  }
  EXPECT_EQ(StridedLayout({2047, 2}, {2, 3}, 1).uniqueness(), Uniqueness::yes) << "4,096 offsets";
  EXPECT_EQ(StridedLayout({1365, 2}, {3, 4}, 1).uniqueness(), Uniqueness::unknown) << "4,097 offsets";
  EXPECT_EQ(StridedLayout({1365, 2}, {-6, 8}, 1).uniqueness(), Uniqueness::unknown) << "in units of 2";
}

TEST(StridedLayout, NamesTheAxisThatOverlaps) {
  EXPECT_EQ(StridedLayout({5, 3}, {0, 1}, 1).overlapping_axis(), 0U);
  EXPECT_EQ(StridedLayout({4, 3}, {2, 1}, 1).overlapping_axis(), 0U);
  EXPECT_EQ(StridedLayout({3, 4}, {1, 2}, 1).overlapping_axis(), 1U);
  EXPECT_FALSE(StridedLayout({3, 2}, {2, 3}, 1).overlapping_axis());
}

TEST(StridedLayout, FindsElementsWithinItsShape) {
  const StridedLayout layout({5, 3}, {-3, 1}, 4, StrideUnit::elements, 12);
  EXPECT_EQ(layout.offset_of({4, 2}), 2);
  EXPECT_EQ(layout(std::vector<std::int64_t>{0, 1}), 13);
  expect_refusal([&] { return layout.offset_of({5, 0}); }, "index (5, 0)", "axis 0", "extent 5");
  expect_refusal([&] { return layout.offset_of({0, -1}); }, "axis 1");
  expect_refusal([&] { return layout.offset_of({0}); }, "1 entries");
}

TEST(StridedLayout, SortsAxesStablyByStride) {
  EXPECT_EQ(StridedLayout({2, 3, 4}, {1, -100, 7}, 1).stride_order(), (Dimensions{1, 2, 0}));
  EXPECT_EQ(StridedLayout({2, 3, 4}, {5, 9, 5}, 1).stride_order(), (Dimensions{1, 0, 2}));
  EXPECT_EQ(StridedLayout({1, 1}, {1, smallest}, 1).stride_order(), (Dimensions{1, 0}));
}

TEST(StridedLayout, IsComparedByValue) {
  const StridedLayout layout({5, 3}, {3, 1}, 4);
  EXPECT_NE(layout, StridedLayout({5, 3}, {3, 1}, 8));
  EXPECT_NE(layout, StridedLayout({5, 3}, {3, 2}, 4));
  EXPECT_NE(layout, StridedLayout({5, 3}, {3, 1}, 4, StrideUnit::elements, 1));
  EXPECT_NE(layout, StridedLayout({15}, {1}, 4));
  StridedLayout other({2, 2, 2}, 1);
  other = layout;
  EXPECT_EQ(other, layout);
}

TEST(StridedLayout, HasADescription) {
  EXPECT_EQ(to_string(StridedLayout({5, 3}, 4)), "shape (5, 3), strides (3, 1), itemsize 4");
  EXPECT_EQ(to_string(StridedLayout({5}, {-1}, 2, StrideUnit::elements, 4)),
            "shape (5,), strides (-1,), itemsize 2, slice_offset 4");
}

}  // namespace
}  // namespace texelscope::gpu
