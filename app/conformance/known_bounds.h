#pragma once

#include <string>

#include "app/conformance/conformance_class.h"

namespace texelscope::app {

/// The largest fraction of a class's samples, 0 … 1, that the model may get wrong: if the rule of the hardware is
/// unknown, the fraction measured on an H200 plus a margin; otherwise 0. docs/texture-unit.md describes what is known.
[[nodiscard]] double known_bound(const ConformanceClass& made);

/// One line about fetches whose results are not bit-exact, with the fraction that differed from an H200; empty if no
/// difference is known.
[[nodiscard]] std::string known_differences(const TextureSetup& setup, bool has_gradients);

}  // namespace texelscope::app
