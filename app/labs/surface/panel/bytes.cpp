#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/labs/surface/panel/surface_panel.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// Rows of the surface as lines of bytes; a long row continues on the next line.
class BytesPanel {
 public:
  explicit BytesPanel(const SurfaceContext& context)
      : context_{context}, theme_{context.theme()}, lab_{context.lab}, texels_{*lab_.chosen()} {
    const ImVec2 glyph = text_size(theme_.tiny_value, "0");
    line_.pitch = {std::round(glyph.x * 2 + theme_(6)), std::round(glyph.y + theme_(5))};
    label_ = std::round(glyph.x * 8 + theme_(8));
    const float room = ImGui::GetContentRegionAvail().x - label_ - ImGui::GetStyle().ScrollbarSize;
    const auto in_room = static_cast<std::size_t>(std::max(1.0F, std::floor(room / line_.pitch.x)));
    const std::size_t size = texels_.element_size;
    // Whole texels if one fits, and lines of equal length.
    const std::size_t most = std::min(texels_.row_bytes(), in_room >= size ? in_room / size * size : in_room);
    const std::size_t lines = (texels_.row_bytes() + most - 1) / most;
    const std::size_t even = (texels_.row_bytes() + lines - 1) / lines;
    line_.columns = static_cast<std::int64_t>(std::min(most, (even + size - 1) / size * size));
    line_.rows = static_cast<std::int64_t>(lines);
    line_.gap = 1;
  }

  void draw() {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const Rect box = line_.box();
    const float row_height = box.height + (line_.rows > 1 ? theme_(5) : 0);
    invisible_button("bytes", {label_ + box.width, row_height * static_cast<float>(texels_.height)});
    context_.record("bytes");
    std::vector<ScreenGrid> rows(static_cast<std::size_t>(texels_.height), line_);
    if (ImGui::IsItemHovered()) {
      lab_.hovered_byte.reset();
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      rows[row].corner = {start.x + label_, start.y + row_height * static_cast<float>(row)};
      const auto cell = rows[row].hovered();
      const auto byte = cell ? static_cast<std::size_t>(cell->row * line_.columns + cell->column) : texels_.row_bytes();
      if (byte < texels_.row_bytes()) {
        lab_.hovered_byte = row * texels_.row_bytes() + byte;
      }
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
      draw_row(row, rows[row], start.x);
    }
  }

 private:
  void draw_row(std::size_t row, const ScreenGrid& cells, float left) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const std::byte* const shown = shown_texels(lab_);
    ImFont* const font = theme_.tiny_value;
    const ScreenGrid::Range seen = cells.seen();
    const auto end = std::min(static_cast<std::size_t>(seen.last.row * cells.columns), texels_.row_bytes());
    for (auto byte = static_cast<std::size_t>(seen.first.row * cells.columns); byte < end; ++byte) {
      const std::size_t at = row * texels_.row_bytes() + byte;
      const Rect cell = cells.at(static_cast<std::int64_t>(byte));
      const float top = cell.y + theme_(2);
      if (byte % static_cast<std::size_t>(cells.columns) == 0) {
        draw_text(draw, font, {left, top}, packed(color::text_disabled), fmt::format("{:>2}: {:>3}", row, byte));
      }
      const Rgb own = category_color(static_cast<std::int64_t>(byte / texels_.element_size));
      const Rgb fill = texels_.now[at] != texels_.before[at] ? own : faded(own);
      fill_box(draw, cell, packed(fill));
      draw_text(draw, font, {cell.x + theme_(2.5F), top}, packed(ink_on(fill)),
                fmt::format("{:02X}", std::to_integer<int>(shown[at])));
      if (lab_.hovered_byte && *lab_.hovered_byte / texels_.element_size == at / texels_.element_size) {
        frame_box(draw, cell, packed(*lab_.hovered_byte == at ? color::accent : color::text),
                  std::max(1.0F, theme_(1)));
      }
    }
  }

  const SurfaceContext& context_;
  const Theme& theme_;
  SurfaceLab& lab_;
  const LevelTexels& texels_;
  /// The lines of one row.
  ScreenGrid line_{};
  float label_ = 0;
};

}  // namespace

void draw_surface_bytes(const SurfaceContext& context) {
  titled(context, "BYTES",
         fmt::format("{} per row, {} per texel; changes are highlighted", context.lab.chosen()->row_bytes(),
                     context.lab.chosen()->element_size),
         color::text_dim);
  begin_part("lines", {0, 0});
  BytesPanel(context).draw();
  ImGui::EndChild();
}

}  // namespace texelscope::app
