#pragma once

#include <array>
#include <string_view>

namespace texelscope::app {

/// The colours that the window is drawn in; the session keeps it by its name.
enum class ColorTheme : unsigned char { dark, light };
inline constexpr std::array<std::string_view, 2> color_theme_names = {"dark", "light"};

}  // namespace texelscope::app
