#pragma once

#include "app/conformance/conformance_class.h"

namespace texelscope::app {

/// The largest share of a class's samples, 0 … 1, that the model is known to get wrong: where the rule of the hardware
/// was not found, what was measured on an H200 with some air; 0 where it was. docs/texture-unit.md tells what is known.
[[nodiscard]] double known_bound(const ConformanceClass& made);

}  // namespace texelscope::app
