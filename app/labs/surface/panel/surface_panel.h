#pragma once

#include <imgui.h>

#include "app/labs/surface/surface_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using SurfaceContext = LabContext<SurfaceLab>;

// In the properties.
void draw_surface_input(const SurfaceContext& context);
void draw_surface_brush(const SurfaceContext& context);

// Drawn in the viewport; each fills the current child window.
void draw_surface_paint(const SurfaceContext& context);
void draw_surface_bytes(const SurfaceContext& context);
void draw_surface_elements(const SurfaceContext& context);
void draw_surface_texture(const SurfaceContext& context);

/// The meaning of the brush's x and boundary mode, and the result of the last stroke.
void draw_surface_explanation(const SurfaceContext& context);
/// A button for each level.
void draw_level_choice(const SurfaceContext& context);

/// The chosen level's texels to show; on request, those before the last stroke.
[[nodiscard]] const std::byte* shown_texels(const SurfaceLab& lab);

}  // namespace texelscope::app
