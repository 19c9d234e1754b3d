#pragma once

#include <imgui.h>

#include "app/labs/kernel/kernel_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using KernelContext = LabContext<KernelLab>;

/// In the side panel: examples, parameters, time, the file.
void draw_kernel_side(const KernelContext& context);
/// The text with its line numbers and what the compiler says of it; fills the current child window.
void draw_kernel_text(const KernelContext& context);
/// The picture; fills the current child window, and tells the lab its extent and the mouse.
void draw_kernel_picture(const KernelContext& context);
/// What runs, in one line.
[[nodiscard]] std::string kernel_status(const KernelLab& lab);

}  // namespace texelscope::app
