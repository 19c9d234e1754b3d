#pragma once

#include <string>

#include "app/texture/texture_setup.h"

namespace texelscope::app {

/// One line about fetches whose results may differ from a GPU's; empty if no difference is known.
[[nodiscard]] std::string known_differences(const TextureSetup& setup, bool has_gradients);

}  // namespace texelscope::app
