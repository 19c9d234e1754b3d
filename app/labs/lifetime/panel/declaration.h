#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The lifetime panel: what is alive on the device, and why.
[[nodiscard]] LabDeclaration lifetime_lab_declaration();

}  // namespace texelscope::app
