#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The interop lab: who has a shared image when, and what showing a kernel's output costs.
[[nodiscard]] LabDeclaration interop_lab_declaration();

}  // namespace texelscope::app
