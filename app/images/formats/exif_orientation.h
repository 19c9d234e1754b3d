#pragma once

#include <cstddef>
#include <span>

#include "app/images/image.h"

namespace texelscope::app {

/// The orientation in EXIF data, from its TIFF header on or the mark "Exif" before it (Exif 2.32, 4.6.4: tag 274 of the
/// first directory): 1–8. 1, as stored, also where none is found.
[[nodiscard]] int exif_orientation(std::span<const std::byte> exif);

/// The picture as its orientation asks for it to be shown: 2–4 mirror or turn it, 5–8 exchange its axes too.
[[nodiscard]] Image oriented(Image image, int orientation);

}  // namespace texelscope::app
