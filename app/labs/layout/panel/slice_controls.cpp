#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/labs/layout/panel/lab_panel.h"

namespace texelscope::app {
namespace {

/// Arranges widgets of equal width in rows.
class Flow {
 public:
  Flow(const Theme& theme, float width)
      : gap_{theme(6)}, width_{width}, left_{ImGui::GetCursorPosX()}, room_{ImGui::GetContentRegionAvail().x} {}

  void next() {
    const float used = static_cast<float>(count_) * (width_ + gap_);
    if (count_ > 0 && used + width_ <= room_ + 0.5F) {
      ImGui::SameLine(left_ + used);
    } else {
      count_ = 0;
    }
    ++count_;
    ImGui::SetNextItemWidth(std::min(width_, room_));
  }

 private:
  float gap_;
  float width_;
  float left_;
  float room_;
  int count_ = 0;
};

void axis_combo(const LayoutContext& context, const char* name, const char* word, int& axis, int& other, int rank) {
  if (const auto picked = choose_entry(
          context, name, fmt::format("{}: axis {}", word, axis), static_cast<std::size_t>(rank),
          static_cast<std::size_t>(axis), [](std::size_t i) { return ListEntry{fmt::format("axis {}", i)}; }, 0)) {
    const int before = std::exchange(axis, static_cast<int>(*picked));
    other = other == axis ? before : other;
  }
  tooltip(context.theme(), fmt::format("The axis shown as {}.", word));
}

}  // namespace

std::size_t count_slice_controls(const gpu::StridedLayout& layout, const SliceChoice& choice) {
  std::size_t count = layout.ndim() >= 2 ? 2 : 0;
  for (int axis = 0; axis < static_cast<int>(layout.ndim()); ++axis) {
    const bool has_slider = axis != choice.row_axis && axis != choice.column_axis;
    count += has_slider && layout.shape()[static_cast<std::size_t>(axis)] > 1 ? 1 : 0;
  }
  const IndexGrid grid = index_grid(layout, choice);
  count += grid.shown_rows < grid.rows ? 1 : 0;
  count += grid.shown_columns < grid.columns ? 1 : 0;
  return count + (memory_range(layout).is_clipped() ? 1 : 0);
}

void draw_slice_controls(const LayoutContext& context, const gpu::StridedLayout& layout) {
  SliceChoice& choice = context.lab.slice;
  const Theme& theme = context.theme();
  const int rank = static_cast<int>(layout.ndim());
  const IndexGrid grid = index_grid(layout, choice);
  const MemoryRange range = memory_range(layout, choice.first_offset);
  ImGui::PushFont(theme.small_text);
  Flow flow{theme, theme(148)};
  if (rank >= 2) {
    flow.next();
    axis_combo(context, "row_axis", "rows", choice.row_axis, choice.column_axis, rank);
    flow.next();
    axis_combo(context, "column_axis", "columns", choice.column_axis, choice.row_axis, rank);
  }
  for (int axis = 0; axis < rank; ++axis) {
    const std::int64_t extent = layout.shape()[static_cast<std::size_t>(axis)];
    if (axis != choice.row_axis && axis != choice.column_axis && extent > 1) {
      flow.next();
      slide_number(context, fmt::format("slice{}", axis), choice.index[static_cast<std::size_t>(axis)], 0, extent - 1,
                   fmt::format("axis {}: %lld of {}", axis, extent).c_str());
    }
  }
  if (grid.shown_rows < grid.rows) {
    flow.next();
    slide_number(context, "first_row", choice.first_row, 0, grid.rows - grid.shown_rows, "from row %lld");
  }
  if (grid.shown_columns < grid.columns) {
    flow.next();
    slide_number(context, "first_column", choice.first_column, 0, grid.columns - grid.shown_columns,
                 "from column %lld");
  }
  if (range.is_clipped()) {
    flow.next();
    choice.first_offset = range.first_shown;
    slide_number(context, "first_offset", choice.first_offset, range.lowest, range.lowest + range.count - range.shown,
                 "from offset %lld");
  }
  ImGui::PopFont();
  settle(choice, layout);
}

}  // namespace texelscope::app
