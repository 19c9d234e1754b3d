#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The kernel editor: a surface kernel that is written, compiled and seen in place.
[[nodiscard]] LabDeclaration kernel_lab_declaration();

}  // namespace texelscope::app
