#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "app/text/shown_path.h"
#include "app/window/command_palette.h"
#include "app/window/panels/widgets.h"
#include "app/workspace/open.h"

namespace texelscope::app {
namespace {

/// Actions below a line in their menus.
constexpr std::array<std::string_view, 11> group_beginnings = {"save_frame",   "quit",    "copy_value",      "pan_left",
                                                               "grid",         "panels",  "move_navigation", "close",
                                                               "record_video", "gallery", "run_lab"};

void draw_item(const PanelContext& context, const Action& action) {
  State& state = context.state;
  const bool is_checked = action.is_checked != nullptr && action.is_checked(state, action.argument);
  if (ImGui::MenuItem(action.title.c_str(), to_string(action.keys.front()).c_str(), is_checked,
                      is_enabled(action, state))) {
    perform(action, state);
  }
  describe_item(context, "action." + action.name, action.text);
}

void draw_recent_files(const PanelContext& context) {
  State& state = context.state;
  const std::vector<std::filesystem::path>& paths = state.recent_files.paths();
  if (ImGui::BeginMenu("Open recent", !paths.empty())) {
    // Opening a file changes the list.
    std::optional<std::filesystem::path> chosen;
    for (const std::filesystem::path& path : paths) {
      const std::string name = shortened(shown_file_name(path), context.theme(480));
      if (ImGui::MenuItem(fmt::format("{}##{}", drawable(name), path.string()).c_str())) {
        chosen = path;
      }
      describe_item(context, "recent." + path.filename().string(), shown_path(path));
    }
    ImGui::EndMenu();
    if (chosen) {
      open(state, *chosen);
    }
  }
  record_item(state, "action.open_recent");
}

/// The scenes that have no action, and thus no key.
void draw_other_scenes(const PanelContext& context) {
  State& state = context.state;
  for (const Command& command : all_commands(state, context.actions)) {
    if (command.action == nullptr) {
      if (ImGui::MenuItem(command.title.c_str(), "",
                          !state.labs.is_any_open() && state.scenes.current == command.scene)) {
        perform(command, state);
      }
      describe_item(context, "item." + command.name, command.text);
    }
  }
}

}  // namespace

void draw_menu(const PanelContext& context) {
  const Theme& theme = context.theme;
  const float padding = (context.regions.menu.height - ImGui::GetFontSize()) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{theme(size::gap), padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{theme(size::padding), theme(size::gap)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{theme(size::padding), theme(size::gap)});
  if (ImGui::BeginMainMenuBar()) {
    for (const Menu menu : menus) {
      // Skips a menu without entries, such as the menu of labs if there are none.
      if ((menu == Menu::review && !context.state.review.pairs) ||
          std::ranges::none_of(context.actions, [&](const Action& action) { return action.menu == menu; })) {
        continue;
      }
      // ImGui places a menu that is too long over the bar, so releasing the button that opened it would choose the
      // entry under the mouse.
      const float below = ImGui::GetIO().DisplaySize.y - context.regions.menu.height - theme(4);
      ImGui::SetNextWindowSizeConstraints({0, 0}, {ImGui::GetIO().DisplaySize.x, std::max(below, 1.0F)});
      if (ImGui::BeginMenu(title(menu))) {
        for (const Action& action : context.actions) {
          if (action.menu != menu) {
            continue;
          }
          if (std::ranges::find(group_beginnings, action.name) != group_beginnings.end()) {
            ImGui::Separator();
          }
          draw_item(context, action);
          if (action.name == "open") {
            draw_recent_files(context);
          }
        }
        if (menu == Menu::scene) {
          draw_other_scenes(context);
        }
        ImGui::EndMenu();
      }
      record_item(context.state, std::string{"menu."} + title(menu));
    }
    ImGui::EndMainMenuBar();
  }
  ImGui::PopStyleVar(3);
}

}  // namespace texelscope::app
