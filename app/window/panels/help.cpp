#include <algorithm>
#include <array>
#include <cfloat>
#include <cstddef>
#include <span>

#include "app/window/machine_facts.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// Width of the column of keys, at scale 1.
constexpr float narrowest_keys = 112;

std::string keys_text(const Action& action) {
  std::string text;
  for (const KeyChord& chord : action.keys) {
    const std::string name = to_string(chord);
    // This chord types the same character on other keyboards.
    if (name == "Shift+/") {
      continue;
    }
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

void draw_row(const Theme& theme, float keys_room, const std::string& keys, const std::string& text) {
  const float left = ImGui::GetCursorPosX();
  text_in(theme.value, color::accent, keys);
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + keys_room);
  wrapped_text_in(theme.small_text, color::text, text);
}

void draw_menu_keys(const PanelContext& context, Menu menu) {
  const Theme& theme = context.theme;
  // The longest keys must not overlap their descriptions.
  float keys_room = theme(narrowest_keys);
  for (const Action& action : context.actions) {
    const std::string keys = action.menu == menu ? keys_text(action) : "";
    const float width = text_size(theme.value, keys).x;
    keys_room = std::max(keys_room, width + theme(size::padding));
  }
  heading(theme, title(menu));
  for (const Action& action : context.actions) {
    if (action.menu == menu) {
      draw_row(theme, keys_room, keys_text(action), action.title);
    }
  }
}

void draw_mouse(const Theme& theme) {
  heading(theme, "Mouse");
  draw_row(theme, theme(narrowest_keys), "Wheel", "Zoom at the mouse");
  draw_row(theme, theme(narrowest_keys), "Drag", "Pan, or paint in the scene");
  draw_row(theme, theme(narrowest_keys), "Right drag", "Pan");
  draw_row(theme, theme(narrowest_keys), "Space+drag", "Pan");
  draw_row(theme, theme(narrowest_keys), "Drop a file", "Open the file");
  draw_row(theme, theme(narrowest_keys), "Double-click", "Type a slider value");
}

/// The menus of each column.
constexpr std::array first_menus{Menu::file, Menu::edit, Menu::picture, Menu::frame};
constexpr std::array second_menus{Menu::view, Menu::window};
constexpr std::array third_menus{Menu::scene, Menu::lab, Menu::review, Menu::help};
static_assert(first_menus.size() + second_menus.size() + third_menus.size() == menus.size(),
              "a menu has no list of keys");
constexpr std::array<std::span<const Menu>, 3> groups{first_menus, second_menus, third_menus};

void draw_group(const PanelContext& context, std::size_t group) {
  for (const Menu menu : groups[group]) {
    const bool has_menu = menu == Menu::lab      ? !context.state.labs.all.empty()
                          : menu == Menu::review ? context.state.review.pairs != nullptr
                                                 : true;
    if (has_menu) {
      draw_menu_keys(context, menu);
    }
  }
  if (group + 1 == groups.size()) {
    draw_mouse(context.theme);
  }
}

}  // namespace

void draw_help(const PanelContext& context) {
  State& state = context.state;
  if (!state.dialogs.has_help) {
    return;
  }
  constexpr int group_count = static_cast<int>(groups.size());
  if (begin_overlay(context, "help", "Keys", {1120, 880}, state.dialogs.has_help)) {
    const int columns =
        std::clamp(static_cast<int>(ImGui::GetContentRegionAvail().x / context.theme(260)), 1, group_count);
    if (ImGui::BeginTable("columns", columns, ImGuiTableFlags_SizingStretchSame)) {
      for (int column = 0; column < columns; ++column) {
        ImGui::TableNextColumn();
        for (int group = column; group < group_count; group += columns) {
          draw_group(context, static_cast<std::size_t>(group));
        }
      }
      ImGui::EndTable();
    }
  }
  end_overlay();
}

void draw_machine_facts(const PanelContext& context) {
  State& state = context.state;
  if (!state.dialogs.has_machine_facts) {
    return;
  }
  const Theme& theme = context.theme;
  if (begin_overlay(context, "about", "About this machine", {720, 800}, state.dialogs.has_machine_facts)) {
    const Facts facts = machine_facts(state, theme.scale);
    ImGui::PushFont(theme.small_text);
    if (ImGui::Button("Copy")) {
      state.requests.copied_text = facts_text(facts);
      state.notices.notify(NoticeKind::information, "Copied system information.", state.now);
    }
    ImGui::PopFont();
    describe_item(context, "about.copy", "Copies all of this to the clipboard as plain text, for a bug report.");
    ImGui::BeginChild("facts", {0, 0}, false);
    for (const auto& [name, value] : facts) {
      const float left = ImGui::GetCursorPosX();
      text_in(theme.small_text, color::text_dim, name);
      ImGui::SameLine(left + theme(128));
      wrapped_text_in(theme.small_text, color::text, value);
    }
    ImGui::EndChild();
    record_item(state, "about.facts");
  }
  end_overlay();
}

}  // namespace texelscope::app
