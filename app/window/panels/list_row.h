#pragma once

#include <string>
#include <string_view>

#include "app/window/panels/panel.h"
#include "app/window/panels/theme.h"

namespace texelscope::app {

/// A row of a list in a panel: a title, and a key at its right end if there is room.
struct ListRow {
  std::string widget;
  std::string_view title;
  std::string_view text;
  std::string key;
  bool is_current = false;
  /// In units of the theme.
  float height = size::row;
  /// Space before the title for a thumbnail, in units of the theme.
  float inset = 0;
};

/// Draws a row with its text as a tooltip. @returns whether it was clicked.
bool draw_list_row(const PanelContext& context, const ListRow& row, float width);

/// Scrolls a list to the row that was drawn last, if that row is out of view.
void bring_row_into_sight();

}  // namespace texelscope::app
