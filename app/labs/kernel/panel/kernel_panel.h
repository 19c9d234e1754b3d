#pragma once

#include <imgui.h>

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

}  // namespace texelscope::app
