#pragma once

#include <array>
#include <span>
#include <string>

#include "tools/png.h"

namespace texelscope::tools {

/// A test pattern: its file's name without ".png", and what makes it.
struct Pattern {
  const char* name;
  Picture (*make)();
};

/// All test patterns. Adding one is a function and a line.
std::span<const Pattern> patterns();

/// Edges of the kept pictures of the icon, in pixels.
inline constexpr std::array icon_sizes = {16, 24, 32, 48, 64, 128, 256};

/// The program's icon as an SVG drawing.
std::string icon_drawing();

/// The same as a square picture with alpha.
Picture icon_picture(int size);

}  // namespace texelscope::tools
