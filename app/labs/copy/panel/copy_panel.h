#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

#include "app/labs/copy/copy_lab.h"
#include "app/text/bytes_text.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using CopyContext = LabContext<CopyLab>;

// In the side panel.
void draw_copy_presets(const CopyContext& context);
void draw_copy_source(const CopyContext& context);
void draw_copy_destination(const CopyContext& context);

// In the viewport; each fills the current child window.
void draw_copy_motion(const CopyContext& context);
void draw_copy_pictures(const CopyContext& context);
void draw_copy_plan(const CopyContext& context);
void draw_copy_speed(const CopyContext& context);

/// The items of both sides and of the stage between them, as they are after the moves that are done, in a box of the
/// room.
void draw_motion_cells(const CopyContext& context, ImVec2 room);
/// Play, steps, speed and a slider over all moves.
void draw_motion_transport(const CopyContext& context);
/// How many sectors both orders touch, up to now and in all.
void draw_motion_counters(const CopyContext& context);

/// A side's title with a button beside it; the layout lab when its layout is asked for, else null.
[[nodiscard]] const LayoutLab* draw_side_heading(const CopyContext& context, const char* title, const char* name);
/// Where the memory of a side is chosen.
void draw_memory_choice(const CopyContext& context, const char* name, CopyMemory& memory);
/// What became of a side: its layout, or what is wrong.
void draw_side_outcome(const CopyContext& context, const char* name, const CopySide& side);
/// The operations of a side, with what is wrong below.
void draw_operations(const CopyContext& context, const char* name, std::string& operations, const CopySide& side);

/// In place of what needs a plan: why there is none.
void draw_no_plan(const CopyContext& context);

}  // namespace texelscope::app
