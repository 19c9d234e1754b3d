#pragma once

#include <array>
#include <functional>
#include <string>

#include "app/images/view.h"
#include "app/scene/picture_tone.h"
#include "app/scene/texel.h"
#include "app/window/panels/theme.h"

struct ImDrawList;
struct ImVec2;
namespace texelscope::app {

/// Minimum pixels per texel for lines between texels, as in the renderer's shader.
inline constexpr double grid_from_zoom = 8;

/// The texels that are at least partly in the viewport.
struct TexelBox {
  int left, top, right, bottom;
};
[[nodiscard]] TexelBox visible_texels(const View& view, const ViewExtent& extent);

/// Texels on the screen.
struct TexelsOnScreen {
  /// The window position of a position in texels.
  std::function<ImVec2(const Point& texel)> to_window;
  /// The extent of a texel, in the window's units.
  float side = 1;
  TexelBox box;
};

struct PrintedTexel {
  /// Red, green, blue and alpha, 0 … 1, as seen.
  std::array<float, 4> color;
  int channels = 0;
  /// One text for each channel.
  std::array<std::string, 4> texts;
};

/// The texel of a picture as `tone` shows it.
[[nodiscard]] PrintedTexel printed_texel(const PictureTexel& texel, const PictureTone& tone, TexelNotation notation,
                                         int width);

/// Prints the channels of each texel of the box around its center. `printed` writes a channel in about `width`
/// characters.
void print_texels(const Theme& theme, ImDrawList* draw, const TexelsOnScreen& texels,
                  const std::function<PrintedTexel(int x, int y, int width)>& printed);
/// Lines between the texels of the box.
void draw_texel_grid(const Theme& theme, ImDrawList* draw, const TexelsOnScreen& texels);

/// The minimum zoom for printed values of texels: texels large enough to read, and few enough to print in time.
[[nodiscard]] double values_from_zoom(const Theme& theme, const ViewExtent& extent);

}  // namespace texelscope::app
