#pragma once

namespace texelscope::app {

/// A rectangle of an image's pixels. Parts outside the image are ignored.
struct PixelRectangle {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool operator==(const PixelRectangle&) const = default;
};

}  // namespace texelscope::app
