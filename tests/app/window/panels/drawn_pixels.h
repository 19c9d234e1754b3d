#pragma once

#include <imgui.h>

#include <cstddef>
#include <string>
#include <vector>

#include "app/gui/draw_list_painter.h"
#include "app/gui/drawn_text.h"

/// Texts and pixels of the last frame of the panels.
namespace texelscope::tests {

/// The texts whose center is in the rectangle.
[[nodiscard]] inline std::vector<std::string> texts_in(const app::Rect& rect) {
  std::vector<std::string> texts;
  for (const app::DrawnText& line : app::drawn_text(*ImGui::GetDrawData())) {
    if (rect.contains(line.place.x + line.place.width / 2, line.place.y + line.place.height / 2)) {
      texts.push_back(line.text);
    }
  }
  return texts;
}

/// The number of pixels that have this color, regardless of its alpha.
[[nodiscard]] inline int count_pixels(const app::Rect& rect, const ImVec4& color) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  app::Image image{static_cast<int>(size.x), static_cast<int>(size.y), 4, gpu::DataType::uint8, {}};
  image.pixels.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  app::paint(*ImGui::GetDrawData(), image);
  const ImU32 wanted = ImGui::ColorConvertFloat4ToU32(color) | IM_COL32_A_MASK;
  int count = 0;
  for (int y = static_cast<int>(rect.y); y < static_cast<int>(rect.bottom()); ++y) {
    for (int x = static_cast<int>(rect.x); x < static_cast<int>(rect.right()); ++x) {
      const std::byte* const pixel = &image.pixels[static_cast<std::size_t>(4 * (y * image.width + x))];
      const auto channel = [&](int i) { return std::to_integer<ImU32>(pixel[i]); };
      count += IM_COL32(channel(0), channel(1), channel(2), 255) == wanted ? 1 : 0;
    }
  }
  return count;
}

}  // namespace texelscope::tests
