#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/files/font_file.h"
#include "app/images/image.h"
#include "app/images/layout_color.h"

namespace texelscope::app {

// A drawing as a list of shapes, in pixels from its upper left corner; later shapes are drawn over earlier shapes.

struct DrawingRect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
  Rgb fill;
};
/// A box filled with diagonal lines.
struct DrawingHatch {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
  Rgb ink;
};
struct DrawingLine {
  float x1 = 0;
  float y1 = 0;
  float x2 = 0;
  float y2 = 0;
  Rgb ink;
  float width = 1;
};
enum class TextAnchor : std::uint8_t { start, middle, end };
/// One line of text; y is its middle.
struct DrawingText {
  float x = 0;
  float y = 0;
  std::string text;
  Rgb ink;
  float size = 13;
  FontUse font = FontUse::value;
  TextAnchor anchor = TextAnchor::start;
};
using DrawingShape = std::variant<DrawingRect, DrawingHatch, DrawingLine, DrawingText>;

struct Drawing {
  float width = 0;
  float height = 0;
  Rgb background;
  std::vector<DrawingShape> shapes;
};

/// A complete SVG document.
[[nodiscard]] std::string to_svg(const Drawing& picture);
/// Pixels with 8 bits and 4 channels, at `scale` pixels per pixel of the drawing. Without a font file, text is omitted.
[[nodiscard]] Image to_image(const Drawing& picture, float scale);

}  // namespace texelscope::app
