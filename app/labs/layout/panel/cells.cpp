#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {

std::string widest_offset(const gpu::StridedLayout& layout) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  const std::string low = fmt::format("{}", bounds.min);
  const std::string high = fmt::format("{}", bounds.max);
  return low.size() > high.size() ? low : high;
}

void draw_element(const Theme& theme, const Rect& cell, Rgb fill, std::int64_t offset, ImFont* font,
                  const std::string& text) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw_cell(draw, cell, fill, font, text);
  if (offset < 0) {
    fill_box(draw, {cell.x, cell.bottom() - theme(2), cell.width, theme(2)}, packed(color::error));
  }
}

void mark_element(const Theme& theme, const Rect& cell, float gap) {
  frame_box(ImGui::GetWindowDrawList(), {cell.x - 1, cell.y - 1, cell.width + gap + 1, cell.height + gap + 1},
            packed(color::accent), std::max(1.5F, theme(2)));
}

CellColors::CellColors(const LayoutLab& lab, const gpu::StridedLayout& layout)
    : is_warp_{lab.tab == LayoutTab::warp}, volume_{layout.volume()} {
  if (is_warp_) {
    access_ = warp_access(layout, lab.warp_start);
  }
}

int CellColors::lane_at(std::int64_t offset) const {
  const auto found = std::ranges::find(access_.lanes, offset, &WarpLane::offset);
  return found == access_.lanes.end() ? -1 : static_cast<int>(found - access_.lanes.begin());
}

Rgb CellColors::of(std::int64_t position) const {
  const std::int64_t lane = access_.lanes.empty() ? -1 : position - access_.lanes.front().position;
  return lane >= 0 && lane < static_cast<std::int64_t>(access_.lanes.size()) ? sector_color(lane)
                                                                             : unread_color(position);
}

Rgb CellColors::at(std::int64_t offset, std::int64_t position) const {
  const int lane = lane_at(offset);
  return lane >= 0 ? sector_color(lane) : unread_color(position);
}

Rgb CellColors::unread_color(std::int64_t position) const {
  const Rgb color = position_color(position, volume_);
  return is_warp_ ? faded(color) : color;
}

Rgb CellColors::sector_color(std::int64_t lane) const {
  // Consecutive colors, not those of the sectors' numbers: a stride would repeat few of them.
  const auto first = std::ranges::find_if(access_.sectors,
                                          [&](const WarpSegment& sector) { return (sector.lanes >> lane & 1U) != 0; });
  return category_color(first - access_.sectors.begin());
}

}  // namespace texelscope::app
