#include "app/compare/measures/color_bounds.h"

#include <cmath>
#include <cstddef>

namespace texelscope::app {
namespace {

TEXELSCOPE_VECTOR_CLONES void find_bounds(float* __restrict first, float* __restrict second, float* __restrict bounds) {
  constexpr std::size_t y = color_block;
  constexpr std::size_t z = 2 * color_block;
  to_lab_curves(first, first + y, first + z);
  to_lab_curves(second, second + y, second + z);
  for (std::size_t index = 0; index < color_block; ++index) {
    const float x_step = first[index] - second[index];
    const float y_step = first[y + index] - second[y + index];
    const float z_step = first[z + index] - second[z + index];
    const float lightness = 116 * y_step;
    const float a = 1.5F * 500 * (x_step - y_step);
    const float b = 200 * (y_step - z_step);
    bounds[index] = lightness * lightness + a * a + b * b;
  }
}

/// Covers the rounding of floats with 24 bits.
constexpr float rounding = 0.02F;

}  // namespace

void find_color_bounds(ColorBlock& first, ColorBlock& second, std::array<float, color_block>& bounds) {
  find_bounds(first[0].data(), second[0].data(), bounds.data());
  for (float& bound : bounds) {
    bound = std::sqrt(bound) + rounding;
  }
}

}  // namespace texelscope::app
