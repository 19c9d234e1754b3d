#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The texture lab: what a texture unit makes of a coordinate.
[[nodiscard]] LabDeclaration texture_lab_declaration();

}  // namespace texelscope::app
