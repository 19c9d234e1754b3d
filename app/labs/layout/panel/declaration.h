#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The layout lab: where each element of a tensor lies.
[[nodiscard]] LabDeclaration layout_lab_declaration();

}  // namespace texelscope::app
