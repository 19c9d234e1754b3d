#include "app/compare/measures/pixel_color.h"

#include <algorithm>

#include "app/compare/measures/color_difference.h"

namespace texelscope::app {

double color_difference(const PixelColor& first, const PixelColor& second) {
  if (first.alpha >= 1 && second.alpha >= 1) {
    return color_difference(first.light, second.light);
  }
  return std::max(color_difference(first.over(0), second.over(0)), color_difference(first.over(1), second.over(1)));
}

bool exceeds(const PixelColor& first, const PixelColor& second, double limit) {
  if (first.alpha >= 1 && second.alpha >= 1) {
    return color_difference_exceeds(first.light, second.light, limit);
  }
  return color_difference_exceeds(first.over(0), second.over(0), limit) ||
         color_difference_exceeds(first.over(1), second.over(1), limit);
}

}  // namespace texelscope::app
