#pragma once

#include <span>

#include "app/labs/lab.h"

namespace texelscope::app {

/// The labs, in the order of the list.
[[nodiscard]] std::span<const LabDeclaration> labs();

}  // namespace texelscope::app
