#pragma once

#include <imgui.h>

#include "app/text/letters.h"
#include "app/window/noted_letters.h"
#include "app/window/panels/theme_colors.h"

namespace texelscope::app {

/// Sizes at scale 1, in pixels.
namespace size {
// Line heights, as in ImGui; letters are about 4/5 as high.
inline constexpr float text = 17;
inline constexpr float small_text = 15;
inline constexpr float heading = 14;
inline constexpr float value = 16;
inline constexpr float tiny_value = 12;
// Distances are multiples of 4.
inline constexpr float small_gap = 4;
inline constexpr float gap = 8;
inline constexpr float padding = 12;
/// Height of buttons, fields and lists of choices.
inline constexpr float control = 24;
inline constexpr float row = 28;
/// Width of the column of labels.
inline constexpr float label = 78;
inline constexpr float rounding = 3;
/// Minimum pixels per texel for printed values.
inline constexpr float texel_with_values = 44;
}  // namespace size

/// The fonts and the scale that everything is drawn with.
struct Theme {
  float scale = 1;
  float density = 1;
  Letters letters = Letters::own;
  /// Number of noted_letters() that the fonts contain beside these, or that no font has.
  std::size_t num_noted = 0;
  ImFont* text = nullptr;
  ImFont* heading = nullptr;
  ImFont* small_text = nullptr;
  /// Fixed width, for values.
  ImFont* value = nullptr;
  ImFont* tiny_value = nullptr;

  /// Whether texts need letters that the fonts lack.
  [[nodiscard]] bool lacks_letters() const { return num_noted != noted_letters().size(); }
  /// A size at scale 1 in pixels of the screen.
  [[nodiscard]] float operator()(float at_scale_1) const { return at_scale_1 * scale; }
};

/// Lets the font draw each letter of the program's own texts that it lacks as a similar one: without the usual font
/// files, ImGui's own font has only Latin letters.
void replace_missing_letters(ImFont& font);

/// Replaces the current ImGui context's style and fonts; each font is the first of the usual font files that exists, or
/// ImGui's own font if none exists; those of texts also contain noted_letters(), from fallback_fonts(). Glyphs have
/// `density` pixels per ImGui unit, as in the framebuffer. The glyphs of `letters` that the text font contains are
/// loaded.
[[nodiscard]] Theme make_theme(float scale, float density = 1, Letters letters = Letters::own);

[[nodiscard]] inline ImU32 packed(const ImVec4& color) { return ImGui::ColorConvertFloat4ToU32(color); }

}  // namespace texelscope::app
