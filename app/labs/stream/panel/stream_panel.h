#pragma once

#include <imgui.h>

#include "app/labs/stream/stream_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using StreamContext = LabContext<StreamLab>;

// Drawn in the viewport; each fills the current child window.
void draw_timeline(const StreamContext& context);
void draw_call_list(const StreamContext& context);

[[nodiscard]] ImU32 work_color(std::optional<WorkKind> kind);

}  // namespace texelscope::app
