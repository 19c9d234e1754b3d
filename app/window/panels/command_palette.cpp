#include "app/window/command_palette.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

void draw_field(State& state) {
  CommandPalette& palette = state.dialogs.palette;
  give_keyboard(palette.takes_focus);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##text", "Type part of a command, scene, lab or lesson, or x, y of a texel",
                               &palette.text)) {
    palette.selected = 0;
    palette.is_selection_moved = true;
  }
  record_item(state, ImGui::IsItemActive() ? "palette.text" : "palette.text.waiting");
}

/// Draws a command as a row. @returns whether it was clicked.
bool draw_command(const PanelContext& context, const Command& command, bool is_selected) {
  const Theme& theme = context.theme;
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = theme(size::row);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool is_clicked = invisible_button(command.name.c_str(), {width, height});
  describe_item(context, "palette." + command.name, command.text);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + width, corner.y + height};
  if (is_selected || ImGui::IsItemHovered()) {
    draw->AddRectFilled(corner, end, packed(is_selected ? color::accent_wash : color::raised), theme(size::rounding));
  }
  if (is_selected) {
    draw->AddRectFilled(corner, {corner.x + theme(3), end.y}, packed(color::accent), theme(1));
  }
  const float keys_width = text_size(theme.value, command.keys).x + theme(size::gap);
  draw_text(draw, theme.value, {end.x - keys_width, corner.y + (height - line_height(theme.value)) / 2},
            packed(color::text_dim), command.keys);
  const float group_width = theme(64);
  draw_text(draw, theme.small_text, {corner.x + theme(10), corner.y + (height - line_height(theme.small_text)) / 2},
            packed(color::text_dim), command.group);
  const std::string title = shortened(command.title, width - group_width - keys_width - theme(10));
  draw->AddText({corner.x + group_width, corner.y + (height - ImGui::GetFontSize()) / 2},
                packed(command.is_enabled ? color::text : color::text_disabled), drawable(title).c_str());
  return is_clicked;
}

}  // namespace

void draw_command_palette(const PanelContext& context) {
  State& state = context.state;
  CommandPalette& palette = state.dialogs.palette;
  if (!palette.is_shown) {
    return;
  }
  if (begin_overlay(context, "palette", "Commands", {560, 420}, palette.is_shown)) {
    draw_field(state);
    const std::vector<Command> found = found_commands(state, context.actions);
    palette.selected = std::min(palette.selected, std::max<std::size_t>(found.size(), 1) - 1);
    std::optional<std::size_t> chosen;
    ImGui::BeginChild("found", {0, 0}, false);
    if (found.empty()) {
      const bool begins_texel = palette.text.find_first_not_of("0123456789, ") == std::string::npos;
      wrapped_text_in(context.theme.small_text, color::text_dim,
                      begins_texel ? "Type x, y to go to a texel." : "No matching commands");
    }
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (draw_command(context, found[i], i == palette.selected)) {
        chosen = i;
      }
      if (i == palette.selected && std::exchange(palette.is_selection_moved, false)) {
        ImGui::SetScrollHereY();
      }
    }
    ImGui::PopStyleVar();
    ImGui::EndChild();
    if (std::exchange(palette.has_enter, false) && !found.empty()) {
      chosen = palette.selected;
    }
    if (chosen) {
      perform(found[*chosen], state);
    }
  }
  end_overlay();
}

}  // namespace texelscope::app
