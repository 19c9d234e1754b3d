#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The surface lab: what kernels write through surfaces, and where.
[[nodiscard]] LabDeclaration surface_lab_declaration();

}  // namespace texelscope::app
