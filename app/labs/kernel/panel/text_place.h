#pragma once

#include <imgui.h>

#include <cstddef>

#include "app/labs/kernel/panel/kernel_panel.h"

namespace texelscope::app {

/// The text's position on the screen.
struct TextPlace {
  ImVec2 corner;
  /// The width of the line numbers.
  float gutter;
  float width;
  float line_height;
  ImVec2 padding;

  [[nodiscard]] float top_of(int line) const {
    return corner.y + padding.y + line_height * static_cast<float>(line - 1);
  }
  [[nodiscard]] float left() const { return corner.x + gutter + padding.x; }
};

/// The colored text and its cursor, over ImGui's field of that ID, which was drawn last and shows the selection.
void draw_colored_text(const KernelContext& context, const TextPlace& place, ImGuiID field);
/// The completions below the cursor; a click inserts a completion.
void draw_completion(const KernelContext& context, const TextPlace& place);

/// The source after Tab has completed the name before the cursor; each further Tab inserts the next completion. Nothing
/// if there is no completion.
struct CompletedText {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string name;
};
[[nodiscard]] std::optional<CompletedText> take_completion(KernelCompletion& completion, std::size_t cursor);

}  // namespace texelscope::app
