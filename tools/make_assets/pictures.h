#pragma once

#include <array>
#include <span>
#include <string>

#include "tools/png.h"

namespace texelscope::tools {

/// A test pattern: its file name without ".png", and the function that draws it.
struct Pattern {
  const char* name;
  Picture (*make)();
};

/// All test patterns. To add one, write a function, and add a line here.
std::span<const Pattern> patterns();

/// Edge lengths of the stored bitmaps of the icon, in pixels.
inline constexpr std::array icon_sizes = {16, 24, 32, 48, 64, 128, 256};

/// The program's icon as an SVG drawing.
std::string icon_drawing();

/// The icon as a square bitmap with alpha.
Picture icon_picture(int size);

}  // namespace texelscope::tools
