#pragma once

namespace texelscope::app {

/// The light of a value that is encoded by sRGB, both 0 … 1 (IEC 61966-2-1).
[[nodiscard]] float linear_from_srgb(float encoded);

/// The encoding of a light of 0 … 1.
[[nodiscard]] double srgb_from_linear(double linear);

}  // namespace texelscope::app
