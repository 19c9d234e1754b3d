#include "texelscope/gpu/mdspan_layout.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/gpu/layout/layout_expectations.h"

namespace texelscope::gpu {
namespace {

/// What std::layout_stride::mapping of rank 3 offers.
struct MdspanMapping {
  struct Extents {
    std::array<int, 3> values;
    [[nodiscard]] constexpr std::size_t rank() const { return values.size(); }
    [[nodiscard]] constexpr int extent(std::size_t axis) const { return values[axis]; }
  };
  Extents of;
  std::array<int, 3> strides;
  [[nodiscard]] constexpr const Extents& extents() const { return of; }
  [[nodiscard]] constexpr int stride(std::size_t axis) const { return strides[axis]; }
};

TEST(MdspanLayout, TakesExtentsAndStridesOfAMapping) {
  constexpr MdspanMapping mapping{{{5, 3, 7}}, {{1, 5, 15}}};
  EXPECT_EQ(layout_of(mapping, 4), StridedLayout::dense({5, 3, 7}, 4, StrideOrder::f()));
}

TEST(MdspanLayout, ReturnsThemAsArraysOfItsRank) {
  const StridedLayout layout = StridedLayout::dense({5, 3, 7}, 4);
  EXPECT_EQ((to_array<3, int>(layout.shape())), (std::array{5, 3, 7}));
  EXPECT_EQ(to_array<3>(layout.strides()), (std::array<std::size_t, 3>{21, 7, 1}));
  expect_refusal([&] { return to_array<2>(layout.strides()); }, "(21, 7, 1)", "rank");
}

}  // namespace
}  // namespace texelscope::gpu
