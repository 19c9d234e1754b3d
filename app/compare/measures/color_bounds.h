#pragma once

#include <array>

#include "app/compare/measures/color_difference.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Upper bounds of color differences for a part of a row, of at most color_block pixels.
class ColorBounds {
 public:
  /// For the pixels from `begin` to before `end`; infinite for pixels without a bound.
  void find(const Image& expected, const Image& actual, int y, int begin, int end);
  [[nodiscard]] double operator[](int index) const {
    return static_cast<double>(bounds_[static_cast<std::size_t>(index)]);
  }

 private:
  ColorBlock first_{};
  ColorBlock second_{};
  std::array<float, color_block> bounds_{};
};

}  // namespace texelscope::app
