#include "app/window/panels/printed_texels.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ranges>
#include <string>

#include "app/images/layout_color.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/lab_widgets.h"

namespace texelscope::app {
namespace {

/// The text of texels of the same size.
struct TexelFont {
  TexelFont(const Theme& theme, float side)
      : font{side >= 4.6F * line_height(theme.value) ? theme.value : theme.tiny_value},
        line{std::floor(std::min(line_height(font) * 1.15F, side / 4.1F))},
        width{std::clamp(static_cast<int>((side - theme(4)) / text_size(font, "0").x), 5, 9)} {}

  ImFont* font;
  float line;
  /// In characters.
  int width;
};

void print_channels(const TexelFont& font, ImDrawList* draw, const ImVec2& center, const PrintedTexel& texel) {
  // The text is on the checkerboard where the texel is transparent.
  const auto level = [&](std::size_t channel) {
    const float alpha = texel.color[3];
    const float blended = alpha * texel.color[channel] + (1 - alpha) * 0.4F;
    return static_cast<std::uint8_t>(255 * std::clamp(blended, 0.0F, 1.0F));
  };
  const ImU32 ink = packed(ink_on({level(0), level(1), level(2)}));
  float y = std::round(center.y - static_cast<float>(texel.channels) * font.line / 2);
  for (const std::string& text : texel.texts | std::views::take(texel.channels)) {
    draw_text_at(draw, font.font, {center.x, y}, {0.5F, 0}, ink, text);
    y += font.line;
  }
}

}  // namespace

TexelBox visible_texels(const View& view, const ViewExtent& extent) {
  const auto width = static_cast<int>(extent.image_width);
  const auto height = static_cast<int>(extent.image_height);
  TexelBox box{width, height, 0, 0};
  for (const Point& corner : {Point{0, 0}, Point{extent.viewport_width, 0}, Point{0, extent.viewport_height},
                              Point{extent.viewport_width, extent.viewport_height}}) {
    const Point at = image_position(view, extent, corner);
    box.left = std::min(box.left, static_cast<int>(std::floor(at.x)));
    box.top = std::min(box.top, static_cast<int>(std::floor(at.y)));
    box.right = std::max(box.right, static_cast<int>(std::ceil(at.x)));
    box.bottom = std::max(box.bottom, static_cast<int>(std::ceil(at.y)));
  }
  return {std::max(box.left, 0), std::max(box.top, 0), std::min(box.right, width), std::min(box.bottom, height)};
}

PrintedTexel printed_texel(const PictureTexel& texel, const PictureTone& tone, TexelNotation notation, int width) {
  PrintedTexel printed{shown_color(texel, tone), texel.channels, {}};
  for (int channel = 0; channel < texel.channels; ++channel) {
    printed.texts[static_cast<std::size_t>(channel)] = channel_text(texel, channel, notation, width);
  }
  return printed;
}

void print_texels(const Theme& theme, ImDrawList* draw, const TexelsOnScreen& texels,
                  const std::function<PrintedTexel(int x, int y, int width)>& printed) {
  const TexelFont font{theme, texels.side};
  for (int y = texels.box.top; y < texels.box.bottom; ++y) {
    for (int x = texels.box.left; x < texels.box.right; ++x) {
      print_channels(font, draw, texels.to_window({x + 0.5, y + 0.5}), printed(x, y, font.width));
    }
  }
}

void draw_texel_grid(const Theme& theme, ImDrawList* draw, const TexelsOnScreen& texels) {
  const TexelBox& box = texels.box;
  const ImU32 ink = packed(color::texel_line);
  const auto line = [&](const Point& from, const Point& to) {
    draw->AddLine(texels.to_window(from), texels.to_window(to), ink, theme(1));
  };
  for (int x = box.left; x <= box.right; ++x) {
    line({double(x), double(box.top)}, {double(x), double(box.bottom)});
  }
  for (int y = box.top; y <= box.bottom; ++y) {
    line({double(box.left), double(y)}, {double(box.right), double(y)});
  }
}

double values_from_zoom(const Theme& theme, const ViewExtent& extent) {
  // Limits the number of texels, and thus the time of a frame, in large windows.
  constexpr double max_texels = 1200;
  return std::max(static_cast<double>(theme(size::texel_with_values)) * ImGui::GetIO().DisplayFramebufferScale.x,
                  std::sqrt(extent.viewport_width * extent.viewport_height / max_texels));
}

}  // namespace texelscope::app
