#pragma once

#include <imgui.h>

#include "app/labs/interop/interop_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using InteropContext = LabContext<InteropLab>;

// Drawn in the viewport; each fills the current child window.

/// Two lanes, one for the renderer and one for the device, with a column for each step and arrows for waits.
void draw_life_diagram(const InteropContext& context);
/// The renderer's view and the state of the objects.
void draw_life_facts(const InteropContext& context);
/// The reason, the calls, and the refused calls.
void draw_life_text(const InteropContext& context);
/// One bar per present path.
void draw_presentation_cost(const InteropContext& context);

inline const ImVec4& owner_color(ImageOwner owner) {
  return owner == ImageOwner::renderer ? color::categories[1] : color::categories[3];
}
[[nodiscard]] inline const char* title_of(RendererKind renderer) {
  return renderer == RendererKind::gl ? "OpenGL" : "Vulkan";
}

}  // namespace texelscope::app
