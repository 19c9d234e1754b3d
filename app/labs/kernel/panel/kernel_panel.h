#pragma once

#include <imgui.h>

#include <string>

#include "app/labs/kernel/kernel_lab.h"
#include "app/window/panels/lab_parts.h"

namespace texelscope::app {

using KernelContext = LabContext<KernelLab>;

/// Where in the text a message is, as its row shows it.
[[nodiscard]] std::string message_place(const gpu::CompileMessage& message);

/// The picture; fills the current child window, and tells the lab its extent and the mouse.
void draw_kernel_picture(const KernelContext& context);
/// The names that texts can use, to search in; fills the current child window.
void draw_kernel_reference(const KernelContext& context);
/// The text with its line numbers and what the compiler says of it; fills the current child window.
void draw_kernel_text(const KernelContext& context);

}  // namespace texelscope::app
