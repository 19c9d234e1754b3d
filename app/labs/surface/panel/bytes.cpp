#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/surface/panel/surface_panel.h"

namespace texelscope::app {
namespace {

/// Rows of the surface as lines of bytes; a long row continues on the next line.
class BytesPanel {
 public:
  explicit BytesPanel(const SurfaceContext& context)
      : context_{context}, theme_{context.theme()}, lab_{context.lab}, texels_{*lab_.chosen()} {
    const ImVec2 glyph = text_size(theme_.tiny_value, "0");
    cell_ = {std::round(glyph.x * 2 + theme_(6)), std::round(glyph.y + theme_(5))};
    label_ = std::round(glyph.x * 8 + theme_(8));
    const float room = ImGui::GetContentRegionAvail().x - label_ - ImGui::GetStyle().ScrollbarSize;
    const auto in_room = static_cast<std::size_t>(std::max(1.0F, std::floor(room / cell_.x)));
    const std::size_t size = texels_.element_size;
    // Whole texels if one fits, and lines of equal length.
    const std::size_t most = std::min(texels_.row_bytes(), in_room >= size ? in_room / size * size : in_room);
    lines_of_row_ = (texels_.row_bytes() + most - 1) / most;
    const std::size_t even = (texels_.row_bytes() + lines_of_row_ - 1) / lines_of_row_;
    in_line_ = std::min(most, (even + size - 1) / size * size);
  }

  void draw() {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float gap = lines_of_row_ > 1 ? theme_(5) : 0;
    row_height_ = cell_.y * static_cast<float>(lines_of_row_) + gap;
    invisible_button(
        "bytes", {label_ + cell_.x * static_cast<float>(in_line_), row_height_ * static_cast<float>(texels_.height)});
    context_.record("bytes");
    take_mouse(start);
    const float top = ImGui::GetWindowPos().y;
    const float bottom = top + ImGui::GetWindowHeight();
    for (int row = 0; row < texels_.height; ++row) {
      const float y = start.y + row_height_ * static_cast<float>(row);
      if (y + row_height_ >= top && y <= bottom) {
        draw_row(row, {start.x, y});
      }
    }
  }

 private:
  void take_mouse(ImVec2 start) {
    if (!ImGui::IsItemHovered()) {
      return;
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto row = static_cast<std::size_t>(std::max(0.0F, (mouse.y - start.y) / row_height_));
    const auto line =
        static_cast<std::size_t>(std::max(0.0F, (mouse.y - start.y - static_cast<float>(row) * row_height_) / cell_.y));
    const float column = std::floor((mouse.x - start.x - label_) / cell_.x);
    const std::size_t byte = line * in_line_ + static_cast<std::size_t>(std::max(column, 0.0F));
    lab_.hovered_byte.reset();
    if (column >= 0 && column < static_cast<float>(in_line_) && byte < texels_.row_bytes() &&
        row < static_cast<std::size_t>(texels_.height)) {
      lab_.hovered_byte = row * texels_.row_bytes() + byte;
    }
  }

  void draw_row(int row, ImVec2 corner) const {
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const std::byte* const shown = shown_texels(lab_);
    const std::size_t first = static_cast<std::size_t>(row) * texels_.row_bytes();
    ImFont* const font = theme_.tiny_value;
    for (std::size_t byte = 0; byte < texels_.row_bytes(); ++byte) {
      const std::size_t line = byte / in_line_;
      const ImVec2 low{corner.x + label_ + cell_.x * static_cast<float>(byte % in_line_),
                       corner.y + cell_.y * static_cast<float>(line)};
      const ImVec2 high{low.x + cell_.x - 1, low.y + cell_.y - 1};
      if (byte % in_line_ == 0) {
        const std::string label = fmt::format("{:>2}: {:>3}", row, byte);
        draw_text(draw, font, {corner.x, low.y + theme_(2)}, packed(color::text_disabled), label);
      }
      const bool is_changed = texels_.now[first + byte] != texels_.before[first + byte];
      const Rgb own = category_color(static_cast<std::int64_t>(byte / texels_.element_size));
      const Rgb fill = is_changed ? own : faded(own);
      draw->AddRectFilled(low, high, packed(fill));
      const std::string text = fmt::format("{:02X}", std::to_integer<int>(shown[first + byte]));
      draw_text(draw, font, {low.x + theme_(2.5F), low.y + theme_(2)}, packed(ink_on(fill)), text);
      if (lab_.hovered_byte && is_same_texel(*lab_.hovered_byte, first + byte)) {
        draw->AddRect(low, high, packed(*lab_.hovered_byte == first + byte ? color::accent : color::text), 0, 0,
                      std::max(1.0F, theme_(1)));
      }
    }
  }

  [[nodiscard]] bool is_same_texel(std::size_t byte, std::size_t other) const {
    return byte / texels_.element_size == other / texels_.element_size;
  }

  const SurfaceContext& context_;
  const Theme& theme_;
  SurfaceLab& lab_;
  const LevelTexels& texels_;
  ImVec2 cell_;
  float label_ = 0;
  float row_height_ = 1;
  std::size_t in_line_ = 1;
  std::size_t lines_of_row_ = 1;
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
