#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/panels/lab_widgets.h"

namespace texelscope::app {

Rgb faded(Rgb color) {
  const auto mix = [](std::uint8_t channel, float ground) {
    return static_cast<std::uint8_t>(0.22F * static_cast<float>(channel) + 0.78F * 255 * ground);
  };
  const ImVec4& ground = color::raised;
  return {mix(color.red, ground.x), mix(color.green, ground.y), mix(color.blue, ground.z)};
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

}  // namespace texelscope::app
