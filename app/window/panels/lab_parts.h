#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "app/window/panels/lab_widgets.h"

/// Divides a lab's viewport into tabs, and parts that scroll independently.
namespace texelscope::app {

/// The state that a lab's parts draw and change. @throws std::bad_cast if the open lab is not a `Lab`.
template <class Lab>
struct LabContext : LabWidgets {
  explicit LabContext(const PanelContext& panel_context)
      : LabWidgets{panel_context, current_lab(panel_context.state.labs)->name},
        lab{dynamic_cast<Lab&>(*open_lab(panel_context.state.labs))} {}

  Lab& lab;
};

/// Fills the viewport; `draw` is not called if the region is hidden.
void draw_lab_region(const PanelContext& panel, const std::function<void()>& draw, ImGuiWindowFlags flags = 0);
/// The line below the viewport, with the result of `text` for the lab.
template <class Lab, auto text>
void draw_lab_readout(const PanelContext& panel) {
  const LabContext<Lab> context{panel};
  draw_readout_text(context, text(context.lab));
}

/// Whether the viewport has room for parts side by side.
[[nodiscard]] inline bool is_wide(const PanelContext& panel, float width = 700) {
  return panel.regions.viewport.width >= panel.theme(width);
}

/// A child window that scrolls independently.
struct Part {
  const char* name;
  std::function<void()> draw;
  ImGuiWindowFlags flags = 0;
};
inline constexpr ImGuiWindowFlags no_scrolling = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
/// An extent of 0 means all the space; a negative extent leaves that much space free.
void draw_part(const Part& part, ImVec2 extent = {0, 0});
/// Two parts with a line between them, the right one `side` wide.
void draw_beside(const Theme& theme, float side, const Part& left, const Part& right);
/// A line across the available width, and `below` pixels of space under it.
void draw_rule(float below);

/// One of a lab's tabs.
struct LabTab {
  const char* name;
  const char* title;
  const char* text;
};
/// A tab of a lab, and the function that draws its content.
template <class Context>
struct TabOf : LabTab {
  void (*draw)(const Context& context);
};

/// A tab. @returns whether it was clicked.
bool draw_tab(const LabWidgets& context, const LabTab& tab, bool is_open);
/// Draws a row of tabs, `gap` apart, beginning with that of the enumerator `first`. @returns the clicked tab, otherwise
/// `open`.
template <class AnyTab, class Tab>
[[nodiscard]] Tab draw_tabs(const LabWidgets& context, std::span<const AnyTab> tabs, Tab first, Tab open, float gap) {
  Tab chosen = open;
  for (std::size_t i = 0; i < tabs.size(); ++i) {
    if (i > 0) {
      ImGui::SameLine(0, gap);
    }
    const auto tab = static_cast<Tab>(static_cast<std::size_t>(first) + i);
    if (draw_tab(context, tabs[i], tab == open)) {
      chosen = tab;
    }
  }
  return chosen;
}
/// Draws a row of tabs for a lab that is notified when a different tab is chosen.
template <class Context, class Tab>
void choose_tab(const Context& context, std::span<const TabOf<Context>> tabs, Tab first, Tab open, float gap) {
  if (const Tab chosen = draw_tabs(context, tabs, first, open, gap); chosen != open) {
    context.lab.choose_tab(chosen);
  }
}
/// Draws the content of an enumerator's tab.
template <class Context, std::size_t count, class Tab>
void draw_below_tab(const Context& context, const std::array<TabOf<Context>, count>& tabs, Tab tab) {
  tabs[static_cast<std::size_t>(tab)].draw(context);
}
/// A line across the viewport below its tabs.
void draw_line_below_tabs(const PanelContext& panel);
/// A button in the row of tabs that ends at `right`. `title` may end in an ImGui ID. @returns whether it was pressed.
bool button_beside_tabs(const LabWidgets& context, const char* name, const char* title, float right, bool is_primary,
                        bool is_enabled);

}  // namespace texelscope::app
