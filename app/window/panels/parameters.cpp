#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/text/overloaded.h"
#include "app/window/panels/widgets.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

struct Size {
  int width;
  int height;
};
constexpr std::array sizes = {Size{256, 256},  Size{512, 512},   Size{1024, 1024}, Size{2048, 2048},
                              Size{1280, 720}, Size{1920, 1080}, Size{3840, 2160}};

static_assert(std::ranges::all_of(sizes,
                                  [](Size size) { return size.width * size.height <= max_session_frame_pixels; }),
              "a session cannot restore a size that the window offers");

std::string size_text(int width, int height) { return fmt::format("{} × {}", width, height); }

void draw_transport(const PanelContext& context) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const auto button = [&](const char* action_name, Icon icon, bool is_active) {
    const Action* action = find_action(context.actions, std::string{action_name});
    if (icon_button(context, std::string{"button."} + action_name, icon, tooltip_text(*action), is_active)) {
      perform(*action, state);
    }
    ImGui::SameLine(0, theme(4));
  };
  button("pause", state.scenes.playback.is_paused ? Icon::play : Icon::pause, state.scenes.playback.is_paused);
  button("step", Icon::step, false);
  button("restart", Icon::reset, false);
  ImGui::SameLine(0, theme(size::gap));
  ImGui::AlignTextToFramePadding();
  text_in(theme.value, color::text_dim, fmt::format("{}", state.frame.number.value_or(state.scenes.playback.number)));
  if (state.scenes.has_failed) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    text_in(theme.small_text, color::error, "stopped");
  }
}

void draw_size(const PanelContext& context) {
  State& state = context.state;
  FrameSize& chosen = current_settings(state).size;
  const std::string shown = chosen.follows_viewport
                                ? fmt::format("Viewport, {}", size_text(state.frame.width, state.frame.height))
                                : size_text(chosen.width, chosen.height);
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo("##size", shown.c_str(), ImGuiComboFlags_HeightLarge);
  record_item(state, "frame.size");
  if (!is_open) {
    tooltip(context.theme, "Size of the scene's frame, in texels.");
    return;
  }
  const bool has_history = current_scene(state).has_history;
  if (ImGui::Selectable(has_history ? "Current viewport size" : "Follow the viewport", chosen.follows_viewport)) {
    chosen = {!has_history, static_cast<int>(state.viewport.width), static_cast<int>(state.viewport.height)};
  }
  for (const Size& size : sizes) {
    const bool is_chosen = !chosen.follows_viewport && chosen.width == size.width && chosen.height == size.height;
    if (ImGui::Selectable(size_text(size.width, size.height).c_str(), is_chosen)) {
      chosen = {false, size.width, size.height};
      state.viewport.view.is_fit = true;
    }
  }
  ImGui::EndCombo();
}

/// As many decimals as the range requires; scientific notation if decimals would show almost nothing of the value, or
/// would not fit.
std::string printf_format(const RealRange& range, double value) {
  const double extent = range.maximum - range.minimum;
  if (range.drag_unit > 0) {
    // Any number, such as a level of a picture, which may differ from the next one in its last digits.
    return "%.8g";
  }
  const int digits = range.is_logarithmic || extent < 20 ? 3 : extent < 200 ? 2 : 1;
  std::string unit = range.unit;
  for (auto at = unit.find('%'); at != std::string::npos; at = unit.find('%', at + 2)) {
    unit.insert(at, 1, '%');
  }
  const double magnitude = std::abs(value);
  const bool is_plain = magnitude == 0 || (magnitude >= std::pow(10.0, 1 - digits) && magnitude < 1e7);
  // Large levels of a picture may differ in their last digits only.
  const std::string number = is_plain ? fmt::format("%.{}f", digits) : magnitude < 1 ? "%.4g" : "%.8g";
  return fmt::format("{}{}{}", number, unit.empty() || unit == "°" ? "" : " ", unit);
}

double slider_position(const RealRange& range, double value) {
  if (range.is_logarithmic) {
    return std::log(value / range.minimum) / std::log(range.maximum / range.minimum);
  }
  return (value - range.minimum) / (range.maximum - range.minimum);
}

/// A number whose range has no ends in practice: dragging changes it in steps of its own size.
bool drag_real(double& value, const RealRange& range) {
  constexpr double share_per_pixel = 0.005;
  const auto speed = static_cast<float>(share_per_pixel * std::clamp(std::abs(value), range.drag_unit, 1e30));
  return ImGui::DragScalar("##value", ImGuiDataType_Double, &value, speed, &range.minimum, &range.maximum,
                           printf_format(range, value).c_str(), ImGuiSliderFlags_AlwaysClamp);
}

void draw_real(const Theme& theme, ParameterValues& values, const Parameter& parameter, const RealRange& range) {
  double value = values.real(parameter.name);
  const auto slide = [&] {
    const double origin = range.is_logarithmic ? 1 : 0;
    const SliderMark mark{slider_position(range, value),
                          slider_position(range, std::clamp(origin, range.minimum, range.maximum))};
    return slider(theme, "##value", {ImGuiDataType_Double, &value, &range.minimum, &range.maximum},
                  printf_format(range, value).c_str(), mark, range.is_logarithmic ? ImGuiSliderFlags_Logarithmic : 0);
  };
  const bool is_changed = range.drag_unit > 0 ? drag_real(value, range) : slide();
  if (is_changed && std::isfinite(value)) {
    values.set(parameter.name, std::clamp(value, range.minimum, range.maximum));
  }
}

void draw_integer(const Theme& theme, ParameterValues& values, const Parameter& parameter, const IntegerRange& range) {
  std::int64_t value = values.integer(parameter.name);
  const RealRange as_real{static_cast<double>(range.minimum), static_cast<double>(range.maximum), false, ""};
  const SliderMark mark{slider_position(as_real, static_cast<double>(value)), 0};
  if (slider(theme, "##value", {ImGuiDataType_S64, &value, &range.minimum, &range.maximum}, "%lld", mark)) {
    values.set(parameter.name, std::clamp(value, range.minimum, range.maximum));
  }
}

void draw_choice(State& state, ParameterValues& values, const Parameter& parameter, const Choices& choices) {
  const std::size_t chosen = values.choice(parameter.name);
  if (!ImGui::BeginCombo("##value", label_text(choices.names[chosen]).c_str())) {
    return;
  }
  for (std::size_t i = 0; i < choices.names.size(); ++i) {
    if (ImGui::Selectable(label_text(choices.names[i]).c_str(), i == chosen)) {
      values.set(parameter.name, choices.names[i]);
    }
    record_item(state, fmt::format("choice.{}.{}", parameter.name, choices.names[i]));
  }
  ImGui::EndCombo();
}

void draw_toggle(const Theme& theme, ParameterValues& values, const Parameter& parameter) {
  bool value = values.toggle(parameter.name);
  if (check_box(theme, "##value", &value)) {
    values.set(parameter.name, value);
  }
}

void draw_row(const PanelContext& context, ParameterValues& values, const Parameter& parameter) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float reset_width = ImGui::GetFrameHeight();
  const std::string label = label_text(parameter.name);
  // A label that does not fit beside its widget is above it.
  const bool is_wide = width >= theme(230) && text_size(theme.small_text, label).x <= width * 0.38F - theme(6);
  ImGui::PushID(parameter.name.c_str());

  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, is_wide ? ImGui::GetStyle().ItemSpacing.y : 0});
  text_in(theme.small_text, color::text, label);
  ImGui::PopStyleVar();
  tooltip(theme, parameter.text);
  if (is_wide) {
    ImGui::SameLine(left + width * 0.38F);
  }
  const float widget_width = (is_wide ? width * 0.62F : width) - reset_width - theme(2);
  ImGui::SetNextItemWidth(widget_width);
  ImGui::BeginGroup();
  std::visit(Overloaded{[&](const RealRange& range) { draw_real(theme, values, parameter, range); },
                        [&](const IntegerRange& range) { draw_integer(theme, values, parameter, range); },
                        [&](const Choices& choices) { draw_choice(state, values, parameter, choices); },
                        [&](const Toggle&) { draw_toggle(theme, values, parameter); }},
             parameter.kind);
  ImGui::EndGroup();
  describe_item(context, "parameter." + parameter.name, parameter.text);
  if (values.value(parameter.name) != parameter.initial) {
    ImGui::SameLine(left + width - reset_width);
    if (icon_button(context, "reset." + parameter.name, Icon::reset, "Resets the parameter to its initial value.")) {
      values.set(parameter.name, parameter.initial);
    }
  }
  ImGui::PopID();
}

void draw_title(const PanelContext& context, ParameterValues& values) {
  const Theme& theme = context.theme;
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  heading(theme, "PARAMETERS");
  const bool is_changed = std::ranges::any_of(values.parameters(), [&](const Parameter& parameter) {
    return values.value(parameter.name) != parameter.initial;
  });
  if (!is_changed) {
    return;
  }
  const Action* action = find_action(context.actions, std::string{"reset_parameters"});
  const ScopedFont scoped_font{theme.small_text};
  const float button_width = ImGui::CalcTextSize("Reset all").x;
  ImGui::SameLine(left + width - button_width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{0, 0});
  ImGui::PushStyleColor(ImGuiCol_Button, color::transparent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color::accent_wash);
  ImGui::PushStyleColor(ImGuiCol_Text, color::accent);
  if (ImGui::Button("Reset all")) {
    perform(*action, context.state);
  }
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar();
  describe_item(context, "button.reset_parameters",
                fmt::format("{} ({})", action->text, to_string(action->keys.front())));
}

}  // namespace

void draw_frame_section(const PanelContext& context) {
  heading(context.theme, "FRAME");
  draw_transport(context);
  draw_size(context);
}

void draw_parameters(const PanelContext& context) {
  ParameterValues& values = current_settings(context.state).values;
  if (values.parameters().empty()) {
    return;
  }
  draw_title(context, values);
  const SceneView* const view = current_scene(context.state).view;
  for (const Parameter& parameter : values.parameters()) {
    // The zoom of a picture is a number below it; a second one, relative to the window, would contradict it.
    if (view == nullptr || std::ranges::find(view->parameters, parameter.name) == view->parameters.end()) {
      draw_row(context, values, parameter);
    }
  }
}

}  // namespace texelscope::app
