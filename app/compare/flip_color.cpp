#include "app/compare/flip_color.h"

#include <algorithm>
#include <cmath>

namespace texelscope::app::flip {
namespace {

/// XYZ of red, green and blue of 1, so that grey is exactly grey.
constexpr Color white{0.95045593F, 1.0F, 1.08905775F};

float linear_from_srgb(float value) {
  return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

// The matrices follow from the primaries and the white of BT.709.
Color xyz_from_linear(Color c) {
  return {0.41239080F * c.x + 0.35758434F * c.y + 0.18048079F * c.z,
          0.21263901F * c.x + 0.71516868F * c.y + 0.07219232F * c.z,
          0.01933082F * c.x + 0.11919478F * c.y + 0.95053215F * c.z};
}

Color linear_from_xyz(Color c) {
  return {3.24096994F * c.x - 1.53738318F * c.y - 0.49861076F * c.z,
          -0.96924364F * c.x + 1.87596750F * c.y + 0.04155506F * c.z,
          0.05563008F * c.x - 0.20397696F * c.y + 1.05697151F * c.z};
}

Color relative_to_white(Color c) { return {c.x / white.x, c.y / white.y, c.z / white.z}; }

float clamp_to_display(float value) { return std::clamp(value, 0.0F, 1.0F); }

/// CIE 15: the cube root with its linear part near black.
float lab_curve(float value) {
  constexpr float delta = 6.0F / 29.0F;
  return value > delta * delta * delta ? std::cbrt(value) : value / (3 * delta * delta) + 4.0F / 29.0F;
}

Color hunt_lab_from_linear(Color linear) {
  const Color xyz = relative_to_white(xyz_from_linear(linear));
  const float fx = lab_curve(xyz.x);
  const float fy = lab_curve(xyz.y);
  const float fz = lab_curve(xyz.z);
  const float lightness = 116 * fy - 16;
  return {lightness, 0.01F * lightness * 500 * (fx - fy), 0.01F * lightness * 200 * (fy - fz)};
}

float compressed_distance(Color first, Color second) {
  const float a = first.y - second.y;
  const float b = first.z - second.z;
  return std::pow(std::fabs(first.x - second.x) + std::sqrt(a * a + b * b), 0.7F);
}

}  // namespace

Color ycxcz_from_srgb(Color srgb) {
  const Color xyz = relative_to_white(
      xyz_from_linear({linear_from_srgb(srgb.x), linear_from_srgb(srgb.y), linear_from_srgb(srgb.z)}));
  return {116 * xyz.y - 16, 500 * (xyz.x - xyz.y), 200 * (xyz.y - xyz.z)};
}

Color hunt_lab_from_ycxcz(Color ycxcz) {
  const float y = (ycxcz.x + 16) / 116;
  const Color xyz{white.x * (y + ycxcz.y / 500), white.y * y, white.z * (y - ycxcz.z / 200)};
  const Color linear = linear_from_xyz(xyz);
  return hunt_lab_from_linear({clamp_to_display(linear.x), clamp_to_display(linear.y), clamp_to_display(linear.z)});
}

float color_difference(Color first, Color second) {
  // Blue and green are the farthest apart of a display's primaries.
  static const float largest = compressed_distance(hunt_lab_from_linear({0, 1, 0}), hunt_lab_from_linear({0, 0, 1}));
  constexpr float knee = 0.4F;
  constexpr float knee_value = 0.95F;
  const float distance = compressed_distance(first, second);
  if (distance < knee * largest) {
    return distance * knee_value / (knee * largest);
  }
  return knee_value + (distance - knee * largest) / (largest - knee * largest) * (1 - knee_value);
}

}  // namespace texelscope::app::flip
