#pragma once

#include <string>

#include "app/labs/texture/texture_lab.h"

namespace texelscope::app {

/// The set-up of a texture lab as a program to copy: the array, the texture of one of its descriptors, and a kernel
/// that fetches at coordinates as the lab does. Empty where there are no texels.
[[nodiscard]] std::string texture_code(TextureCode language, const TextureWork& work, std::size_t side);

}  // namespace texelscope::app
