#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The copy lab: how elements get from one layout into another.
[[nodiscard]] LabDeclaration copy_lab_declaration();

}  // namespace texelscope::app
