#include "app/window/panels/screen_grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace texelscope::app {

Rect ScreenGrid::at(std::int64_t column, std::int64_t row) const {
  return {corner.x + static_cast<float>(column) * pitch.x, corner.y + static_cast<float>(row) * pitch.y, pitch.x - gap,
          pitch.y - gap};
}

Rect ScreenGrid::box() const {
  return {corner.x, corner.y, static_cast<float>(columns) * pitch.x, static_cast<float>(rows) * pitch.y};
}

std::optional<ScreenGrid::Place> ScreenGrid::hovered() const {
  if (!ImGui::IsItemHovered()) {
    return std::nullopt;
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto column = static_cast<std::int64_t>(std::floor((mouse.x - corner.x) / pitch.x));
  const auto row = static_cast<std::int64_t>(std::floor((mouse.y - corner.y) / pitch.y));
  const bool is_inside = column >= 0 && row >= 0 && column < columns && row < rows;
  return is_inside ? std::optional{Place{column, row}} : std::nullopt;
}

ScreenGrid::Range ScreenGrid::seen() const {
  const ImDrawList* const draw = ImGui::GetWindowDrawList();
  const ImVec2 low = draw->GetClipRectMin();
  const ImVec2 high = draw->GetClipRectMax();
  const auto clamped = [](float position, std::int64_t count) {
    return static_cast<std::int64_t>(std::clamp(position, 0.0F, static_cast<float>(count)));
  };
  return {{clamped(std::floor((low.x - corner.x) / pitch.x), columns),
           clamped(std::floor((low.y - corner.y) / pitch.y), rows)},
          {clamped(std::ceil((high.x - corner.x) / pitch.x), columns),
           clamped(std::ceil((high.y - corner.y) / pitch.y), rows)}};
}

float fitting_side(ImVec2 room, std::int64_t columns, std::int64_t rows, float least, float most) {
  const float fit = std::floor(std::min(room.x / static_cast<float>(columns), room.y / static_cast<float>(rows)));
  return std::clamp(fit, std::floor(least), std::floor(most));
}

std::int64_t label_step(float extent, float side) {
  std::int64_t step = 1;
  for (int factor = 2; static_cast<float>(step) * side < extent; factor = 7 - factor) {
    step *= factor;
  }
  return step;
}

ImFont* cell_font(const Theme& theme, float side, std::string_view widest) {
  for (ImFont* font : std::array{theme.value, theme.tiny_value}) {
    const ImVec2 extent = text_size(font, widest);
    if (extent.x <= side - theme(3) && extent.y <= side) {
      return font;
    }
  }
  return nullptr;
}

void draw_cell(ImDrawList* draw, const Rect& cell, Rgb fill, ImFont* font, std::string_view text, float rounding) {
  fill_box(draw, cell, packed(fill), rounding);
  if (font != nullptr) {
    draw_text_at(draw, font, middle_of(cell), {0.5F, 0.5F}, packed(ink_on(fill)), text);
  }
}

}  // namespace texelscope::app
