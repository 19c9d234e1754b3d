#pragma once

#include <string>

#include "app/labs/layout/layout_lab.h"

namespace texelscope::app {

/// The chain of a lab, as far as it could be worked out, as code to copy: the result is called `a` in NumPy, an array
/// over `memory` whose element at offset 0 lies `start` bytes into it, and `layout` elsewhere. Empty where the input is
/// wrong.
[[nodiscard]] std::string layout_code(LayoutCode language, const LayoutText& text, const ChainResult& chain);

}  // namespace texelscope::app
