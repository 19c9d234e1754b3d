#pragma once

namespace texelscope::app {

/// The linear value of an sRGB-encoded value, both 0 … 1 (IEC 61966-2-1).
[[nodiscard]] float linear_from_srgb(float encoded);

/// The sRGB encoding of a linear value of 0 … 1.
[[nodiscard]] double srgb_from_linear(double linear);

}  // namespace texelscope::app
