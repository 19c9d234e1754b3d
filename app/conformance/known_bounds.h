#pragma once

#include <string>

#include "app/conformance/conformance_class.h"

namespace texelscope::app {

/// The largest share of a class's samples, 0 … 1, that the model may get wrong: where the rule of the hardware was not
/// found, what was measured on an H200 plus a margin; 0 where it was. docs/texture-unit.md tells what is known.
[[nodiscard]] double known_bound(const ConformanceClass& made);

/// One line about fetches that the model does not return bit by bit, with the share that differed from an H200's; empty
/// where no difference is known.
[[nodiscard]] std::string known_differences(const TextureSetup& setup, bool has_gradients);

}  // namespace texelscope::app
