#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace texelscope::app {

/// The colors of the window; the session stores the name.
enum class ColorTheme : unsigned char { dark, light };
inline constexpr std::array<std::string_view, 2> color_theme_names = {"dark", "light"};

/// Position and size of a window on the desktop, in screen coordinates; for a maximized window, those before it was
/// maximized.
struct WindowPlace {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool is_maximized = false;

  bool operator==(const WindowPlace&) const = default;
};

/// A side of the window that panels are attached to.
enum class PanelEdge : unsigned char { left, right, top, bottom };
inline constexpr std::array<std::string_view, 4> panel_edge_names = {"left", "right", "top", "bottom"};

/// Whether a panel at this edge is a column with its own width, instead of a row with its own height.
[[nodiscard]] constexpr bool is_column(PanelEdge edge) { return edge == PanelEdge::left || edge == PanelEdge::right; }

/// Whether a panel is shown, its edge, and its size in pixels at scale 1.
struct PanelPlace {
  bool is_shown = false;
  PanelEdge edge = PanelEdge::left;
  float width = 0;
  float height = 0;

  bool operator==(const PanelPlace&) const = default;
};

/// The panels around the viewport, as the user arranges them. Each panel uses part of the space that earlier panels
/// leave; panels at the same edge share that edge.
struct PanelArrangement {
  /// Pictures, scenes and labs.
  PanelPlace navigation{.is_shown = true, .edge = PanelEdge::left, .width = 264, .height = 220};
  /// The scene's parameters and its frame, or the lab's settings.
  PanelPlace properties{.is_shown = true, .edge = PanelEdge::right, .width = 292, .height = 360};
  PanelPlace lessons{.is_shown = false, .edge = PanelEdge::left, .width = 360, .height = 480};
  PanelPlace messages{.is_shown = false, .edge = PanelEdge::bottom, .width = 320, .height = 220};

  bool operator==(const PanelArrangement&) const = default;
};

/// One panel with its names in sessions and in the window.
struct PanelMember {
  std::string_view name;
  std::string_view title;
  PanelPlace PanelArrangement::*place;
};
inline constexpr std::array<PanelMember, 4> panel_members = {
    {{"navigation", "Navigation", &PanelArrangement::navigation},
     {"properties", "Properties", &PanelArrangement::properties},
     {"lessons", "Lessons", &PanelArrangement::lessons},
     {"messages", "Messages", &PanelArrangement::messages}}};

/// Moves a panel to the next edge, in the order of panel_edge_names, and shows it.
constexpr void move_to_next_edge(PanelPlace& place) {
  place.edge = static_cast<PanelEdge>((static_cast<unsigned>(place.edge) + 1) % panel_edge_names.size());
  place.is_shown = true;
}

/// The target of keyboard navigation with the arrows, Space and Enter: none (the keys move the view), a panel, or the
/// open lab.
enum class WidgetKeys : unsigned char { off, navigation, properties, lessons, lab };

/// The user's arrangement of the window.
struct WindowArrangement {
  ColorTheme theme = ColorTheme::dark;
  PanelArrangement panels;
  /// Current or initial position and size of the window; nothing if unknown.
  std::optional<WindowPlace> window_place;
  WidgetKeys widget_keys = WidgetKeys::off;
  /// Set when the target changed: its first widget receives keyboard focus.
  bool has_moved_widget_keys = false;
};

}  // namespace texelscope::app
