#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/layout/layout_lab.h"
#include "app/labs/layout/warp_access.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

/// The position of the element under the mouse, for the line that connects its two positions.
struct MapLink {
  std::optional<ImVec2> in_grid;
  std::optional<ImVec2> in_memory;
};

/// The data that the parts of the layout lab display and change.
struct LayoutContext : LabContext<LayoutLab> {
  using LabContext::LabContext;

  /// The element under the mouse in the previous frame, because the parts drawn first cannot know the current element.
  std::optional<HoveredElement> hovered{};

  /// Whether the map is drawn: beside the other tabs in a wide viewport, otherwise on its own tab.
  [[nodiscard]] bool shows_map() const {
    return lab.tab == LayoutTab::map || (lab.tab != LayoutTab::banks && is_wide(panel));
  }
};

/// The itemsizes that lists offer, and their names.
inline constexpr std::array<std::int64_t, 6> itemsizes = {1, 2, 4, 8, 16, 32};
inline constexpr std::array<std::string_view, 6> itemsize_names = {"1 byte",  "2 bytes",  "4 bytes",
                                                                   "8 bytes", "16 bytes", "32 bytes"};

/// The largest side of an index cell, at scale 1.
inline constexpr float largest_grid_cell = 72;

// In the properties.
void draw_lab_chain(const LayoutContext& context);
/// The widgets for the arguments of one operation.
void draw_operation_editor(const LayoutContext& context, std::size_t position);

// Drawn in the viewport; each fills the current child window.
/// The number of widgets that draw_slice_controls() draws.
[[nodiscard]] std::size_t count_slice_controls(const gpu::StridedLayout& layout, const SliceChoice& choice);
void draw_slice_controls(const LayoutContext& context, const gpu::StridedLayout& layout);
void draw_index_grid(const LayoutContext& context, const gpu::StridedLayout& layout, MapLink& link);
void draw_memory_strip(const LayoutContext& context, const gpu::StridedLayout& layout, MapLink& link);
void draw_lab_warp(const LayoutContext& context, const gpu::StridedLayout& layout);
void draw_lab_banks(const LayoutContext& context);

// Cells.

/// The widest text of any offset of a layout.
[[nodiscard]] std::string widest_offset(const gpu::StridedLayout& layout);

/// The element at an offset; a line below it marks a negative offset. Without a font, nothing is written.
void draw_element(const Theme& theme, const Rect& cell, Rgb fill, std::int64_t offset, ImFont* font,
                  const std::string& text);
/// Frames the element under the mouse.
void mark_element(const Theme& theme, const Rect& cell, float gap);

/// The coloring of cells: by position, or by a warp's accesses.
class CellColors {
 public:
  CellColors(const LayoutLab& lab, const gpu::StridedLayout& layout);

  /// The color of the element at a position, as the grid shows it.
  [[nodiscard]] Rgb of(std::int64_t position) const;
  /// The color of an offset whose first element is at a position.
  [[nodiscard]] Rgb at(std::int64_t offset, std::int64_t position) const;
  /// The first lane that reads an offset; −1 for none.
  [[nodiscard]] int lane_at(std::int64_t offset) const;
  [[nodiscard]] bool is_warp() const { return is_warp_; }

 private:
  [[nodiscard]] Rgb unread_color(std::int64_t position) const;
  /// The color of the first sector that a lane touches.
  [[nodiscard]] Rgb sector_color(std::int64_t lane) const;

  bool is_warp_;
  std::int64_t volume_;
  /// Empty unless the warp is shown.
  WarpAccess access_{};
};

}  // namespace texelscope::app
