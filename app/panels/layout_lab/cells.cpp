#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/core/warp_access.h"
#include "app/panels/layout_lab/lab_panel.h"

namespace texelscope::app {

Rgb faded(Rgb color) {
  const auto mix = [](std::uint8_t channel, int canvas) {
    return static_cast<std::uint8_t>((channel * 22 + canvas * 78) / 100);
  };
  return {mix(color.red, 0x2B), mix(color.green, 0x2D), mix(color.blue, 0x32)};
}

void draw_hatch(const Theme& theme, ImDrawList* draw, ImVec2 corner, ImVec2 end, const ImVec4& color) {
  const float height = end.y - corner.y;
  const float step = std::max(4.0F, std::round(theme(5)));
  draw->PushClipRect(corner, end, true);
  // On one grid for all boxes, so that neighbours continue each other.
  const float first = std::floor((corner.x - height) / step) * step;
  for (float x = first; x < end.x; x += step) {
    draw->AddLine({x, end.y}, {x + height, corner.y}, packed(color), std::max(1.0F, theme(0.8F)));
  }
  draw->PopClipRect();
}

ImFont* cell_font(const Theme& theme, float side, std::string_view widest) {
  for (ImFont* font : std::array{theme.value, theme.tiny_value}) {
    const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e9F, 0, widest.data(), widest.data() + widest.size());
    if (extent.x <= side - theme(3) && extent.y <= side) {
      return font;
    }
  }
  return nullptr;
}

void draw_cell_text(ImFont* font, ImDrawList* draw, ImVec2 corner, float side, std::string_view text, ImU32 ink) {
  if (font == nullptr) {
    return;
  }
  const ImVec2 extent = font->CalcTextSizeA(font->FontSize, 1e9F, 0, text.data(), text.data() + text.size());
  draw->AddText(font, font->FontSize,
                {std::round(corner.x + (side - extent.x) / 2), std::round(corner.y + (side - extent.y) / 2)}, ink,
                text.data(), text.data() + text.size());
}

std::string widest_offset(const gpu::StridedLayout& layout) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  const std::string low = fmt::format("{}", bounds.min);
  const std::string high = fmt::format("{}", bounds.max);
  return low.size() > high.size() ? low : high;
}

CellColors::CellColors(const LayoutLab& lab, const gpu::StridedLayout& layout)
    : is_warp_{lab.tab == LayoutTab::warp}, volume_{layout.volume()}, itemsize_{layout.itemsize()} {
  if (is_warp_) {
    for (const WarpLane& lane : warp_access(layout, lab.warp_start).lanes) {
      start_ = offsets_.empty() ? lane.position : start_;
      offsets_.push_back(lane.offset);
    }
  }
}

int CellColors::lane_at(std::int64_t offset) const {
  const auto found = std::ranges::find(offsets_, offset);
  return found == offsets_.end() ? -1 : static_cast<int>(found - offsets_.begin());
}

Rgb CellColors::of(std::int64_t position, std::int64_t offset) const {
  const bool is_read = position >= start_ && position - start_ < static_cast<std::int64_t>(offsets_.size());
  return is_warp_ && is_read ? sector_color(offset) : unread_color(position);
}

Rgb CellColors::at(std::int64_t offset, std::int64_t position) const {
  return is_warp_ && lane_at(offset) >= 0 ? sector_color(offset) : unread_color(position);
}

Rgb CellColors::unread_color(std::int64_t position) const {
  const Rgb color = position_color(position, volume_);
  return is_warp_ ? faded(color) : color;
}

Rgb CellColors::sector_color(std::int64_t offset) const {
  const std::int64_t address = offset * itemsize_;
  return category_color(address / sector_bytes - (address % sector_bytes < 0 ? 1 : 0));
}

}  // namespace texelscope::app
