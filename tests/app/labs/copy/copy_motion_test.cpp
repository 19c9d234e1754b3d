#include "app/labs/copy/copy_motion.h"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <set>

#include "app/labs/copy/copy_setup.h"

namespace texelscope::app {
namespace {

using gpu::StridedLayout;

struct Case {
  const char* name;
  gpu::CopyMethod method;
  StridedLayout source;
  StridedLayout destination;

  /// GoogleTest prints each case at program start. Without this function, it would print the case's bytes.
  friend void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }
};

StridedLayout seen_through(const gpu::Dimensions& shape, std::int64_t itemsize, std::string_view operations) {
  StridedLayout layout(shape, itemsize);
  for (const ChainEntry& entry : operations_from_string(operations)) {
    layout = gpu::apply(layout, gpu::layout_operation_from_string(entry.text));
  }
  return layout;
}

Case to_c_order(const char* name, gpu::CopyMethod method, const gpu::Dimensions& shape, std::int64_t itemsize,
                std::string_view operations) {
  const StridedLayout source = seen_through(shape, itemsize, operations);
  return {name, method, source, source.to_dense(gpu::StrideOrder::c())};
}

std::vector<Case> cases(bool has_large) {
  using enum gpu::CopyMethod;
  std::vector<Case> all{
      to_c_order("transposed", tiles, {16, 16}, 4, "permuted(1, 0)"),
      to_c_order("transposed_bytes", tiles, {20, 24}, 1, "permuted(1, 0)"),
      to_c_order("transposed_uneven", tiles, {11, 13}, 8, "permuted(1, 0)"),
      to_c_order("three_axes", tiles, {2, 9, 10}, 4, "permuted(2, 0, 1)"),
      to_c_order("channels_apart", channels, {1, 5, 8, 3}, 1, "permuted(0, 3, 1, 2)"),
      to_c_order("channels_joined", channels, {3, 4, 8}, 4, "permuted(1, 2, 0)"),
      to_c_order("rows", rows, {8, 24}, 4, "sliced(:, 4:12)"),
      to_c_order("linear", linear, {8, 16}, 4, ""),
      to_c_order("every_other", elements, {8, 16}, 4, "sliced(:, ::2)"),
      to_c_order("turned", elements, {8, 16}, 4, "sliced(::-1, ::-1)"),
      to_c_order("repeated", elements, {16, 1}, 4, "broadcast_to(16, 8)"),
      {"into_f_order", tiles, StridedLayout({12, 16}, 4), StridedLayout::dense({12, 16}, 4, gpu::StrideOrder::f())},
  };
  if (has_large) {
    all.push_back(to_c_order("large", tiles, {1024, 1024}, 4, "permuted(1, 0)"));
    all.push_back(to_c_order("large_channels", channels, {64, 1024, 1024, 3}, 1, "permuted(0, 3, 1, 2)"));
    all.push_back(to_c_order("large_five", tiles, {32, 48, 64, 40, 56}, 4, "permuted(4, 2, 0, 3, 1)"));
    all.push_back(to_c_order("large_linear", linear, {1024, 1024}, 4, ""));
  }
  return all;
}

/// The source of each destination byte, computed only by index arithmetic on the layouts.
std::map<std::int64_t, std::int64_t> expected_bytes(const StridedLayout& source, const StridedLayout& destination) {
  std::map<std::int64_t, std::int64_t> bytes;
  for (std::int64_t number = 0; number < source.volume(); ++number) {
    gpu::Dimensions index = gpu::Dimensions::filled(source.ndim(), 0);
    std::int64_t rest = number;
    for (std::size_t axis = source.ndim(); axis-- > 0;) {
      index[axis] = rest % source.shape()[axis];
      rest /= source.shape()[axis];
    }
    for (std::int64_t byte = 0; byte < source.itemsize(); ++byte) {
      bytes[destination.offset_of(index) * source.itemsize() + byte] =
          source.offset_of(index) * source.itemsize() + byte;
    }
  }
  return bytes;
}

class Motion : public testing::TestWithParam<std::tuple<Case, MotionOrder>> {
 protected:
  [[nodiscard]] CopyMotion motion() const {
    const auto& [each, order] = GetParam();
    return copy_motion(gpu::plan_copy(each.source, each.destination), each.source.itemsize(), order);
  }
};
class WholeMotion : public Motion {};

TEST_P(WholeMotion, WritesEveryByteOnceToItsPlace) {
  const auto& [each, order] = GetParam();
  const CopyMotion shown = motion();
  ASSERT_EQ(shown.method, each.method);
  ASSERT_TRUE(shown.is_whole);
  std::map<std::int64_t, std::int64_t> written;
  std::set<std::int32_t> staged;
  for (const CopyMove& move : shown.moves) {
    for (const std::int32_t number : move.items) {
      if (move.kind == MoveKind::read) {
        EXPECT_TRUE(staged.insert(number).second);
        continue;
      }
      if (move.kind == MoveKind::write) {
        EXPECT_EQ(staged.erase(number), 1U) << "an item was written before it was read";
      }
      const MotionItem& item = shown.items[static_cast<std::size_t>(number)];
      for (std::int64_t byte = 0; byte < shown.item_bytes; ++byte) {
        EXPECT_TRUE(written.emplace(item.destination + byte, item.source + byte).second) << "a byte was written twice";
      }
    }
  }
  EXPECT_TRUE(staged.empty());
  EXPECT_EQ(written, expected_bytes(each.source, each.destination));
}

TEST_P(Motion, MovesEveryItemOfTheCornerOnceAndCountsItsSectors) {
  const CopyMotion shown = motion();
  std::multiset<std::int32_t> moved;
  ASSERT_EQ(shown.sectors.size(), shown.moves.size() + 1);
  for (std::size_t number = 0; number < shown.moves.size(); ++number) {
    const CopyMove& move = shown.moves[number];
    EXPECT_FALSE(move.items.empty());
    EXPECT_FALSE(move_text(shown, number).empty());
    if (move.kind != MoveKind::read) {
      moved.insert(move.items.begin(), move.items.end());
    }
    const SectorCount touched = sectors_of(shown, move);
    EXPECT_EQ(shown.sectors[number + 1].sum() - shown.sectors[number].sum(), touched.sum());
    EXPECT_GE(touched.sum(), 1);
  }
  EXPECT_EQ(moved.size(), shown.items.size());
  EXPECT_EQ(std::set<std::int32_t>(moved.begin(), moved.end()).size(), shown.items.size());
  EXPECT_LE(shown.items.size(), 512U);
}

TEST_P(Motion, HasOneCellPerItemOnEachSide) {
  const CopyMotion shown = motion();
  for (const CopySideName side : {CopySideName::source, CopySideName::destination}) {
    const MotionGrid grid = motion_grid(shown, side);
    ASSERT_EQ(grid.cells.size(), static_cast<std::size_t>(grid.columns * grid.rows));
    EXPECT_LE(grid.columns, 32);
    std::map<std::int32_t, std::set<std::int64_t>> offsets;
    for (std::size_t item = 0; item < shown.items.size(); ++item) {
      const std::int32_t cell = grid.cell_of[item];
      ASSERT_GE(cell, 0);
      ASSERT_LT(static_cast<std::size_t>(cell), grid.cells.size());
      offsets[cell].insert(side == CopySideName::source ? shown.items[item].source : shown.items[item].destination);
    }
    std::int64_t before = INT64_MIN;
    for (const auto& [cell, at] : offsets) {
      EXPECT_EQ(at.size(), 1U) << "two memory locations share cell " << cell;
      EXPECT_GT(*at.begin(), before) << "cells are not in memory order";
      before = *at.begin();
    }
  }
}

std::string case_name(const testing::TestParamInfo<std::tuple<Case, MotionOrder>>& info) {
  return std::string{std::get<0>(info.param).name} +
         (std::get<1>(info.param) == MotionOrder::plan ? "_by_plan" : "_by_elements");
}
const auto orders = testing::Values(MotionOrder::plan, MotionOrder::elements);
INSTANTIATE_TEST_SUITE_P(Of, WholeMotion, testing::Combine(testing::ValuesIn(cases(false)), orders), case_name);
INSTANTIATE_TEST_SUITE_P(Of, Motion, testing::Combine(testing::ValuesIn(cases(true)), orders), case_name);

TEST(CopyMotion, WithTilesTouchesEachSectorOnceOnEachSide) {
  const Case large = cases(true)[12];
  const gpu::CopyPlan plan = gpu::plan_copy(large.source, large.destination);
  const CopyMotion by_plan = copy_motion(plan, 4, MotionOrder::plan);
  const CopyMotion by_elements = copy_motion(plan, 4, MotionOrder::elements);
  EXPECT_FALSE(by_plan.is_whole);
  const auto bytes = static_cast<std::int64_t>(by_plan.items.size()) * by_plan.item_bytes;
  EXPECT_EQ(by_plan.sectors.back().read, bytes / 32);
  EXPECT_EQ(by_plan.sectors.back().written, bytes / 32);
  EXPECT_EQ(by_elements.sectors.back().written, bytes / 32);
  EXPECT_GE(by_elements.sectors.back().read, 4 * bytes / 32);
}

TEST(CopyMotion, WithoutElementsHasNoMoves) {
  const StridedLayout empty({0, 4}, 4);
  const CopyMotion motion = copy_motion(gpu::plan_copy(empty, empty), 4, MotionOrder::plan);
  EXPECT_TRUE(motion.items.empty());
  EXPECT_TRUE(motion.moves.empty());
  EXPECT_EQ(motion_grid(motion, CopySideName::source).columns, 0);
}

}  // namespace
}  // namespace texelscope::app
