#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"
#include "texelscope/gpu/object_origin.h"

namespace texelscope::app {
namespace {

/// Lets ImGui move between widgets with keys, starting with the first widget of the chosen window.
void direct_keys(State& state) {
  if (!is_there(state, state.arrangement.widget_keys)) {
    state.arrangement.widget_keys = WidgetKeys::off;
  }
  int& flags = ImGui::GetIO().ConfigFlags;
  const bool is_on = state.arrangement.widget_keys != WidgetKeys::off;
  // Keys also work in a drop-down list that the mouse opened.
  const bool has_popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (has_popup && is_return_pressed()) {
    // In ImGui 1.86, Return does not activate an entry.
    ImGuiContext& gui = *ImGui::GetCurrentContext();
    gui.NavActivateId = gui.NavActivateDownId = gui.NavId;
  }
  const bool is_directed = is_on || has_popup;
  flags = is_directed ? flags | ImGuiConfigFlags_NavEnableKeyboard : flags & ~ImGuiConfigFlags_NavEnableKeyboard;
  if (!std::exchange(state.arrangement.has_moved_widget_keys, false) || !is_on) {
    return;
  }
  // In the order of WidgetKeys.
  constexpr std::array names = {"", "navigation", "properties", "lessons", "lab"};
  if (ImGuiWindow* window = ImGui::FindWindowByName(names[static_cast<std::size_t>(state.arrangement.widget_keys)])) {
    // The content of a window's only child counts as the window's own.
    window = window->DC.ChildWindows.Size == 1 ? window->DC.ChildWindows.front() : window;
    ImGui::FocusWindow(window);
    ImGui::NavInitWindow(window, true);
#if IMGUI_VERSION_NUM >= 19140
    ImGui::SetNavCursorVisible(true);
#else
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
#endif
  }
}

/// Windows shorter than this have no room in one column for both the text of a step and the properties of its lab.
constexpr float lowest_for_properties = 720;

/// Whether the step's task or its widget is in the properties, judging by the last frame.
bool needs_properties(const State& state, const Rect& properties) {
  const LessonStep* const step = current_step(state.course);
  if (step == nullptr || !step->question.goals.empty()) {
    return true;
  }
  if (step->look_at.empty()) {
    return false;
  }
  const auto widget = state.drawn.widgets.find(step->look_at);
  return widget == state.drawn.widgets.end() ||
         (widget->second.x >= properties.x && widget->second.right() <= properties.right() + 1);
}

}  // namespace

Regions regions_of(const State& state, float width, float height, float scale, const ViewportParts& parts) {
  PanelArrangement arrangement = state.arrangement.panels;
  // A question needs the full height of the window, unless the user has resized the panel.
  const bool is_as_high_as_needed = arrangement.lessons.height == PanelArrangement{}.lessons.height;
  const PanelPlace& lessons = arrangement.lessons;
  if (state.course.lesson && lessons.is_shown && is_column(lessons.edge) && is_as_high_as_needed) {
    arrangement.lessons.height = height / scale;
    if (arrangement.navigation.edge == lessons.edge) {
      arrangement.navigation.height = std::min(arrangement.navigation.height, folded_height);
    }
  }
  const Regions regions = make_regions(arrangement, width, height, scale, parts);
  const PanelPlace& properties = arrangement.properties;
  const bool is_above_lessons = properties.is_shown && regions.properties().x == regions.panels[2].x &&
                                properties.height == PanelArrangement{}.properties.height;
  if (state.course.lesson && lessons.is_shown && is_as_high_as_needed && is_above_lessons &&
      height / scale < lowest_for_properties && !needs_properties(state, regions.properties())) {
    arrangement.properties.height = folded_height;
    return make_regions(arrangement, width, height, scale, parts);
  }
  return regions;
}

Regions regions_of(const State& state, float width, float height, const Theme& theme) {
  const Regions regions = regions_of(state, width, height, theme.scale);
  if (!picture_view(state)) {
    return regions;
  }
  return regions_of(state, width, height, theme.scale, {readout_rows(state, theme, regions.readout.width), true});
}

void draw_panels(const PanelContext& context) {
  context.state.drawn.widgets.clear();
  context.state.course.covers.clear();
  use_theme(context.state.arrangement.theme);
  direct_keys(context.state);
  const ScopedFont scoped_font{context.theme.text};
  draw_menu(context);
  draw_navigation(context);
  draw_properties(context);
  if (const LabDeclaration* lab = current_lab(context.state.labs)) {
    const gpu::ObjectOrigin origin{"lab", lab->name};
    lab->draw_main(context);
    // A button of the lab may have opened another one, which has no readout in this frame.
    if (current_lab(context.state.labs) == lab) {
      if (!shows_values_at_mouse(context.state.course)) {
        open_lab(context.state.labs)->forget_mouse();
      }
      lab->draw_readout(context);
    }
  } else {
    draw_toolbar(context);
    draw_viewport(context);
    draw_readout(context);
  }
  draw_messages(context);
  if (context.draw_lessons != nullptr) {
    context.draw_lessons(context);
  }
  draw_status_bar(context);
  draw_gallery(context);
  draw_help(context);
  draw_machine_facts(context);
  draw_file_dialog(context);
  draw_command_palette(context);
  draw_toasts(context);
  draw_row_tooltip(context.theme);
}

void draw_navigation(const PanelContext& context) {
  if (!begin_panel(context, &PanelArrangement::navigation)) {
    return;
  }
  // Folded to its heading, it has no room for a row.
  if (context.regions.navigation().height >= context.theme(2 * folded_height)) {
    draw_review(context);
    draw_picture_list(context);
    // A review needs the space; scenes and labs remain available in their menus.
    if (!context.state.review.pairs) {
      draw_scene_list(context);
      draw_lab_list(context);
    }
  }
  end_panel();
}

void draw_properties(const PanelContext& context) {
  if (!begin_panel(context, &PanelArrangement::properties)) {
    return;
  }
  if (context.regions.properties().height < context.theme(2 * folded_height)) {
    // Folded: no room for a setting.
  } else if (const LabDeclaration* lab = current_lab(context.state.labs)) {
    const gpu::ObjectOrigin origin{"lab", lab->name};
    // Widgets fill the row unless they are given a width.
    ImGui::PushItemWidth(-1);
    lab->draw_properties(context);
    ImGui::PopItemWidth();
  } else {
    draw_scene_text(context);
    draw_frame_section(context);
    draw_parameters(context);
  }
  end_panel();
}

}  // namespace texelscope::app
