#include <algorithm>
#include <cmath>

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

void draw_row(const Theme& theme, const std::string& keys, const std::string& text, float key_width) {
  const float left = ImGui::GetCursorPosX();
  text_in(theme.value, color::accent, keys);
  ImGui::SameLine(left + key_width);
  wrapped_text_in(theme.small_text, color::text, text);
}

void draw_menu_keys(const PanelContext& context, Menu menu) {
  const Theme& theme = context.theme;
  heading(theme, title(menu));
  for (const Action& action : context.actions) {
    if (action.menu == menu) {
      draw_row(theme, keys_text(action), action.title, theme(104));
    }
  }
}

void draw_mouse(const Theme& theme) {
  heading(theme, "Mouse");
  draw_row(theme, "Wheel", "Zoom at the mouse", theme(104));
  draw_row(theme, "Drag", "Pan; draws in scenes with a brush", theme(104));
  draw_row(theme, "Right drag", "Pan, in every scene", theme(104));
  draw_row(theme, "Space+drag", "Pan, as does the middle button", theme(104));
  draw_row(theme, "Drop a file", "Opens the image", theme(104));
  draw_row(theme, "Double click", "Types a slider's value", theme(104));
}

}  // namespace

void draw_help(const PanelContext& context) {
  State& state = context.state;
  if (!state.has_help) {
    return;
  }
  const Theme& theme = context.theme;
  if (begin_overlay(context, "help", "Keys", {760, 560}, state.has_help)) {
    const float width = ImGui::GetContentRegionAvail().x;
    const bool has_columns = width > theme(560);
    const auto column = [&](const char* name, auto draw) {
      if (has_columns) {
        ImGui::BeginTable(name, 1, 0, {std::floor(width / 2 - theme(12)), 0});
        ImGui::TableNextColumn();
      }
      draw();
      if (has_columns) {
        ImGui::EndTable();
      }
    };
    column("left", [&] {
      draw_menu_keys(context, Menu::file);
      draw_menu_keys(context, Menu::frame);
      draw_menu_keys(context, Menu::scene);
      draw_menu_keys(context, Menu::help);
    });
    if (has_columns) {
      ImGui::SameLine(0, theme(24));
    }
    column("right", [&] {
      draw_menu_keys(context, Menu::view);
      draw_mouse(theme);
    });
  }
  end_overlay();
}

}  // namespace texelscope::app
