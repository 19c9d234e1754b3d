#include "app/labs/layout/layout_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace texelscope::app {
namespace {

using gpu::Dimensions;
using gpu::StridedLayout;

/// The elements at each offset, found by trying all indices.
std::map<std::int64_t, std::vector<std::int64_t>> by_offset(const StridedLayout& layout) {
  std::map<std::int64_t, std::vector<std::int64_t>> all;
  Dimensions index = Dimensions::filled(layout.ndim(), 0);
  for (std::int64_t position = 0; position < layout.volume(); ++position) {
    std::int64_t offset = layout.slice_offset();
    for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
      offset += index[axis] * layout.strides()[axis];
    }
    all[offset].push_back(position);
    for (std::size_t axis = layout.ndim(); axis-- > 0;) {
      if (++index[axis] < layout.shape()[axis]) {
        break;
      }
      index[axis] = 0;
    }
  }
  return all;
}

/// A layout with extents of 1 to 4 and unrelated strides of −6 to 6, which can have gaps, overlaps, broadcasts and
/// offsets below 0.
StridedLayout random_layout(std::mt19937& random) {
  const auto number = [&](int low, int high) { return std::uniform_int_distribution<int>{low, high}(random); };
  Dimensions shape;
  Dimensions strides;
  for (int axis = number(0, 5); axis > 0; --axis) {
    shape.push_back(number(1, 4));
    strides.push_back(number(-6, 6));
  }
  return {shape, strides, 4, gpu::StrideUnit::elements, number(-9, 9)};
}

TEST(ElementFinder, AgreesWithASearchOfAllIndices) {
  std::mt19937 random{3};
  for (int round = 0; round < 2000; ++round) {
    const StridedLayout layout = random_layout(random);
    const auto expected = by_offset(layout);
    const ElementFinder finder{layout};
    const gpu::OffsetBounds bounds = layout.offset_bounds();
    for (std::int64_t offset = bounds.min - 2; offset <= bounds.max + 2; ++offset) {
      const auto wanted = expected.find(offset);
      const OffsetElements found = finder.at(offset);
      if (wanted == expected.end()) {
        ASSERT_EQ(found.count, 0) << to_string(layout) << " at " << offset;
        ASSERT_TRUE(finder.elements_at(offset, 10).empty());
        continue;
      }
      ASSERT_TRUE(found.is_exact) << to_string(layout);
      ASSERT_EQ(found.count, static_cast<std::int64_t>(wanted->second.size())) << to_string(layout) << " at " << offset;
      ASSERT_EQ(found.first, wanted->second.front()) << to_string(layout) << " at " << offset;
      ASSERT_EQ(finder.elements_at(offset, 100000), wanted->second) << to_string(layout) << " at " << offset;
    }
  }
}

TEST(ElementFinder, SearchesHugeLayoutsImmediately) {
  const StridedLayout layout = StridedLayout({100'000, 1000, 1000}, 4).permuted({2, 0, 1});
  const ElementFinder finder{layout};
  for (const std::int64_t offset : {std::int64_t{0}, std::int64_t{123'456'789'012}, std::int64_t{99'999'999'999}}) {
    const OffsetElements found = finder.at(offset);
    if (offset >= layout.volume()) {
      EXPECT_EQ(found.count, 0);
      continue;
    }
    ASSERT_EQ(found.count, 1);
    EXPECT_EQ(layout(index_at(layout, found.first).values()), offset);
  }
}

TEST(ElementFinder, StopsCountingTooManyOverlaps) {
  const StridedLayout layout({50, 50, 50, 50}, {1, 1, 1, 1}, 4);
  const OffsetElements found = ElementFinder{layout}.at(98);
  EXPECT_FALSE(found.is_exact);
  EXPECT_GT(found.count, 1);
  EXPECT_EQ(ElementFinder{layout}.elements_at(98, 7).size(), 7U);
}

TEST(ElementFinder, FindsNothingInAnEmptyLayout) { EXPECT_EQ(ElementFinder{StridedLayout({3, 0}, 4)}.at(0).count, 0); }

TEST(IndexAt, IsTheInverseOfPositionOf) {
  const StridedLayout layout({3, 1, 4, 2}, 4);
  for (std::int64_t position = 0; position < layout.volume(); ++position) {
    EXPECT_EQ(position_of(layout, index_at(layout, position)), position);
  }
  EXPECT_EQ(index_at(layout, 13), (Dimensions{1, 0, 2, 1}));
  EXPECT_EQ(index_at(StridedLayout({}, 4), 0), Dimensions{});
}

TEST(IndexGrid, IsEachSliceOfTheLayout) {
  std::mt19937 random{5};
  for (int round = 0; round < 300; ++round) {
    const StridedLayout layout = random_layout(random);
    SliceChoice choice;
    settle(choice, layout);
    if (layout.ndim() >= 2) {
      choice.row_axis = static_cast<int>(random() % layout.ndim());
      do {
        choice.column_axis = static_cast<int>(random() % layout.ndim());
      } while (choice.column_axis == choice.row_axis);
    }
    for (std::size_t axis = 0; axis < layout.ndim(); ++axis) {
      choice.index[axis] = static_cast<std::int64_t>(random() % static_cast<unsigned>(layout.shape()[axis]));
    }
    settle(choice, layout);
    const IndexGrid grid = index_grid(layout, choice);
    ASSERT_FALSE(grid.is_clipped());
    for (std::int64_t row = 0; row < grid.rows; ++row) {
      for (std::int64_t column = 0; column < grid.columns; ++column) {
        Dimensions index = choice.index;
        if (choice.row_axis >= 0) {
          index[static_cast<std::size_t>(choice.row_axis)] = row;
        }
        if (choice.column_axis >= 0) {
          index[static_cast<std::size_t>(choice.column_axis)] = column;
        }
        ASSERT_EQ(grid.offset_at(row, column), layout(index.values())) << to_string(layout);
        ASSERT_EQ(grid.position_at(row, column), position_of(layout, index));
        ASSERT_EQ(find_cell(layout, choice, position_of(layout, index)), (GridCell{row, column}));
      }
    }
  }
}

TEST(IndexGrid, ShowsAPartOfALargeLayout) {
  for (const Dimensions& shape : {Dimensions{1'000'000'000}, Dimensions{1'000'000'000, 3}, Dimensions{3, 1'000'000'000},
                                  Dimensions{100'000, 100'000}, Dimensions{257, 257}}) {
    const StridedLayout layout(shape, 1);
    SliceChoice choice;
    settle(choice, layout);
    IndexGrid grid = index_grid(layout, choice);
    EXPECT_TRUE(grid.is_clipped()) << to_string(shape);
    EXPECT_LE(grid.shown_rows * grid.shown_columns, max_cells);
    EXPECT_GT(grid.shown_rows * grid.shown_columns, 500);
    show_position(choice, layout, layout.volume() - 1);
    grid = index_grid(layout, choice);
    EXPECT_EQ(grid.first_row + grid.shown_rows, grid.rows) << to_string(shape);
    EXPECT_EQ(grid.first_column + grid.shown_columns, grid.columns) << to_string(shape);
  }
  SliceChoice choice;
  const StridedLayout whole({256, 256}, 1);
  settle(choice, whole);
  EXPECT_FALSE(index_grid(whole, choice).is_clipped());
}

TEST(SliceChoice, FollowsTheRankAndStaysInside) {
  SliceChoice choice;
  settle(choice, StridedLayout({2, 3, 4, 5}, 4));
  EXPECT_EQ(choice.row_axis, 2);
  EXPECT_EQ(choice.column_axis, 3);
  choice.row_axis = 3;
  choice.column_axis = 0;
  choice.index[1] = 77;
  settle(choice, StridedLayout({2, 3, 4, 5}, 4));
  EXPECT_EQ(choice.row_axis, 3);
  EXPECT_EQ(choice.index[1], 2);
  settle(choice, StridedLayout({7}, 4));
  EXPECT_EQ(choice.row_axis, -1);
  EXPECT_EQ(choice.column_axis, 0);
  settle(choice, StridedLayout({}, 4));
  EXPECT_EQ(choice.column_axis, -1);
  settle(choice, StridedLayout({0, 4}, 4));
  EXPECT_EQ(index_grid(StridedLayout({0, 4}, 4), choice).rows, 0);
}

TEST(SliceChoice, MovesToTheSliceOfAnElement) {
  const StridedLayout layout({4, 3, 5, 6}, 4);
  SliceChoice choice;
  settle(choice, layout);
  show_position(choice, layout, position_of(layout, {3, 1, 2, 4}));
  EXPECT_EQ(choice.index[0], 3);
  EXPECT_EQ(choice.index[1], 1);
  EXPECT_EQ(find_cell(layout, choice, position_of(layout, {3, 1, 2, 4})), (GridCell{2, 4}));
  EXPECT_FALSE(find_cell(layout, choice, 0));
}

TEST(MemoryRange, ExtendsFromOffset0ToTheLastElement) {
  MemoryRange range = memory_range(StridedLayout({3, 4}, 4).sliced({gpu::AxisSlice(1), gpu::AxisSlice(1, 3)}));
  EXPECT_EQ(range.lowest, 0);
  EXPECT_EQ(range.count, 7);
  range = memory_range(StridedLayout({3}, {-2}, 4));
  EXPECT_EQ(range.lowest, -4);
  EXPECT_EQ(range.count, 5);
  range = memory_range(StridedLayout({3}, {1}, 4, gpu::StrideUnit::elements, 1'000'000));
  EXPECT_EQ(range.lowest, 1'000'000);
  EXPECT_EQ(range.count, 3);
  EXPECT_EQ(memory_range(StridedLayout({0}, 4)).count, 0);
}

TEST(MemoryRange, ShowsAPartThatStaysInside) {
  const StridedLayout layout({1'000'000'000}, 4);
  EXPECT_TRUE(memory_range(layout).is_clipped());
  EXPECT_EQ(memory_range(layout, 500).first_shown, 500);
  EXPECT_EQ(memory_range(layout, 2'000'000'000).first_shown, 1'000'000'000 - max_cells);
  EXPECT_EQ(memory_range(layout, -5).first_shown, 0);
}

TEST(MemoryRange, SupportsSpansThatOverflow) {
  constexpr std::int64_t far = std::int64_t{1} << 62;
  const StridedLayout layout({2, 2}, {far, -far}, 1);
  const MemoryRange range = memory_range(layout, -far);
  EXPECT_TRUE(range.is_clipped());
  EXPECT_EQ(range.first_shown, -far);
  EXPECT_EQ(ElementFinder{layout}.at(-far).count, 1);
  EXPECT_EQ(ElementFinder{layout}.at(0).count, 2);
}

}  // namespace
}  // namespace texelscope::app
