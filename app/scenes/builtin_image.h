#pragma once

#include <memory>

#include "app/images/image.h"

namespace texelscope::app {

/// The picture of a scene that was given none: assets/photo.png, or a pattern where the assets are not installed. It is
/// read once for the process; on any thread. @throws FileError when the file is there and cannot be read.
[[nodiscard]] std::shared_ptr<const Image> builtin_image();

/// Fields of colour, each corner another, with fine checks: shows orientation, filtering and edges.
[[nodiscard]] Image pattern_image(int width, int height);

}  // namespace texelscope::app
