#pragma once

namespace texelscope::render {

/// A box of pixels: origin and size, row 0 first in memory.
struct PixelRect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  bool operator==(const PixelRect&) const = default;
};

}  // namespace texelscope::render
