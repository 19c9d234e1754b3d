#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/surface/panel/surface_panel.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// The minimum number of outside texels shown on each side.
constexpr float least_outside = 0.5F;

/// The texels of a level as cells, with a margin for writes just outside.
class PaintPanel {
 public:
  PaintPanel(const SurfaceContext& context, ImVec2 room)
      : context_{context}, theme_{context.theme()}, lab_{context.lab}, texels_{*lab_.chosen()} {
    const float label = std::round(line_height(theme_.tiny_value) * 1.3F);
    const auto columns = static_cast<float>(texels_.width);
    const auto rows = static_cast<float>(texels_.height);
    // A margin of at least half a texel hints at the outside; a brush that extends beyond the edge needs more.
    const ImVec2 outside = outside_of_brush();
    const float fit =
        std::min((room.x - 2 * label) / (columns + 2 * outside.x), (room.y - 2 * label) / (rows + 2 * outside.y));
    side_ = std::clamp(std::floor(fit), 2.0F, std::floor(theme_(46)));
    cells_ = {{}, {side_, side_}, texels_.width, texels_.height, side_ >= theme_(8) ? 1.0F : 0.0F};
    // With many small texels, no room is left for a larger margin.
    const auto beside = [&](float wanted, float count, float available) {
      return std::max(side_ * least_outside, std::min(side_ * wanted, (available - 2 * label - side_ * count) / 2));
    };
    const float above = beside(outside.y, rows, room.y);
    margin_ = {label * 1.6F + beside(outside.x, columns, room.x), label * 2 + above};
    room_ = {std::max(room.x, 1.0F), std::max(std::min(room.y, side_ * rows + 2 * above + label * 2), 1.0F)};
  }

  void draw() {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = cells_.box().width;
    cells_.corner = {std::round(start.x + margin_.x + std::max(0.0F, (room_.x - width - 2 * margin_.x) / 2)),
                     std::round(start.y + margin_.y)};
    invisible_button("surface", room_);
    context_.record("surface");
    context_.record("texels", cells_.box());
    take_mouse();
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->PushClipRect(start, {start.x + room_.x, start.y + room_.y}, true);
    draw_cells(draw);
    draw_labels(draw);
    draw_brush(draw);
    draw_hovered(draw);
    draw->PopClipRect();
  }

 private:
  /// The number of outside texels shown on each side, at most 2: the number that the brush covers. Constant while the
  /// brush is dragged.
  [[nodiscard]] ImVec2 outside_of_brush() const {
    ImVec2 shown{*ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("outside.x"), least_outside),
                 *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("outside.y"), least_outside)};
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      shown = lab_.stroke() ? reach_of(*lab_.stroke()) : ImVec2{least_outside, least_outside};
      ImGui::GetStateStorage()->SetFloat(ImGui::GetID("outside.x"), shown.x);
      ImGui::GetStateStorage()->SetFloat(ImGui::GetID("outside.y"), shown.y);
    }
    return shown;
  }

  [[nodiscard]] ImVec2 reach_of(const SurfaceStroke& stroke) const {
    const auto size = static_cast<std::int64_t>(texels_.element_size);
    const auto column_at = [&](std::int64_t byte) { return static_cast<float>(byte) / static_cast<float>(size); };
    const auto reach = [](float before, float beyond) {
      // Includes room for the outline.
      constexpr float frame = 0.2F;
      const float most = std::max(before, beyond);
      return most > 0 ? std::clamp(most + frame, least_outside, 2 + frame) : least_outside;
    };
    return {reach(-column_at(byte_x(stroke, 0, size)),
                  column_at(byte_x(stroke, stroke.width - 1, size) + size) - static_cast<float>(texels_.width)),
            reach(static_cast<float>(-stroke.y), static_cast<float>(stroke.y + stroke.height - texels_.height))};
  }

  [[nodiscard]] ImVec2 at(float x, float y) const { return {cells_.corner.x + x * side_, cells_.corner.y + y * side_}; }

  void take_mouse() {
    const bool is_active = ImGui::IsItemActive();
    if (!is_active) {
      lab_.end_drag();
    }
    if (!is_active && !ImGui::IsItemHovered()) {
      return;
    }
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto texel = [&](float position, float begin, int extent) {
      return std::clamp(static_cast<int>(std::floor((position - begin) / side_)), -2, extent + 1);
    };
    const int x = texel(mouse.x, cells_.corner.x, texels_.width);
    const int y = texel(mouse.y, cells_.corner.y, texels_.height);
    if (is_active) {
      lab_.drag_to(x, y);
    }
    lab_.hovered_byte.reset();
    if (x >= 0 && y >= 0 && x < texels_.width && y < texels_.height) {
      lab_.hovered_byte = texels_.offset(x, y);
    }
  }

  void draw_cells(ImDrawList* draw) const {
    const std::byte* const shown = shown_texels(lab_);
    cells_.for_each_seen([&](std::int64_t column, std::int64_t row) {
      const auto x = static_cast<int>(column);
      const auto y = static_cast<int>(row);
      const Rect cell = cells_.at(column, row);
      const Rgb fill =
          texel_color(shown + texels_.offset(x, y), lab_.input.format, lab_.input.channels, lab_.input.white());
      fill_box(draw, cell, packed(fill));
      if (texels_.is_changed(x, y)) {
        frame_box(draw, {cell.x + 1, cell.y + 1, cell.width - 2, cell.height - 2}, packed(ink_on(fill)),
                  std::max(1.0F, std::floor(theme_(1.5F))));
      }
    });
  }

  /// Labels the columns with texel indices above byte offsets, and the rows at the left.
  void draw_labels(ImDrawList* draw) const {
    ImFont* const font = theme_.tiny_value;
    const auto text_at = [&](ImVec2 middle, const std::string& text, ImU32 ink) {
      draw_text_at(draw, font, middle, {0.5F, 0.5F}, ink, text);
    };
    const auto widest = fmt::format("{}", texels_.row_bytes());
    const float needed = text_size(font, widest).x + theme_(6);
    const int step = std::max(1, static_cast<int>(std::ceil(needed / side_)));
    const float line = line_height(font);
    // Leaves room for frames around the cells.
    const float top = cells_.corner.y - theme_(4);
    for (int x = 0; x < texels_.width; x += step) {
      const float middle = cells_.corner.x + (static_cast<float>(x) + 0.5F) * side_;
      text_at({middle, top - line * 1.7F}, fmt::format("{}", x), packed(color::text_dim));
      text_at({middle, top - line * 0.7F}, fmt::format("{}", static_cast<std::size_t>(x) * texels_.element_size),
              packed(color::text_disabled));
    }
    const int row_step = std::max(1, static_cast<int>(std::ceil(line / side_)));
    for (int y = 0; y < texels_.height; y += row_step) {
      text_at({cells_.corner.x - theme_(12), cells_.corner.y + (static_cast<float>(y) + 0.5F) * side_},
              fmt::format("{}", y), packed(color::text_dim));
    }
    const ImVec2 extent = text_size(font, "byte");
    const float left = cells_.corner.x - theme_(6) - extent.x;
    draw->AddText(font, line, {left, std::round(top - line * 2.2F)}, packed(color::text_disabled), "x");
    draw->AddText(font, line, {left, std::round(top - line * 1.2F)}, packed(color::text_disabled), "byte");
  }

  /// The effect of the brush as typed: a frame around all bytes that it writes, and a tick at the start of each write.
  void draw_brush(ImDrawList* draw) const {
    if (!lab_.stroke() || lab_.is_trying()) {
      return;
    }
    const SurfaceStroke& stroke = *lab_.stroke();
    const auto size = static_cast<std::int64_t>(texels_.element_size);
    const auto column_at = [&](std::int64_t byte) { return static_cast<float>(byte) / static_cast<float>(size); };
    const auto top = static_cast<float>(std::max(stroke.y, -2));
    const auto bottom = static_cast<float>(std::min(stroke.y + stroke.height, texels_.height + 2));
    const auto last = static_cast<float>(texels_.width + 2);
    const ImVec2 low = at(std::max(column_at(byte_x(stroke, 0, size)), -2.0F), top);
    const ImVec2 high = at(std::min(column_at(byte_x(stroke, stroke.width - 1, size) + size), last), bottom);
    if (low.x >= high.x || low.y >= high.y) {
      return;
    }
    const bool is_misaligned = facts_of(stroke, lab_.level_descriptor()).misaligned > 0;
    const ImVec4& color = is_misaligned ? color::error : color::accent;
    frame_over_picture(theme_, draw, low, high, color);
    const ImU32 ink = packed(color);
    const float line = std::max(1.0F, std::floor(theme_(1.5F)));
    for (int column = 0; column < stroke.width; ++column) {
      const float x = column_at(byte_x(stroke, column, size));
      if (x >= -2 && x <= last) {
        const ImVec2 tick = at(x, top);
        draw->AddRectFilled(tick, {tick.x + line, tick.y + std::max(theme_(4), side_ / 4)}, ink);
      }
    }
  }

  void draw_hovered(ImDrawList* draw) const {
    if (!lab_.hovered_byte || *lab_.hovered_byte >= texels_.now.size()) {
      return;
    }
    const std::size_t column = *lab_.hovered_byte % texels_.row_bytes() / texels_.element_size;
    const std::size_t row = *lab_.hovered_byte / texels_.row_bytes();
    const auto x = static_cast<float>(column);
    const auto y = static_cast<float>(row);
    frame_over_picture(theme_, draw, at(x, y), at(x + 1, y + 1), color::text);
  }

  const SurfaceContext& context_;
  const Theme& theme_;
  SurfaceLab& lab_;
  const LevelTexels& texels_;
  float side_ = 1;
  ScreenGrid cells_{};
  ImVec2 margin_;
  ImVec2 room_;
};

}  // namespace

void draw_surface_paint(const SurfaceContext& context) {
  const Theme& theme = context.theme();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float text = std::clamp(std::round(room.y * 0.3F), theme(54), theme(150));
  PaintPanel(context, {room.x, room.y - text - ImGui::GetStyle().ItemSpacing.y}).draw();
  begin_part("explanation", {0, 0});
  draw_surface_explanation(context);
  ImGui::EndChild();
}

}  // namespace texelscope::app
