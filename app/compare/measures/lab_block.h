#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "app/compare/measures/vector_clones.h"

/// Converts many colors to CIELAB at a time.
namespace texelscope::app {

/// Three coordinates of the color space in the function's name.
struct Color {
  float x = 0;
  float y = 0;
  float z = 0;
};

/// XYZ of white (red, green and blue of 1), so that gray is exactly gray.
inline constexpr Color reference_white{0.95045593F, 1.0F, 1.08905775F};

// The matrices follow from the primaries and the white of BT.709.
TEXELSCOPE_IN_LOOP Color xyz_from_linear(Color c) {
  return {0.41239080F * c.x + 0.35758434F * c.y + 0.18048079F * c.z,
          0.21263901F * c.x + 0.71516868F * c.y + 0.07219232F * c.z,
          0.01933082F * c.x + 0.11919478F * c.y + 0.95053215F * c.z};
}

TEXELSCOPE_IN_LOOP Color relative_to_white(Color c) {
  return {c.x / reference_white.x, c.y / reference_white.y, c.z / reference_white.z};
}

/// The cube root of a nonnegative value, to the last bits of a float: an initial guess from the exponent, and two steps
/// of Halley's method. Unlike std::cbrt, it can be vectorized.
TEXELSCOPE_IN_LOOP float cube_root(float value) {
  float root = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) / 3 + 709958130U);
  for (int step = 0; step < 2; ++step) {
    const float cube = root * root * root;
    root *= (cube + 2 * value) / (2 * cube + value);
  }
  return root;
}

/// The number of colors in a block.
inline constexpr std::size_t color_block = 64;

/// CIE 15: the cube root with a linear part near black, for many values. Computes both parts and selects one, in
/// separate loops.
TEXELSCOPE_IN_LOOP void to_lab_curve(float* __restrict values) {
  constexpr float delta = 6.0F / 29.0F;
  float roots[color_block];
  float lines[color_block];
  for (std::size_t index = 0; index < color_block; ++index) {
    roots[index] = cube_root(values[index]);
    lines[index] = values[index] / (3 * delta * delta) + 4.0F / 29.0F;
  }
  for (std::size_t index = 0; index < color_block; ++index) {
    values[index] = values[index] > delta * delta * delta ? roots[index] : lines[index];
  }
}

/// Converts a block of linear red, green and blue to the curves of x, y and z that define CIELAB.
TEXELSCOPE_IN_LOOP void to_lab_curves(float* __restrict red, float* __restrict green, float* __restrict blue) {
  for (std::size_t index = 0; index < color_block; ++index) {
    const Color xyz = relative_to_white(xyz_from_linear({red[index], green[index], blue[index]}));
    red[index] = xyz.x;
    green[index] = xyz.y;
    blue[index] = xyz.z;
  }
  to_lab_curve(red);
  to_lab_curve(green);
  to_lab_curve(blue);
}

}  // namespace texelscope::app
