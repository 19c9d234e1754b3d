#pragma once

#include <imgui.h>

#include "app/labs/interop/interop_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using InteropContext = LabContext<InteropLab>;

// In the viewport; each fills the current child window.

/// Two lanes, of the renderer and of the device, with a column for each step and arrows for who waits for whom.
void draw_life_diagram(const InteropContext& context);
/// What the renderer sees and what the objects say of themselves.
void draw_life_facts(const InteropContext& context);
/// Why, the calls, and what is refused.
void draw_life_text(const InteropContext& context);
/// A bar for each way to show.
void draw_presentation_cost(const InteropContext& context);

inline const ImVec4& owner_color(ImageOwner owner) {
  return owner == ImageOwner::renderer ? color::categories[1] : color::categories[3];
}
[[nodiscard]] inline const char* title_of(RendererKind renderer) {
  return renderer == RendererKind::gl ? "OpenGL" : "Vulkan";
}

}  // namespace texelscope::app
