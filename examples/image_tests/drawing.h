#pragma once

#include <vector>

/// An image of red, green and blue, 8 bits each, rows from top to bottom.
struct Picture {
  int width = 0;
  int height = 0;
  std::vector<unsigned char> pixels;
};

/// A bright disk with smooth edges on a dark gradient, moved to the right by a number of pixels.
Picture draw_disk(double moved, double radius);
