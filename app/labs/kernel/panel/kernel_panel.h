#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>

#include "app/labs/kernel/kernel_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using KernelContext = LabContext<KernelLab>;

/// A message's position in the source, as shown in its row.
[[nodiscard]] std::string message_place(const gpu::CompileMessage& message);

/// The image; fills the current child window, and reports its extent and the mouse to the lab.
void draw_kernel_picture(const KernelContext& context);
/// The names that kernels can use, with a search; fills the current child window.
void draw_kernel_reference(const KernelContext& context);
/// The source with its line numbers and the compiler's messages; fills the current child window.
void draw_kernel_text(const KernelContext& context);

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
