#pragma once

#include "app/labs/lab.h"

namespace texelscope::app {

/// The stream lab: what ran when on which stream, and what goes wrong without order between streams.
[[nodiscard]] LabDeclaration stream_lab_declaration();

}  // namespace texelscope::app
