#pragma once

#include <imgui.h>

#include "app/window/panels/theme_colors.h"

namespace texelscope::app {

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
/// Of the column of labels beside their widgets.
inline constexpr float label = 78;
inline constexpr float rounding = 3;
/// From this many pixels a texel its values are printed.
inline constexpr float texel_with_values = 44;
}  // namespace size

/// The fonts and the scale that everything is drawn with.
struct Theme {
  float scale = 1;
  float density = 1;
  ImFont* text = nullptr;
  ImFont* heading = nullptr;
  ImFont* small_text = nullptr;
  /// Fixed width, for values.
  ImFont* value = nullptr;
  ImFont* tiny_value = nullptr;

  /// A size at scale 1 in pixels of the screen.
  [[nodiscard]] float operator()(float at_scale_1) const { return at_scale_1 * scale; }
};

/// Sets the current ImGui context's style, and its fonts, in place of those before, from the first of the usual font
/// files that exists; ImGui's own font where none does. Letters are made of `density` pixels for each of ImGui's, as
/// the framebuffer has them.
[[nodiscard]] Theme make_theme(float scale, float density = 1);

[[nodiscard]] inline ImU32 packed(const ImVec4& color) { return ImGui::ColorConvertFloat4ToU32(color); }

}  // namespace texelscope::app
