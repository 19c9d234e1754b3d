#pragma once

#include <cstdint>

#include "texelscope/kernels/kernel_function.h"

/// The weights of the texels that contribute to a texel of the next level. Along an axis, s source texels become d =
/// max(1, s / 2) texels. Doubles, and only operations that both devices share.
namespace texelscope::gpu::mipmap {

/// Texels that the box filter reads along an axis: 2, or 3 if the extent is odd.
inline constexpr std::int32_t box_taps = 3;
/// Half of the Kaiser filter's width, in texels of the next level.
inline constexpr std::int32_t kaiser_radius = 3;
/// The Kaiser window's shape.
inline constexpr double kaiser_alpha = 4;
/// s / d is at most 3: radius · 2 · 3, and one for the fraction of the texel's start.
inline constexpr std::int32_t kaiser_taps = 19;

/// sin(π · x) for |x| ≤ 2³⁰, accurate to within the last few bits of a double.
TEXELSCOPE_KERNEL_FUNCTION double sine_of_pi(double x) {
  const auto turns = static_cast<std::int32_t>(x < 0 ? x - 0.5 : x + 0.5);
  const double angle = (x - turns) * 3.14159265358979323846;
  const double square = angle * angle;
  double sum = 0;
  // The Taylor series; |angle| ≤ π/2, so that the term of angle²³ is below 2⁻⁵⁴.
  for (std::int32_t n = 21; n >= 3; n -= 2) {
    sum = (1 + sum) * -square / static_cast<double>(n * (n - 1));
  }
  const double sine = angle * (1 + sum);
  return turns % 2 == 0 ? sine : -sine;
}

/// I0(α · √(1 − t²)), the window up to a factor, for 0 ≤ t² ≤ 1: the series of the modified Bessel function.
TEXELSCOPE_KERNEL_FUNCTION double kaiser_window(double t_squared) {
  const double y = kaiser_alpha * kaiser_alpha / 4 * (1 - t_squared);
  double sum = 1;
  for (std::int32_t k = 20; k >= 1; --k) {
    sum = 1 + sum * y / static_cast<double>(k * k);
  }
  return sum;
}

/// The windowed sinc at a distance in texels of the next level; 0 from the radius on.
TEXELSCOPE_KERNEL_FUNCTION double kaiser_weight(double x) {
  const double t = x / kaiser_radius;
  if (t <= -1 || t >= 1) {
    return 0;
  }
  const double sinc = x == 0 ? 1 : sine_of_pi(x) / (3.14159265358979323846 * x);
  return sinc * kaiser_window(t * t);
}

/// Writes the index of the first source texel of texel `i`, which may be negative, followed by the weights of that
/// texel and the next texels, whose sum is 1.
TEXELSCOPE_KERNEL_FUNCTION void write_box_weights(double* out, std::int32_t i, std::int32_t s, std::int32_t d) {
  out[0] = 2.0 * i;
  if (s == 2 * d) {
    out[1] = 0.5;
    out[2] = 0.5;
    out[3] = 0;
    return;
  }
  // An odd extent: texel i covers i · s/d … (i + 1) · s/d.
  out[1] = static_cast<double>(d - i) / s;
  out[2] = static_cast<double>(d) / s;
  out[3] = static_cast<double>(i + 1) / s;
}

TEXELSCOPE_KERNEL_FUNCTION void write_kaiser_weights(double* out, std::int32_t i, std::int32_t s, std::int32_t d) {
  const double scale = static_cast<double>(s) / d;
  const double center = (i + 0.5) * scale;
  const double before = center - kaiser_radius * scale - 0.5;
  auto first = static_cast<std::int32_t>(before);
  first = first > before ? first : first + 1;
  double sum = 0;
  for (std::int32_t tap = 0; tap < kaiser_taps; ++tap) {
    const double weight = kaiser_weight((first + tap + 0.5 - center) / scale);
    out[tap + 1] = weight;
    sum += weight;
  }
  out[0] = first;
  for (std::int32_t tap = 0; tap < kaiser_taps; ++tap) {
    out[tap + 1] = out[tap + 1] / sum;
  }
}

}  // namespace texelscope::gpu::mipmap
