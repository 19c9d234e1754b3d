#pragma once

#include "app/core/lab.h"

namespace texelscope::app {

/// The surface lab: what kernels write through surfaces, and where.
[[nodiscard]] LabDeclaration surface_lab_declaration();

}  // namespace texelscope::app
