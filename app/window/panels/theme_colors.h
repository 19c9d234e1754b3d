#pragma once

#include <imgui.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "app/workspace/arrangement.h"

namespace texelscope::app {

/// A color of the window in both themes. Converts to the color of the current theme.
struct ThemeColor {
  ImVec4 dark;
  ImVec4 light;

  [[nodiscard]] const ImVec4& in(ColorTheme theme) const { return theme == ColorTheme::dark ? dark : light; }
  operator const ImVec4&() const;
};

/// The theme that ImGui and the panels draw with.
[[nodiscard]] ColorTheme theme_in_use();
/// Draws with this theme from here on: sets the colors of the current ImGui context's style.
void use_theme(ColorTheme theme);

/// The colors of the window, each with the dark theme's first: neutral grays, which do not distort the perception of
/// the picture's colors, and one accent. Panels take all their colors from here; colors of data are separate.
namespace color {

[[nodiscard]] inline ImVec4 from_rgb(std::uint32_t rgb, float opacity = 1) {
  return {static_cast<float>(rgb >> 16U & 0xFFU) / 255, static_cast<float>(rgb >> 8U & 0xFFU) / 255,
          static_cast<float>(rgb & 0xFFU) / 255, opacity};
}
[[nodiscard]] inline ThemeColor of(std::uint32_t dark, std::uint32_t light) {
  return {from_rgb(dark), from_rgb(light)};
}

// Grounds.
inline const ThemeColor canvas = of(0x141414, 0xE4E4E4);
inline const ThemeColor panel = of(0x1B1C1F, 0xF3F4F6);
inline const ThemeColor bar = of(0x222327, 0xECEDF0);
inline const ThemeColor raised = of(0x2B2D32, 0xD2D5DC);
inline const ThemeColor raised_hovered = of(0x36393F, 0xC6CAD2);
inline const ThemeColor accent_wash = of(0x3A3226, 0xF5DDB8);
inline const ThemeColor transparent{from_rgb(0, 0), from_rgb(0, 0)};

// Separates parts of the window; these lines carry no information. Lines with a meaning use the color of dimmed text.
inline const ThemeColor line = of(0x3A3D44, 0xB9BDC6);

inline const ThemeColor text = of(0xE4E5E8, 0x1C1E23);
inline const ThemeColor text_dim = of(0xAEB2BB, 0x444852);
inline const ThemeColor text_disabled = of(0x9296A0, 0x565B65);
inline const ThemeColor accent = of(0xF2A33A, 0x7A4200);
inline const ThemeColor accent_hovered = of(0xFFBC68, 0x8F500A);
/// Pressed and marked widgets, and bars filled up to a value.
inline const ThemeColor accent_dim = of(0x7A5626, 0xE0A860);
inline const ThemeColor warning = of(0xE6C84B, 0x705400);
inline const ThemeColor error = of(0xEF6A5B, 0xB3261E);
inline const ThemeColor good = of(0x6CC18A, 0x1F6B3C);
/// Text on areas filled with one of the colors above or of a category.
inline const ThemeColor on_fill = of(0x0B0C0E, 0xFFFFFF);

// For use over pictures of any colors: under text, around a mark, and for a line on a shadow.
inline const ThemeColor scrim{from_rgb(0, 0.68F), from_rgb(0xFFFFFF, 0.82F)};
inline const ThemeColor shadow{from_rgb(0, 0.75F), from_rgb(0xFFFFFF, 0.8F)};
inline const ThemeColor faint_mark{from_rgb(0xFFFFFF, 0.4F), from_rgb(0, 0.4F)};
// Between texels, inside and outside a picture.
inline const ThemeColor texel_line{from_rgb(0x08080A, 0.5F), from_rgb(0x08080A, 0.5F)};
inline const ThemeColor texel_line_outside{from_rgb(0x08080A, 0.27F), from_rgb(0x08080A, 0.27F)};

// The channels of a histogram.
inline const ThemeColor channel_red = of(0xE5484D, 0xC62A2F);
inline const ThemeColor channel_green = of(0x3FB950, 0x1F7A34);
inline const ThemeColor channel_blue = of(0x4C8DFF, 0x1F5FCC);

// Categories, such as the operations of a stream, distinguishable with any of the three color blindnesses; their
// meaning is always written or drawn as well. The last color is for areas, not for text.
inline const std::array categories = {of(0xFFA281, 0x85002A), of(0x5EF8D7, 0x386B5E), of(0x458AED, 0x003786),
                                      of(0xFEE05F, 0x7B4AB9), of(0xAAC2FF, 0x2D1E52), of(0xB0789F, 0xA45A99)};

}  // namespace color

}  // namespace texelscope::app
