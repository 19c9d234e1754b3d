#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

[[nodiscard]] LabDeclaration tensor_lab_declaration();

}  // namespace texelscope::app
