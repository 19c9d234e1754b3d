#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/sources/tev_message.h"

namespace texelscope::app {

/// A line or an area that a program drew over its picture.
struct DrawnPath {
  /// x and y in texels, from the corner of the picture.
  std::vector<std::array<float, 2>> points;
  bool is_closed = false;
  bool is_filled = false;
  /// Red, green, blue and alpha, 0 … 1.
  std::array<float, 4> color{};
  /// Width of a line; areas have none.
  float width = 1;
  /// Whether the width is in texels instead of pixels of the screen.
  bool is_width_in_texels = false;
};

inline constexpr std::size_t max_drawn_points = 1'000'000;

/// The paths of a drawing, curves as lines, and whether text was left out. A path ends where the drawing would have
/// more points than max_drawn_points.
struct SourceDrawing {
  std::vector<DrawnPath> paths;
  bool has_text = false;
};
[[nodiscard]] SourceDrawing drawing_of(std::span<const TevDrawingCommand> commands);

}  // namespace texelscope::app
