#include "drawing.h"

#include <cmath>

namespace {

constexpr int size = 96;

/// The fraction of a pixel that is inside the disk, 0…1.
double coverage(double x, double y, double radius) {
  const double distance = std::hypot(x - size / 2, y - size / 2);
  return std::fmin(std::fmax(radius - distance + 0.5, 0.0), 1.0);
}

unsigned char to_byte(double value) { return static_cast<unsigned char>(std::lround(value * 255)); }

}  // namespace

Picture draw_disk(double moved, double radius) {
  Picture picture{size, size, {}};
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) {
      const double inside = coverage(x + 0.5 - moved, y + 0.5, radius);
      const double ground = 0.11 + 0.2 * y / size;
      picture.pixels.push_back(to_byte(ground + inside * (0.96 - ground)));
      picture.pixels.push_back(to_byte(ground + inside * (0.72 - ground)));
      picture.pixels.push_back(to_byte(ground + inside * (0.2 - ground)));
    }
  }
  return picture;
}
