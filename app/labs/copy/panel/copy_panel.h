#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

#include "app/labs/copy/copy_lab.h"
#include "app/text/bytes_text.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using CopyContext = LabContext<CopyLab>;

// In the properties.
void draw_copy_presets(const CopyContext& context);
void draw_copy_source(const CopyContext& context);
void draw_copy_destination(const CopyContext& context);

// Drawn in the viewport; each fills the current child window.
void draw_copy_motion(const CopyContext& context);
void draw_copy_pictures(const CopyContext& context);
void draw_copy_plan(const CopyContext& context);
void draw_copy_speed(const CopyContext& context);

/// The items of both sides and of the stage between them, after the completed moves, in a box of this size.
void draw_motion_cells(const CopyContext& context, ImVec2 room);

/// Shows why there is no plan, in place of the parts that need a plan.
void draw_no_plan(const CopyContext& context);

}  // namespace texelscope::app
