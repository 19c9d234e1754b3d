#pragma once

#include <string>

#include "app/labs/layout/layout_lab.h"

namespace texelscope::app {

/// The evaluated part of a lab's chain as code to copy: the result is called `a` in NumPy, an array over `memory` whose
/// element at offset 0 is `start` bytes into it, and `layout` elsewhere. Empty for wrong input.
[[nodiscard]] std::string layout_code(LayoutCode language, const LayoutText& text, const ChainResult& chain);

}  // namespace texelscope::app
