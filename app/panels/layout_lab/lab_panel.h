#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/layout_color.h"
#include "app/core/layout_lab.h"
#include "app/panels/widgets.h"

namespace texelscope::app {

/// Where the element under the mouse is drawn, for the line that connects its two places.
struct MapLink {
  std::optional<ImVec2> in_grid;
  std::optional<ImVec2> in_memory;
};

/// What the parts of the layout lab draw from and change.
struct LabContext {
  const PanelContext& panel;
  LayoutLab& lab;
  /// Under the mouse in the frame before: what is drawn first does not know yet what comes later.
  std::optional<HoveredElement> hovered{};

  [[nodiscard]] State& state() const { return panel.state; }
  [[nodiscard]] const Theme& theme() const { return panel.theme; }
};

/// The lab that is open must be the layout lab.
[[nodiscard]] LabContext lab_context(const PanelContext& context);

// In the side panel.
void draw_lab_input(const LabContext& context);
void draw_lab_chain(const LabContext& context);
/// The widgets for the arguments of one operation.
void draw_operation_editor(const LabContext& context, std::size_t position);
void draw_lab_export(const LabContext& context);

// In the viewport; each fills the current child window.
/// How many widgets draw_slice_controls() draws.
[[nodiscard]] std::size_t count_slice_controls(const gpu::StridedLayout& layout, const SliceChoice& choice);
void draw_slice_controls(const LabContext& context, const gpu::StridedLayout& layout);
void draw_index_grid(const LabContext& context, const gpu::StridedLayout& layout, MapLink& link);
void draw_memory_strip(const LabContext& context, const gpu::StridedLayout& layout, MapLink& link);
void draw_lab_properties(const LabContext& context, const gpu::StridedLayout& layout);
void draw_lab_code(const LabContext& context);
void draw_lab_warp(const LabContext& context, const gpu::StridedLayout& layout);
void draw_lab_banks(const LabContext& context);

// Widgets.

/// A text field as wide as the room; in red when it is wrong.
bool text_field(const LabContext& context, const char* id, std::string& text, const char* hint, bool is_wrong);
/// A number to drag for each entry of a list in a text, from `left` in the window on; nothing where the text is no list
/// or has too many.
bool drag_numbers(const LabContext& context, const char* id, std::string& text, std::int64_t lowest, float left);
/// One number to drag or type, under a name for tests.
bool drag_number(const LabContext& context, const char* name, std::int64_t& value, std::int64_t lowest,
                 std::int64_t highest, const char* format = "%lld");
bool drag_number(const LabContext& context, const char* name, int& value, int lowest, int highest,
                 const char* format = "%lld");
/// A label to the left; the widget after it takes the rest of the row.
void field_label(const LabContext& context, const char* label, const std::string& text);
/// A list of names; whether another was chosen.
bool choose(const LabContext& context, const char* name, std::span<const char* const> names, std::size_t& chosen);

// Cells.

[[nodiscard]] inline ImU32 packed(Rgb color) { return IM_COL32(color.red, color.green, color.blue, 255); }
/// A colour drawn towards the canvas, for what is not looked at.
[[nodiscard]] Rgb faded(Rgb color);
/// Diagonal lines over a box.
void draw_hatch(const Theme& theme, ImDrawList* draw, ImVec2 corner, ImVec2 end, const ImVec4& color);
/// The largest font in which a text fits into a cell; null when it fits in none.
[[nodiscard]] ImFont* cell_font(const Theme& theme, float side, std::string_view widest);
/// Text in the middle of a cell; nothing without a font.
void draw_cell_text(ImFont* font, ImDrawList* draw, ImVec2 corner, float side, std::string_view text, ImU32 ink);
/// The widest text of an offset of a layout.
[[nodiscard]] std::string widest_offset(const gpu::StridedLayout& layout);

/// How cells are coloured: by position, or by what a warp touches.
class CellColors {
 public:
  CellColors(const LayoutLab& lab, const gpu::StridedLayout& layout);

  /// The colour of the element at a position, as the grid shows it.
  [[nodiscard]] Rgb of(std::int64_t position, std::int64_t offset) const;
  /// The colour of an offset whose first element is at a position.
  [[nodiscard]] Rgb at(std::int64_t offset, std::int64_t position) const;
  /// The first lane that reads an offset; −1 for none.
  [[nodiscard]] int lane_at(std::int64_t offset) const;
  [[nodiscard]] bool is_warp() const { return is_warp_; }

 private:
  [[nodiscard]] Rgb unread_color(std::int64_t position) const;
  [[nodiscard]] Rgb sector_color(std::int64_t offset) const;

  bool is_warp_;
  std::int64_t volume_;
  std::int64_t itemsize_;
  std::int64_t start_ = 0;
  /// The offset that each lane reads.
  std::vector<std::int64_t> offsets_{};
};

}  // namespace texelscope::app
