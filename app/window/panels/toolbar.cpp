#include <optional>
#include <string>
#include <variant>

#include "app/documents/document.h"
#include "app/scene/picture_tone.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// Continues the row, whose tools are close to each other in a narrow window.
void next_tool(const PanelContext& context) {
  const Theme& theme = context.theme;
  ImGui::SameLine(0, context.regions.toolbar.width < theme(580) ? 0 : theme(size::small_gap));
}

/// A button of an action, with its key in the tooltip.
void tool(const PanelContext& context, const char* name, Icon icon, bool is_active = false) {
  const Action& action = *find_action(context.actions, std::string{name});
  if (icon_button(context, std::string{"tool."} + name, icon, tooltip_text(action), is_active,
                  is_enabled(action, context.state))) {
    perform(action, context.state);
  }
  next_tool(context);
}

/// Tools that belong together have a gap before them.
void gap(const Theme& theme) {
  ImGui::Dummy({theme(8), 1});
  ImGui::SameLine(0, 0);
}

void draw_actual_size(const PanelContext& context) {
  const Action& action = *find_action(context.actions, std::string{"actual_size"});
  const ScopedFont scoped_font{context.theme.small_text};
  ImGui::PushStyleColor(ImGuiCol_Button, color::transparent);
  if (ImGui::Button("1:1", {0, ImGui::GetFrameHeight()})) {
    perform(action, context.state);
  }
  ImGui::PopStyleColor();
  describe_item(context, "tool.actual_size", tooltip_text(action));
  next_tool(context);
}

void draw_channels(const PanelContext& context, ParameterValues& values, const Parameter& parameter) {
  const auto& names = std::get<Choices>(parameter.kind).names;
  const std::size_t chosen = values.choice(parameter.name);
  ImGui::SetNextItemWidth(context.theme(104));
  const bool is_open = ImGui::BeginCombo("##channels", label_text(names[chosen]).c_str(), ImGuiComboFlags_HeightLarge);
  record_item(context.state, "tool.channels");
  if (!is_open) {
    tooltip(context.theme, parameter.text);
  } else {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (ImGui::Selectable(label_text(names[i]).c_str(), i == chosen)) {
        values.set(parameter.name, names[i]);
      }
      record_item(context.state, "tool.channels." + names[i]);
    }
    ImGui::EndCombo();
  }
  next_tool(context);
}

/// The exposure is the gain of a signed difference: its colors end at 2 to the power of minus the exposure.
void draw_exposure(const PanelContext& context, float exposure) {
  const bool is_gain = context.state.pictures.list.comparison == PictureComparison::signed_values;
  tool(context, "exposure_down", Icon::darker);
  ImGui::SetNextItemWidth(context.theme(is_gain ? 100 : 76));
  constexpr float darkest = -16;
  constexpr float brightest = 16;
  const float before = exposure;
  {
    const ScopedFont scoped_font{context.theme.value};
    // A click alone changes nothing.
    ImGui::DragScalar("##exposure", ImGuiDataType_Float, &exposure, 0.05F, &darkest, &brightest,
                      is_gain ? "gain 2^%.1f" : "%+.1f EV", ImGuiSliderFlags_AlwaysClamp);
  }
  describe_item(
      context, "exposure",
      is_gain ? "The gain of the signed difference: its colors are full at 1 divided by 2 to this power. Keys [ and ]."
              : "Exposure in stops: multiplies light by 2 to this power. Keys [ and ].");
  if (exposure != before) {
    shown_document(context.state)->set_exposure(exposure);
  }
  next_tool(context);
  tool(context, "exposure_up", Icon::brighter);
}

}  // namespace

void draw_toolbar(const PanelContext& context) {
  const Rect& region = context.regions.toolbar;
  State& state = context.state;
  if (region.height <= 0) {
    return;
  }
  const Theme& theme = context.theme;
  if (begin_region("toolbar", region, color::bar, {theme(6), theme(4)}, ImGuiWindowFlags_NoFocusOnAppearing)) {
    ParameterValues& values = current_settings(state).values;
    tool(context, "fit", Icon::fit, shown_document(state)->is_fit());
    draw_actual_size(context);
    if (const Parameter* const parameter = find_parameter(values.parameters(), "filter")) {
      const std::string& filter = std::get<Choices>(parameter->kind).names[values.choice("filter")];
      gap(theme);
      tool(context, "nearest", Icon::nearest, filter == "point");
      tool(context, "linear", Icon::linear, filter == "linear");
    }
    if (has_tone(current_scene(state))) {
      gap(theme);
      draw_channels(context, values, *find_parameter(values.parameters(), "channels"));
      if (const std::optional<float> exposure = shown_document(state)->exposure()) {
        draw_exposure(context, *exposure);
      }
      tool(context, "value_range", Icon::range, values.real("black") != 0 || values.real("white") != 1);
    }
    const PictureComparison comparison = state.pictures.list.comparison;
    gap(theme);
    tool(context, "flip_pictures", Icon::flip);
    tool(context, "compare_split", Icon::split, comparison == PictureComparison::split);
    tool(context, "compare_difference", Icon::difference, is_difference(comparison));
    ImGui::NewLine();
  }
  ImGui::End();
}

}  // namespace texelscope::app
