#pragma once

#include <imgui.h>

namespace texelscope::app {

/// The colours of the window: neutral greys that leave the judgement of colours to the picture, one accent.
namespace color {
inline ImVec4 from_rgb(unsigned rgb, float alpha = 1) {
  return {static_cast<float>(rgb >> 16U & 0xFFU) / 255, static_cast<float>(rgb >> 8U & 0xFFU) / 255,
          static_cast<float>(rgb & 0xFFU) / 255, alpha};
}
inline const ImVec4 canvas = from_rgb(0x131416);
inline const ImVec4 panel = from_rgb(0x1B1C1F);
inline const ImVec4 bar = from_rgb(0x222327);
inline const ImVec4 raised = from_rgb(0x2B2D32);
inline const ImVec4 raised_hovered = from_rgb(0x36393F);
inline const ImVec4 line = from_rgb(0x3A3D44);
inline const ImVec4 text = from_rgb(0xE4E5E8);
inline const ImVec4 text_dim = from_rgb(0x9DA1AA);
inline const ImVec4 text_disabled = from_rgb(0x7A7E88);
inline const ImVec4 accent = from_rgb(0xF2A33A);
inline const ImVec4 accent_dim = from_rgb(0x8A6431);
inline const ImVec4 accent_wash = from_rgb(0x3A3226);
inline const ImVec4 warning = from_rgb(0xE6C84B);
inline const ImVec4 error = from_rgb(0xEF6A5B);
}  // namespace color

/// Sizes at scale 1, in pixels.
namespace size {
// Line heights, as ImGui counts: letters are about 4/5 of them.
inline constexpr float text = 17;
inline constexpr float small_text = 15;
inline constexpr float heading = 14;
inline constexpr float value = 16;
inline constexpr float tiny_value = 12;
inline constexpr float gap = 8;
inline constexpr float padding = 12;
inline constexpr float row = 26;
inline constexpr float rounding = 3;
/// From this many pixels a texel its values are printed.
inline constexpr float texel_with_values = 44;
}  // namespace size

/// The fonts and the scale that everything is drawn with.
struct Theme {
  float scale = 1;
  ImFont* text = nullptr;
  ImFont* heading = nullptr;
  ImFont* small_text = nullptr;
  /// Fixed width, for values.
  ImFont* value = nullptr;
  ImFont* tiny_value = nullptr;

  /// A size at scale 1 in pixels of the screen.
  [[nodiscard]] float operator()(float at_scale_1) const { return at_scale_1 * scale; }
};

/// Sets the current ImGui context's style, and its fonts from the first of the usual font files that exists; ImGui's
/// own font where none does.
[[nodiscard]] Theme make_theme(float scale);

[[nodiscard]] inline ImU32 packed(const ImVec4& color) { return ImGui::ColorConvertFloat4ToU32(color); }

}  // namespace texelscope::app
