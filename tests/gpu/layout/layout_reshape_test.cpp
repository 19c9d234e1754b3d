#include <gtest/gtest.h>

#include "tests/gpu/layout/layout_expectations.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::gpu {
namespace {

TEST(Reshaped, KeepsTheOrderOfElements) {
  expect_layout(dense_layout.reshaped({20, 3}), {20, 3}, {3, 1});
  expect_layout(dense_layout.reshaped({4, -1}), {4, 15}, {15, 1});
  expect_layout(dense_layout.permuted({2, 0, 1}).reshaped({4, 15}), {4, 15}, {1, 4});
  expect_layout(dense_layout.permuted({2, 0, 1}).reshaped({2, 2, -1, 3}), {2, 2, 5, 3}, {2, 1, 12, 4});
  expect_layout(StridedLayout().reshaped({1, 1}), {1, 1}, {1, 1});
  expect_layout(StridedLayout({1, 1}, {9, 9}, 1).reshaped({}), {}, {});
  expect_layout(StridedLayout({4, 6}, {0, 0}, 1).reshaped({2, 12}), {2, 12}, {0, 0});
}

TEST(Reshaped, AssignsExtentsOfOneTheSameStridesAsNumPy) {
  const StridedLayout padded({3, 2}, {8, 2}, 1);
  expect_layout(padded.reshaped({1, 3, 1, 2, 1}), {1, 3, 1, 2, 1}, {24, 8, 4, 2, 2});
  expect_layout(StridedLayout({1, 3, 1}, {77, 2, 9}, 1).reshaped({3, 1, 1}), {3, 1, 1}, {2, 2, 2});
  expect_layout(StridedLayout({1, 3}, {77, 1}, 1).reshaped({1, 3}), {1, 3}, {77, 1});
  expect_layout(StridedLayout({1, 3}, {77, 1}, 1).reshaped({-1, 3}), {1, 3}, {3, 1});
}

TEST(Reshaped, ReshapesEmptyLayoutsToEveryEmptyShape) {
  expect_layout(StridedLayout({2, 0, 3}, {7, 7, 7}, 1).reshaped({0, 2, 3}), {0, 2, 3}, {6, 3, 1});
  expect_layout(StridedLayout({0, 3}, 1).reshaped({-1, 3}), {0, 3}, {3, 1});
  expect_refusal([] { return StridedLayout({0}, 1).reshaped({0, largest, 2}); }, "overflows 64 bits");
}

TEST(Reshaped, RejectsOtherVolumesAndAmbiguousExtents) {
  expect_refusal([] { return dense_layout.reshaped({61}); }, "(5, 3, 4)", "(61,)",
                 "volume 61 differs from the volume 60");
  expect_refusal([] { return dense_layout.reshaped({0}); }, "volume 0 differs from the volume 60");
  expect_refusal([] { return dense_layout.reshaped({largest, 2}); }, "beyond 64 bits");
  expect_refusal([] { return dense_layout.reshaped({-1, 5, -1}); }, "axes 0 and 2 are both -1");
  expect_refusal([] { return dense_layout.reshaped({-1, 7}); }, "60 is not divisible by", "7");
  expect_refusal([] { return dense_layout.reshaped({-1, 0}); }, "-1 on axis 0 is ambiguous");
  expect_refusal([] { return StridedLayout({0}, 1).reshaped({-1, 0}); }, "ambiguous");
  expect_refusal([] { return dense_layout.reshaped({5, -2, 12}); }, "extent -2 on axis 1 is negative");
}

TEST(Reshaped, RejectsStridesThatCannotBeMerged) {
  expect_refusal(
      [] {
        return dense_layout.permuted({2, 0, 1}).reshaped({20, 3});
      },
      "strides (1, 12, 4) are incompatible", "axes 0 and 1", "copy to C order first");
}

TEST(Reshaped, RejectsAnOverflowingStrideForAnExtentOfOne) {
  const std::int64_t stride = (largest - 1) / 7;
  expect_refusal([=] { return StridedLayout({8}, {stride}, 1).reshaped({1, 8}); }, "overflows 64 bits");
  expect_layout(StridedLayout({8}, {stride}, 1).reshaped({8, 1}), {8, 1}, {stride, stride});
  expect_layout(StridedLayout({2}, {smallest}, 1).reshaped({2, 1}), {2, 1}, {smallest, smallest});
}

TEST(Reshaped, RejectsExactlyTheStridesOfExtentsOfOneThatOverflow64BitsInBytes) {
  __extension__ using Int128 = __int128;
  int refusals = 0;
  int accepted = 0;
  for (const std::int64_t itemsize : {1, 2, 3, 8, 1000}) {
    for (const std::int64_t extent : {2, 3, 8}) {
      for (const std::int64_t sign : {1, -1}) {
        for (std::int64_t below = 0; below < 4; ++below) {
          for (const std::int64_t divisor : {extent - 1, extent}) {
            const std::int64_t stride = sign * ((largest / itemsize - 1) / divisor - below);
            const StridedLayout layout({extent}, {stride}, itemsize);
            const Int128 bytes = Int128{stride} * extent * itemsize;
            if (bytes >= smallest && bytes <= largest) {
              expect_layout(layout.reshaped({1, extent}), {1, extent}, {stride * extent, stride});
              ++accepted;
            } else {
              expect_refusal([&] { return layout.reshaped({1, extent}); }, "overflows 64 bits");
              ++refusals;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(refusals, 50);
  EXPECT_GT(accepted, 50);
}

TEST(Unsqueezed, InsertsAxesOfOneLikeReshaping) {
  expect_layout(dense_layout.unsqueezed({0}), {1, 5, 3, 4}, {60, 12, 4, 1});
  expect_layout(dense_layout.unsqueezed({-1}), {5, 3, 4, 1}, {12, 4, 1, 1});
  expect_layout(dense_layout.unsqueezed({0, 2}), {1, 5, 1, 3, 4}, {60, 12, 12, 4, 1});
  EXPECT_EQ(dense_layout.unsqueezed({}), dense_layout);
}

TEST(Unsqueezed, RejectsAxesOutOfRangeAndDuplicates) {
  expect_refusal([] { return dense_layout.unsqueezed({4}); }, "axis 4 is out of range", "axes are 0 to 3");
  expect_refusal([] { return dense_layout.unsqueezed({1, -4}); }, "axis -4 is named twice");
  expect_refusal([] { return StridedLayout(Dimensions::filled(64, 1), 1).unsqueezed({0}); }, "at most 64");
}

TEST(Repacked, ViewsTheSameBytesAsLargerOrSmallerElements) {
  const StridedLayout rows = StridedLayout::dense({5, 4}, 4);
  EXPECT_EQ(rows.repacked(2), StridedLayout::dense({5, 8}, 2));
  EXPECT_EQ(rows.repacked(8), StridedLayout::dense({5, 2}, 8));
  EXPECT_EQ(rows.repacked(16), StridedLayout({5, 1}, {1, 1}, 16));
  EXPECT_EQ(rows.repacked(16, 0, -1, false), StridedLayout({5}, {1}, 16));
  EXPECT_EQ(rows.repacked(4), rows);
  EXPECT_EQ(StridedLayout({5}, 3).repacked(3), StridedLayout({5}, 3));
  EXPECT_EQ(rows.permuted({1, 0}).repacked(8, 64, 0), StridedLayout({2, 5}, {1, 2}, 8));
  EXPECT_EQ(rows.sliced({1}).repacked(1), StridedLayout({16}, {1}, 1, StrideUnit::elements, 16));
}

TEST(Repacked, RejectsIndivisibleSizes) {
  const StridedLayout rows = StridedLayout::dense({5, 4}, 4);
  expect_refusal([&] { return rows.repacked(12); }, "itemsize 12", "powers of two");
  expect_refusal([&] { return rows.repacked(0); }, "powers of two");
  expect_refusal([] { return StridedLayout({4}, 3).repacked(1); }, "powers of two");
  expect_refusal([&] { return rows.repacked(std::int64_t{1} << 32); }, "powers of two");
  expect_refusal([&] { return rows.repacked(8, 0, 2); }, "axis 2 is out of range");
  expect_refusal([&] { return rows.repacked(8, 0, 0); }, "axis 0 has extent 5 and stride 4");
  expect_refusal([] { return StridedLayout({0}, {1}, 4).repacked(2); }, "axis 0 has extent 0");
  expect_refusal([] { return StridedLayout({1}, {5}, 4).repacked(2); }, "axis 0 has extent 1 and stride 5");
  expect_refusal([&] { return rows.repacked(8, 4); }, "address 0x4 is not aligned to 8 bytes");
  expect_refusal([&] { return rows.repacked(32); }, "extent 4 of axis 1 is not divisible by 8");
  expect_refusal([&] { return rows.sliced({0, AxisSlice{1, 3}}).repacked(8); }, "slice offset 1 is not divisible by 2");
  expect_refusal(
      [] {
        return StridedLayout({5, 4}, {5, 1}, 4).repacked(8);
      },
      "stride 5 of axis 0 is not divisible by 2");
}

TEST(MaxCompatibleItemsize, IsTheLargestThatRepackingAccepts) {
  EXPECT_EQ(StridedLayout::dense({5, 4}, 4).max_compatible_itemsize(), 16);
  EXPECT_EQ(StridedLayout::dense({5, 6}, 4).max_compatible_itemsize(), 8);
  EXPECT_EQ(StridedLayout::dense({5, 4}, 4).max_compatible_itemsize(8), 8);
  EXPECT_EQ(StridedLayout::dense({5, 4}, 4).max_compatible_itemsize(16, 24), 8);
  EXPECT_EQ(StridedLayout::dense({5, 4}, 4).max_compatible_itemsize(16, 0, 0), 4);
  EXPECT_EQ(StridedLayout::dense({5, 4}, 12).max_compatible_itemsize(16), 12);
  EXPECT_EQ(StridedLayout({0}, {1}, 4).max_compatible_itemsize(), 4);
  EXPECT_EQ(StridedLayout({8}, {1}, 2, StrideUnit::elements, 2).max_compatible_itemsize(), 4);
  expect_refusal([] { return dense_layout.max_compatible_itemsize(2); }, "largest itemsize 2", "4");
  expect_refusal([] { return StridedLayout().max_compatible_itemsize(); }, "axis -1", "rank 0 has no axes");
}

}  // namespace
}  // namespace texelscope::gpu
