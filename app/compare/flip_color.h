#pragma once

namespace texelscope::app::flip {

/// Three coordinates of a colour space that the function's name tells.
struct Color {
  float x = 0;
  float y = 0;
  float z = 0;
};

/// From stored sRGB, 0…1, to the opponent space that contrast sensitivity is given in.
[[nodiscard]] Color ycxcz_from_srgb(Color srgb);

/// Colours as the difference is taken of: CIELAB with the chroma scaled by the lightness (Hunt's effect). What lies
/// outside the display's colours is clamped first.
[[nodiscard]] Color hunt_lab_from_ycxcz(Color ycxcz);

/// The HyAB distance of two colours of hunt_lab_from_ycxcz, compressed and spread over 0…1.
[[nodiscard]] float color_difference(Color first, Color second);

}  // namespace texelscope::app::flip
