#pragma once

#include <optional>

#include "app/images/image.h"
#include "app/images/view.h"

namespace texelscope::app {

/// The first pixel after `start`, row by row and from the last one on to the first, with a channel that is NaN or
/// infinite; its upper left corner, in pixels. Nothing if there is none, or if the values are not floats.
[[nodiscard]] std::optional<Point> next_not_finite(const Image& image, const Point& start);

}  // namespace texelscope::app
