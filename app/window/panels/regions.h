#pragma once

#include <array>
#include <cstddef>

#include "app/images/view.h"
#include "app/workspace/arrangement.h"

namespace texelscope::app {

/// The parts of the window, in pixels from its upper left corner. They fill the window without overlapping; a hidden
/// part has no width or no height.
struct Regions {
  Rect menu;
  /// In the order of panel_members.
  std::array<Rect, panel_members.size()> panels;
  /// The area between each panel and its neighbor, dragged to change the panel's size.
  std::array<Rect, panel_members.size()> splitters;
  /// The side from which each panel's size is measured: the window's edge, or the bottom or right for a panel that
  /// shares an edge with earlier panels.
  std::array<PanelEdge, panel_members.size()> edges{};
  /// For each panel, the first of the panels at its edge, whose splitter resizes all of them.
  std::array<std::size_t, panel_members.size()> leaders{};
  /// Above the viewport of a picture.
  Rect toolbar;
  Rect viewport;
  /// Below the viewport: the texel under the mouse, in rows of equal height.
  Rect readout;
  int readout_rows = 1;
  Rect status;

  [[nodiscard]] const Rect& navigation() const { return panels[0]; }
  [[nodiscard]] const Rect& properties() const { return panels[1]; }
  /// Everything between the menu and the status bar.
  [[nodiscard]] Rect middle() const { return {0, menu.bottom(), menu.width, status.y - menu.bottom()}; }
};

/// The height of a panel that shows only its bar, at scale 1.
inline constexpr float folded_height = 28;

/// The parts around the viewport that depend on what it shows.
struct ViewportParts {
  /// The rows for the values under the mouse.
  int readout_rows = 1;
  bool has_toolbar = false;
};

/// Whole pixels, so that texels of the viewport align with pixels. In small windows, panels shrink in favor of the
/// viewport, and columns at both edges are merged.
[[nodiscard]] Regions make_regions(const PanelArrangement& arrangement, float width, float height, float scale,
                                   const ViewportParts& parts = {});

/// The width or height, at scale 1, of a panel whose splitter is dragged to the mouse, measured from `edge`.
[[nodiscard]] float dragged_extent(PanelEdge edge, const Rect& panel, const Point& mouse, float scale);

/// The edge that a panel is dragged to: the edge near the mouse, or `present` if there is none.
[[nodiscard]] PanelEdge edge_at(const Rect& middle, const Point& mouse, PanelEdge present);

}  // namespace texelscope::app
