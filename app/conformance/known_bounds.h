#pragma once

#include <string>

#include "app/conformance/conformance_class.h"

namespace texelscope::app {

/// The largest fraction of a class's samples, 0 … 1, that the model may get wrong: 0 if all of its rules are known.
[[nodiscard]] double known_bound(const ConformanceClass& made);

/// One line about fetches whose results may differ from a GPU's; empty if no difference is known.
[[nodiscard]] std::string known_differences(const TextureSetup& setup, bool has_gradients);

}  // namespace texelscope::app
