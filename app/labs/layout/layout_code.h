#pragma once

#include <string>

#include "app/labs/layout/layout_lab.h"

namespace texelscope::app {

/// The evaluated part of a lab's chain as code to copy. In NumPy, the result is called `a`, an array whose element at
/// offset 0 is `start` bytes from the beginning of `memory`; elsewhere, the result is called `layout`. Empty for wrong
/// input.
[[nodiscard]] std::string layout_code(LayoutCode language, const LayoutText& text, const ChainResult& chain);

}  // namespace texelscope::app
