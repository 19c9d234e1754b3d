#include <algorithm>
#include <cmath>
#include <string>

#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// Whether the mouse was dragged between press and release of the button.
bool has_dragged() {
  const ImVec2 delta = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left);
  return delta.x != 0 || delta.y != 0;
}

float& extent_of(PanelPlace& place, PanelEdge edge) { return is_column(edge) ? place.width : place.height; }

/// Sets a panel's size, and that of the panels that share its edge.
void set_extents(const PanelContext& context, std::size_t position, float extent) {
  const PanelEdge edge = context.regions.edges[position];
  for (std::size_t i = 0; i < panel_members.size(); ++i) {
    PanelPlace& place = context.state.arrangement.panels.*panel_members[i].place;
    if (i == position || (place.is_shown && context.regions.leaders[i] == position)) {
      extent_of(place, edge) = extent;
    }
  }
}

void draw_splitter(const PanelContext& context, std::size_t position) {
  const PanelMember& member = panel_members[position];
  const Rect& panel = context.regions.panels[position];
  const Rect& region = context.regions.splitters[position];
  const PanelEdge edge = context.regions.edges[position];
  const std::string name = std::string{member.name} + ".splitter";
  if (begin_region(name.c_str(), region, color::panel, {0, 0})) {
    invisible_button("drag", {region.width, region.height});
    record_item(context.state, name);
    if (ImGui::IsItemDeactivated() && has_dragged()) {
      // Panels shrink in favor of the viewport; a stored size larger than the shown one would reappear in a larger
      // window.
      const float shown = (is_column(edge) ? panel.width : panel.height) / context.theme.scale;
      set_extents(context, position, std::min(extent_of(context.state.arrangement.panels.*member.place, edge), shown));
    }
    const bool is_active = ImGui::IsItemActive();
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_active || is_hovered) {
      ImGui::SetMouseCursor(is_column(edge) ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    }
    if (is_hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      PanelArrangement initial;
      set_extents(context, position, extent_of(initial.*member.place, edge));
    } else if (is_active && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1)) {
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      set_extents(context, position, dragged_extent(edge, panel, {mouse.x, mouse.y}, context.theme.scale));
    }
    // A line along the inner side.
    const float line = context.theme(1);
    const bool is_row = !is_column(edge);
    const float x = edge == PanelEdge::left ? region.right() - line : region.x;
    const float y = edge == PanelEdge::top ? region.bottom() - line : region.y;
    ImGui::GetWindowDrawList()->AddRectFilled({x, y},
                                              {is_row ? region.right() : x + line, is_row ? y + line : region.bottom()},
                                              packed(is_active ? color::accent : color::line));
  }
  ImGui::End();
}

/// Shows the target of a dragged panel, and moves the panel on release.
void drag_panel(const PanelContext& context, const PanelMember& member, bool is_dropped) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  PanelArrangement arranged = context.state.arrangement.panels;
  PanelEdge& edge = (arranged.*member.place).edge;
  const auto position = static_cast<std::size_t>(&member - panel_members.data());
  // Over its own bar, which also touches other edges, the panel is not being moved yet.
  Rect bar = context.regions.panels[position];
  bar.height = ImGui::GetFrameHeight();
  if (!bar.contains(mouse.x, mouse.y)) {
    edge = edge_at(context.regions.middle(), {mouse.x, mouse.y}, edge);
  }
  if (is_dropped) {
    context.state.arrangement.panels = arranged;
    return;
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const Regions regions = make_regions(arranged, display.x, display.y, context.theme.scale);
  const Rect& target = regions.panels[position];
  ImVec4 veil = color::accent;
  veil.w = 0.25F;
  ImDrawList* const draw = ImGui::GetForegroundDrawList();
  draw->AddRectFilled({target.x, target.y}, {target.right(), target.bottom()}, packed(veil));
  draw->AddRect({target.x, target.y}, {target.right(), target.bottom()}, packed(color::accent), 0, 0, context.theme(2));
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
}

void draw_bar(const PanelContext& context, const PanelMember& member) {
  const Theme& theme = context.theme;
  const std::string name{member.name};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetFrameHeight();
  ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(color::bar));
  invisible_button("bar", {std::max(width - height, 1.0F), height});
  record_item(context.state, name + ".bar");
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) {
    drag_panel(context, member, false);
  } else if (ImGui::IsItemDeactivated() && has_dragged()) {
    drag_panel(context, member, true);
  }
  tooltip(theme, "Drag the panel to a different edge of the window, or use the Window menu.");
  ImGui::SetCursorScreenPos({corner.x + theme(size::padding), corner.y + (height - theme(size::small_text)) / 2});
  text_in(theme.small_text, color::text_dim, shortened(std::string{member.title}, width - 2 * height));
  ImGui::SetCursorScreenPos({corner.x + width - height, corner.y});
  if (icon_button(context, name + ".close", Icon::remove, "Hides the panel; its key and the menus show it again.")) {
    (context.state.arrangement.panels.*member.place).is_shown = false;
  }
  ImGui::SetCursorScreenPos({corner.x, corner.y + height});
}

}  // namespace

bool begin_panel(const PanelContext& context, PanelPlace PanelArrangement::*place) {
  if (!(context.state.arrangement.panels.*place).is_shown) {
    return false;
  }
  const auto* const member = std::ranges::find(panel_members, place, &PanelMember::place);
  const auto position = static_cast<std::size_t>(member - panel_members.begin());
  const Rect& region = context.regions.panels[position];
  draw_splitter(context, position);
  const Theme& theme = context.theme;
  begin_region(std::string{member->name}.c_str(), region, color::panel, {0, 0});
  context.state.drawn.widgets[std::string{member->name} + ".panel"] = region;
  draw_bar(context, *member);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{theme(size::padding), theme(size::gap)});
  // A child window, so that the scrollbar does not touch the edge.
  ImGui::BeginChild("scroll", {0, 0}, false, ImGuiWindowFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar();
  return true;
}

void end_panel() {
  ImGui::EndChild();
  ImGui::End();
}

bool begin_overlay(const PanelContext& context, const char* name, const char* title, ImVec2 wanted, bool& is_shown) {
  const Theme& theme = context.theme;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float top = context.regions.menu.height;
  const float height = std::min(theme(wanted.y), display.y - top - context.regions.status.height - 2 * theme(8));
  const float width = std::min(theme(wanted.x), display.x - 2 * theme(8));
  const Rect region{std::round((display.x - width) / 2), std::round(top + (display.y - 2 * top - height) / 2),
                    std::round(width), std::round(std::max(height, theme(60)))};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme(6));
  const bool is_visible = begin_above(name, region, color::bar, {theme(20), theme(16)});
  ImGui::PopStyleVar(2);
  if (ImGui::IsWindowAppearing()) {
    ImGui::SetWindowFocus();
  }
  context.state.drawn.widgets[name] = region;
  ImGui::PushFont(theme.text);
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  ImGui::PushFont(theme.small_text);
  const float button = ImGui::CalcTextSize("Close").x + theme(16);
  ImGui::SameLine(region.width - theme(20) - button);
  if (ImGui::Button("Close")) {
    is_shown = false;
  }
  ImGui::PopFont();
  describe_item(context, std::string{name} + ".close", "Esc");
  ImGui::BeginChild("content", {0, 0}, false);
  return is_visible;
}

void end_overlay() {
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace texelscope::app
