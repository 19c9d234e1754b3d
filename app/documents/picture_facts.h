#pragma once

#include <string>

#include "app/documents/pictures.h"

namespace texelscope::app {

/// The kind of a picture's file, its extent, and its texels, such as "PNG, 640 × 480, RGB of uint8".
[[nodiscard]] std::string picture_facts(const LoadedImage& picture);

}  // namespace texelscope::app
