#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/layout/panel/lab_panel.h"
#include "app/labs/layout/warp_access.h"

namespace texelscope::app {

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
