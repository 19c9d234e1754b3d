#pragma once

#include <cstddef>
#include <span>

#include "app/images/image.h"

namespace texelscope::app {

/// The orientation in EXIF data, starting at its TIFF header or at the marker "Exif" before it (Exif 2.32, 4.6.4: tag
/// 274 of the first directory): 1–8. 1 (as stored) if there is none.
[[nodiscard]] int exif_orientation(std::span<const std::byte> exif);

/// The image as its orientation requires: 2–4 mirror or rotate it, and 5–8 also exchange its axes.
[[nodiscard]] Image oriented(Image image, int orientation);

}  // namespace texelscope::app
