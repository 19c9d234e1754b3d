#include <gtest/gtest.h>

#include "tests/gpu/layout/layout_expectations.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {
namespace {

constexpr std::nullopt_t none = std::nullopt;

TEST(Permuted, MovesShapeAndStridesTogether) {
  expect_layout(dense_layout.permuted({2, 0, 1}), {4, 5, 3}, {1, 12, 4});
  expect_layout(dense_layout.permuted({-1, 0, -2}), {4, 5, 3}, {1, 12, 4});
  expect_layout(StridedLayout().permuted({}), {}, {});
}

TEST(Permuted, RejectsInvalidPermutations) {
  expect_refusal([] { return dense_layout.permuted({2, 0, 0}); }, "(5, 3, 4)", "(2, 0, 0)", "axis 0 is named twice");
  expect_refusal([] { return dense_layout.permuted({2, 0, 3}); }, "axis 3 is out of range", "0 to 2", "-3 to -1");
  expect_refusal([] { return dense_layout.permuted({2, 0, smallest}); }, "out of range");
  expect_refusal([] { return dense_layout.permuted({2, 0}); }, "names 2 of 3 axes");
  expect_refusal([] { return dense_layout.permuted({0, 1, 2, 0}); }, "names 4 of");
}

TEST(Sliced, FollowsPython) {
  expect_layout(dense_layout.sliced({AxisSlice{none, none, -2}, AxisSlice{1, none}, 3}), {3, 2}, {-24, 4}, 55);
  expect_layout(dense_layout.sliced({AxisSlice{-2, 100}}), {2, 3, 4}, {12, 4, 1}, 36);
  expect_layout(dense_layout.sliced({AxisSlice{-100, -3}}), {2, 3, 4}, {12, 4, 1});
  expect_layout(dense_layout.sliced({AxisSlice{100, -100, -3}}), {2, 3, 4}, {-36, 4, 1}, 48);
  expect_layout(dense_layout.sliced({-1, -1, -1}), {}, {}, 59);
  EXPECT_EQ(dense_layout.sliced({}), dense_layout);
  EXPECT_EQ(dense_layout.sliced({AxisSlice::all(), AxisSlice::all()}), dense_layout);
}

TEST(Sliced, KeepsTheStepOfOneElementAndOffsetAndStrideOfNone) {
  expect_layout(dense_layout.sliced({AxisSlice{2, 3, 2}}), {1, 3, 4}, {24, 4, 1}, 24);
  expect_layout(dense_layout.sliced({AxisSlice{3, 3, -2}}), {0, 3, 4}, {12, 4, 1});
  expect_layout(dense_layout.sliced({AxisSlice{4, 1}}), {0, 3, 4}, {12, 4, 1});
}

TEST(Sliced, AcceptsTheSmallestPossibleStep) {
  const StridedLayout bytes = StridedLayout::dense({5}, 1);
  expect_layout(bytes.sliced({AxisSlice{none, none, smallest}}), {1}, {-largest}, 4);
  expect_refusal(
      [] {
        return dense_layout.sliced({AxisSlice{none, none, smallest}});
      },
      "axis 0", "stride 12", "overflows 64 bits");
  expect_layout(bytes.sliced({AxisSlice{smallest, largest}}), {5}, {1});
}

TEST(Sliced, RejectsSizesThatFitIn64BitsOnlyInElements) {
  // An empty layout has no offsets that its constructor would have checked.
  constexpr std::int64_t stride = std::int64_t{1} << 59;
  const StridedLayout empty({0, 9}, {1, stride}, 8);
  const AxisSlice all = AxisSlice::all();
  expect_layout(empty.sliced({all, AxisSlice{1, 2}}), {0, 1}, {1, stride}, stride);
  expect_refusal([&] { return empty.sliced({all, 2}); }, "slice offset 1152921504606846976", "itemsize 8");
  expect_refusal([&] { return empty.sliced({all, AxisSlice(2, none)}); }, "slice offset", "overflows 64 bits");
  expect_refusal(
      [&] {
        return empty.sliced({all, AxisSlice(0, 9, 2)});
      },
      "stride 576460752303423488 times the step 2 overflows 64 bits in bytes of itemsize 8");
  expect_refusal([&] { return StridedLayout::dense({5}, 16).sliced({AxisSlice(none, none, 2 * stride)}); }, "axis 0",
                 "stride 1 times the step 1152921504606846976", "bytes of itemsize 16");
}

TEST(Sliced, RejectsWhatPythonRejects) {
  expect_refusal([] { return dense_layout.sliced({5}); }, "cannot take 5 of axis 0", "(5, 3, 4)", "use -5 to 4");
  expect_refusal([] { return dense_layout.sliced({0, -4}); }, "axis 1", "index -4 is out of range for extent 3");
  expect_refusal(
      [] {
        return dense_layout.sliced({AxisSlice{1, 4, 0}});
      },
      "cannot take 1:4:0 of axis 0", "the step is 0");
  expect_refusal([] { return dense_layout.sliced({0, 0, 0, 0}); }, "4 slices are too many for the 3 axes");
  expect_refusal([] { return StridedLayout({0}, 1).sliced({0}); }, "the axis is empty");
}

TEST(Flattened, MergesMergeableAxes) {
  expect_layout(dense_layout.flattened(), {60}, {1});
  expect_layout(dense_layout.flattened(0, 1), {15, 4}, {4, 1});
  expect_layout(dense_layout.flattened(-2), {5, 12}, {12, 1});
  expect_layout(dense_layout.permuted({2, 0, 1}).flattened(), {4, 15}, {1, 4});
  expect_layout(dense_layout.permuted({2, 1, 0}).flattened(), {4, 3, 5}, {1, 4, 12});
  expect_layout(dense_layout.flattened(2, 1), {5, 3, 4}, {12, 4, 1});
  expect_layout(dense_layout.sliced({AxisSlice::all(), AxisSlice::all(), AxisSlice{none, none, -1}}).flattened(),
                {15, 4}, {4, -1}, 3);
}

TEST(Flattened, MakesOneAxisOfRankZeroAndOfEmptyLayouts) {
  expect_layout(StridedLayout({}, 4).flattened(), {1}, {1});
  expect_layout(StridedLayout({3, 0, 2}, {9, 9, 1}, 4).flattened(), {0}, {1});
}

TEST(Flattened, TakesTheSameAxesOfSeveralLayoutsByMask) {
  const StridedLayout first = StridedLayout::dense({4, 5, 3}, 4);
  const StridedLayout second({4, 5, 3}, {1, 12, 4}, 4);
  EXPECT_EQ(first.flattened_axis_mask(), 0b110U);
  EXPECT_EQ(second.flattened_axis_mask(), 0b100U);
  const AxisMask mask = first.flattened_axis_mask() & second.flattened_axis_mask();
  expect_layout(first.flattened_by_mask(mask), {4, 15}, {15, 1});
  expect_layout(second.flattened_by_mask(mask), {4, 15}, {1, 4});
  EXPECT_EQ(second.flattened_by_mask(0), second);
}

TEST(Flattened, RejectsMissingAxes) {
  expect_refusal([] { return dense_layout.flattened(0, 3); }, "(5, 3, 4)", "axis 3 is out of range");
  expect_refusal([] { return dense_layout.flattened(-4, -1); }, "axis -4 is out of range");
  expect_refusal([] { return StridedLayout().flattened(0, 0); }, "rank 0 has no axes");
}

TEST(Squeezed, DropsExtentsOfOneAndMakesOneAxisOfEmptyLayouts) {
  expect_layout(StridedLayout({1, 5, 1, 3}, {9, 3, 7, 1}, 4).squeezed(), {5, 3}, {3, 1});
  expect_layout(StridedLayout({1, 1}, {9, 3}, 4).squeezed(), {}, {});
  expect_layout(StridedLayout({1, 0, 3}, {9, 3, 1}, 4).squeezed(), {0}, {0});
}

TEST(BroadcastTo, RepeatsWithStrideZero) {
  expect_layout(StridedLayout::dense({3, 1}, 4).broadcast_to({2, 3, 4}), {2, 3, 4}, {0, 1, 0});
  expect_layout(StridedLayout().broadcast_to({2, 2}), {2, 2}, {0, 0});
  expect_layout(StridedLayout({1, 3}, {9, 1}, 4).broadcast_to({1, 3}), {1, 3}, {0, 1});
  expect_layout(StridedLayout({1, 3}, {9, 1}, 4).broadcast_to({0, 3}), {0, 3}, {0, 1});
}

TEST(BroadcastTo, RejectsIncompatibleShapes) {
  expect_refusal(
      [] {
        return dense_layout.broadcast_to({3, 4});
      },
      "(5, 3, 4)", "(3, 4)", "it has 3 axes, but the new shape has only 2");
  expect_refusal([] { return dense_layout.broadcast_to({5, 6, 4}); }, "axis 1 has extent 3", "neither 1 nor 6");
  expect_refusal([] { return dense_layout.broadcast_to({-1, 5, 3, 4}); }, "negative extent -1 on axis 0");
  expect_refusal([] { return StridedLayout().broadcast_to({largest, 2}); }, "overflows 64 bits");
}

}  // namespace
}  // namespace texelscope::gpu
