#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/window/panels/lab_widgets.h"

namespace texelscope::app {

/// Cells in rows and columns on the screen.
struct ScreenGrid {
  ImVec2 corner;
  /// From a cell to the next one.
  ImVec2 pitch;
  std::int64_t columns = 1;
  std::int64_t rows = 1;
  /// Between cells.
  float gap = 0;

  struct Place {
    std::int64_t column = 0;
    std::int64_t row = 0;
  };
  /// From the first to before the last.
  struct Range {
    Place first;
    Place last;
  };

  /// A cell, without the gaps beside it.
  [[nodiscard]] Rect at(std::int64_t column, std::int64_t row) const;
  /// The cell of this number, row by row.
  [[nodiscard]] Rect at(std::int64_t number) const { return at(number % columns, number / columns); }
  /// All cells with their gaps.
  [[nodiscard]] Rect box() const;
  /// The cell at the mouse if that is over the last item; nothing beside the cells.
  [[nodiscard]] std::optional<Place> hovered() const;
  /// The cells within the current window's clip rectangle.
  [[nodiscard]] Range seen() const;
  template <class Draw>
  void for_each_seen(const Draw& draw) const {
    const Range range = seen();
    for (std::int64_t row = range.first.row; row < range.last.row; ++row) {
      for (std::int64_t column = range.first.column; column < range.last.column; ++column) {
        draw(column, row);
      }
    }
  }
};

/// The largest side of square cells that fit into `room`, in whole pixels from `least` to `most`.
[[nodiscard]] float fitting_side(ImVec2 room, std::int64_t columns, std::int64_t rows, float least, float most);
/// The distance, in cells of this side, of labels of this extent: 1, 2, 10, 20, 100 and so on.
[[nodiscard]] std::int64_t label_step(float extent, float side);
/// The largest font in which a text fits into a cell; null if there is none.
[[nodiscard]] ImFont* cell_font(const Theme& theme, float side, std::string_view widest);
/// A cell with a text in its middle; without a font, nothing is written.
void draw_cell(ImDrawList* draw, const Rect& cell, Rgb fill, ImFont* font, std::string_view text, float rounding = 0);

}  // namespace texelscope::app
