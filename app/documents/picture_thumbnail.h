#pragma once

#include <span>
#include <string>

#include "app/images/image.h"

namespace texelscope::app {

/// The largest thumbnail of the picture list, in pixels: enough for a window at scale 2.
inline constexpr int list_thumbnail_width = 96;
inline constexpr int list_thumbnail_height = 64;

/// A thumbnail for a list, with the picture's proportions: RGBA of 8 bits per channel, at most `width` × `height`
/// pixels (≥ 1), and no larger than the picture. A pixel is the mean of the texels in its box, of at most 16 along each
/// side. Floats are clamped to 0 … 1, NaN to 0, and encoded as sRGB. Volumes show their middle slice.
[[nodiscard]] Image picture_thumbnail(const Image& picture, int width, int height);

/// The part of a texture's file whose thumbnail looks like that of `part`: a smaller level, of at least 256 texels if
/// the file has all levels. `part` for other files.
[[nodiscard]] std::string thumbnail_part(std::span<const std::string> names, const std::string& part);

}  // namespace texelscope::app
