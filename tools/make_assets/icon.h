#pragma once

#include <array>
#include <string>

#include "tools/make_assets/picture.h"

namespace texelscope::assets {

/// Edges of the kept pictures, in pixels.
inline constexpr std::array icon_sizes = {16, 24, 32, 48, 64, 128, 256};

/// The program's icon as an SVG drawing.
std::string icon_drawing();

/// The same as a square picture with alpha.
Picture icon_picture(int size);

}  // namespace texelscope::assets
