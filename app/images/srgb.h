#pragma once

namespace texelscope::app {

/// The linear value of an sRGB-encoded value, both 0 … 1 (IEC 61966-2-1).
[[nodiscard]] float linear_from_srgb(float encoded);

/// The sRGB encoding of a linear value of 0 … 1.
[[nodiscard]] double srgb_from_linear(double linear);

/// The light, multiplied by alpha, of an sRGB-encoded value that was multiplied by alpha after encoding; all 0 … 1. Up
/// to alpha, this is the light of value / alpha, times alpha; what exceeds alpha is light of its own, even where alpha
/// is 0.
[[nodiscard]] double light_of_multiplied(double encoded, double alpha);

/// The reverse: the encoded value, multiplied by alpha, of light that is multiplied by alpha.
[[nodiscard]] double multiplied_of_light(double light, double alpha);

}  // namespace texelscope::app
