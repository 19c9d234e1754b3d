#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "app/documents/picture_facts.h"
#include "app/text/shown_path.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/list_row.h"
#include "app/window/panels/widgets.h"
#include "app/workspace/open.h"

namespace texelscope::app {
namespace {

/// A longer list scrolls separately, so that the labs below stay visible.
constexpr float min_rows = 3;

float list_row_height(const Theme& theme) { return theme(size::row); }

/// Two labs share a row in a wide panel.
int lab_columns(const PanelContext& context) { return context.regions.navigation().width < context.theme(280) ? 1 : 2; }

float heading_height(const Theme& theme) { return theme(size::text + 24); }

bool is_folded(const char* section) { return ImGui::GetStateStorage()->GetBool(ImGui::GetID(section)); }

/// The height of the list of labs and its heading, in pixels.
float labs_height(const PanelContext& context) {
  const int columns = lab_columns(context);
  const int rows = (static_cast<int>(context.state.labs.all.size()) + columns - 1) / columns;
  if (rows == 0) {
    return 0;
  }
  const float list = is_folded("section.labs") ? 0 : static_cast<float>(rows) * list_row_height(context.theme);
  return list + heading_height(context.theme);
}

/// Scrolls to the last drawn row when it becomes `chosen`, such as by a key or the tour, without interfering with the
/// user's scrolling.
void show_chosen_row(std::size_t row, std::optional<std::size_t> chosen, std::optional<std::size_t>& listed) {
  if (chosen != row || listed == row) {
    return;
  }
  bring_row_into_sight();
  listed = row;
}

}  // namespace

float scenes_and_labs_height(const PanelContext& context) {
  const float scenes = is_folded("section.scenes") ? 0 : min_rows * list_row_height(context.theme);
  return heading_height(context.theme) + scenes + labs_height(context);
}

void draw_scene_list(const PanelContext& context) {
  State& state = context.state;
  // A low window needs the room for rows.
  const bool is_low = context.regions.navigation().height < context.theme(240);
  if (!(is_low && state.pictures.list.pictures.size() < 2) && !folding_heading(context, "section.scenes", "SCENES")) {
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const float row = list_row_height(context.theme);
  const float room = ImGui::GetContentRegionAvail().y - labs_height(context);
  const float rows = std::max(min_rows, std::floor(room / row));
  const bool is_long = static_cast<float>(state.scenes.all.size()) > rows;
  if (is_long) {
    ImGui::BeginChild("scenes", {0, rows * row}, false);
  }
  for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
    const SceneDeclaration& scene = state.scenes.all[i];
    if (draw_list_row(context,
                      {fmt::format("scene.{}", scene.name), scene.title, scene.teaches,
                       i < 9 ? fmt::format("{}", i + 1) : "", !state.labs.is_any_open() && state.scenes.current == i},
                      ImGui::GetContentRegionAvail().x)) {
      choose_scene(state, i);
    }
    if (is_long) {
      show_chosen_row(i, state.scenes.current, state.drawn.listed_scene);
    }
  }
  if (is_long) {
    ImGui::EndChild();
  }
  ImGui::PopStyleVar();
}

void draw_lab_list(const PanelContext& context) {
  State& state = context.state;
  if (state.labs.all.empty()) {
    return;
  }
  if (!state.labs.is_any_open()) {
    state.drawn.listed_lab.reset();
  }
  if (!folding_heading(context, "section.labs", "LABS")) {
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const auto columns = static_cast<std::size_t>(lab_columns(context));
  const float gap = context.theme(4);
  const float width = column_width(static_cast<int>(columns), gap);
  for (std::size_t i = 0; i < state.labs.all.size(); ++i) {
    if (i % columns != 0) {
      ImGui::SameLine(0, gap);
    }
    const LabDeclaration& lab = state.labs.all[i];
    if (draw_list_row(context,
                      {fmt::format("lab.{}", lab.name), lab.title, lab.teaches, to_string(KeyChord{.key = lab.key}),
                       state.labs.is_open(i)},
                      width)) {
      enter_lab(state, i);
    }
    show_chosen_row(i, state.labs.current, state.drawn.listed_lab);
  }
  ImGui::PopStyleVar();
}

void draw_scene_text(const PanelContext& context) {
  const Theme& theme = context.theme;
  const std::optional<LoadedImage>& picture = context.state.pictures.current;
  if (picture && input_of(context.state, current_scene(context.state)) != nullptr) {
    heading(theme, "PICTURE");
    wrapped_text_in(theme.text, color::text, shown_file_name(picture->path));
    wrapped_text_in(theme.small_text, color::text_dim, picture_facts(*picture));
    if (!picture->image->note.empty()) {
      wrapped_text_in(theme.small_text, color::text_dim, picture->image->note);
    }
    record_item(context.state, "picture_facts");
  }
  // In a small window the parameters need the space; the scene's tooltip has the same text.
  if (context.regions.properties().height < theme(400)) {
    return;
  }
  const SceneDeclaration& scene = current_scene(context.state);
  ImGui::Dummy({0, 0});
  wrapped_text_in(theme.small_text, color::text_dim, std::string{scene.teaches});
  if (!scene.controls.empty()) {
    wrapped_text_in(theme.small_text, color::text_dim, std::string{scene.controls});
  }
}

}  // namespace texelscope::app
