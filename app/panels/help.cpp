#include <algorithm>

#include "app/panels/overlay.h"
#include "app/panels/widgets.h"

namespace texelscope::app {
namespace {

std::string keys_text(const Action& action) {
  std::string text;
  for (const KeyChord& chord : action.keys) {
    const std::string name = to_string(chord);
    // A second way to the same character on other keyboards.
    if (name == "Shift+/") {
      continue;
    }
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

void draw_row(const Theme& theme, const std::string& keys, const std::string& text) {
  const float left = ImGui::GetCursorPosX();
  text_in(theme.value, color::accent, keys);
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + theme(112));
  wrapped_text_in(theme.small_text, color::text, text);
}

void draw_menu_keys(const PanelContext& context, Menu menu) {
  heading(context.theme, title(menu));
  for (const Action& action : context.actions) {
    if (action.menu == menu) {
      draw_row(context.theme, keys_text(action), action.title);
    }
  }
}

void draw_mouse(const Theme& theme) {
  heading(theme, "Mouse");
  draw_row(theme, "Wheel", "Zoom at the mouse");
  draw_row(theme, "Drag", "Pan, or paint in the scene");
  draw_row(theme, "Right drag", "Pan");
  draw_row(theme, "Space+drag", "Pan");
  draw_row(theme, "Drop a file", "Open the image");
  draw_row(theme, "Double click", "Type a slider's value");
}

void draw_group(const PanelContext& context, int group) {
  if (group == 0) {
    draw_menu_keys(context, Menu::file);
    draw_menu_keys(context, Menu::edit);
    draw_menu_keys(context, Menu::frame);
  } else if (group == 1) {
    draw_menu_keys(context, Menu::view);
  } else {
    draw_menu_keys(context, Menu::scene);
    if (!context.state.labs.empty()) {
      draw_menu_keys(context, Menu::lab);
    }
    draw_menu_keys(context, Menu::help);
    draw_mouse(context.theme);
  }
}

}  // namespace

void draw_help(const PanelContext& context) {
  State& state = context.state;
  if (!state.has_help) {
    return;
  }
  constexpr int group_count = 3;
  if (begin_overlay(context, "help", "Keys", {960, 600}, state.has_help)) {
    const int columns =
        std::clamp(static_cast<int>(ImGui::GetContentRegionAvail().x / context.theme(260)), 1, group_count);
    if (ImGui::BeginTable("columns", columns, ImGuiTableFlags_SizingStretchSame)) {
      for (int column = 0; column < columns; ++column) {
        ImGui::TableNextColumn();
        for (int group = column; group < group_count; group += columns) {
          draw_group(context, group);
        }
      }
      ImGui::EndTable();
    }
  }
  end_overlay();
}

}  // namespace texelscope::app
