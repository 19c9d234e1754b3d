#include <fmt/format.h>

#include "app/labs/tensor/panel/tensor_panel.h"
#include "app/window/panels/slider.h"

namespace texelscope::app {
namespace {

/// An axis, or none; what had it before gets the one that this had.
void draw_axis_choice(const TensorContext& context, const char* name, const char* label, const std::string& text,
                      int& axis, std::span<const std::int64_t> shape) {
  TensorView& view = context.lab.view;
  const bool is_channels = &axis == &view.channel_axis;
  field_label(context, label, text);
  ImGui::SetNextItemWidth(-1);
  const auto title = [&](int number) {
    return number < 0 ? std::string{"none"}
                      : fmt::format("axis {}, {} long", number, shape[static_cast<std::size_t>(number)]);
  };
  const bool is_open = ImGui::BeginCombo(fmt::format("##{}", name).c_str(), title(axis).c_str());
  context.record(name);
  if (!is_open) {
    return;
  }
  for (int number = -1; number < static_cast<int>(shape.size()); ++number) {
    const bool is_legal = number < 0 || !is_channels || can_be_channels(shape[static_cast<std::size_t>(number)]);
    ImGui::BeginDisabled(!is_legal);
    if (ImGui::Selectable(title(number).c_str(), number == axis)) {
      for (int* const other : {&view.row_axis, &view.column_axis, &view.channel_axis}) {
        if (other != &axis && *other == number && number >= 0) {
          *other = axis;
        }
      }
      axis = number;
      settle(view, context.tensor());
      context.lab.place.is_fit = true;
    }
    ImGui::EndDisabled();
    context.record(fmt::format("{}.{}", name, number < 0 ? std::string{"none"} : fmt::format("{}", number)));
    if (!is_legal) {
      tooltip(context.theme(), "Channels are 1 to 4: grey, RG, RGB or RGBA.");
    }
  }
  ImGui::EndCombo();
}

/// Where an axis that is not shown stands, and its playback.
void draw_axis_position(const TensorContext& context, int axis, std::int64_t extent) {
  const Theme& theme = context.theme();
  AxisPlayback& playback = context.lab.playback;
  const bool is_playing = playback.axis == axis;
  field_label(context, fmt::format("Axis {}", axis).c_str(), fmt::format("{} long.", extent));
  if (icon_button(context, fmt::format("play.{}", axis), is_playing ? Icon::pause : Icon::play,
                  is_playing ? "Stops." : "Goes through the axis by itself.", is_playing)) {
    playback = {.axis = is_playing ? -1 : axis, .rate = playback.rate};
  }
  for (const int direction : {-1, 1}) {
    ImGui::SameLine(0, theme(1));
    const bool goes_back = direction < 0;
    if (icon_button(context, fmt::format("{}.{}", goes_back ? "back" : "step", axis),
                    goes_back ? Icon::step_back : Icon::step, goes_back ? "One back." : "One on.")) {
      playback.axis = -1;
      std::int64_t& at = context.lab.view.index[static_cast<std::size_t>(axis)];
      at = (at + direction + extent) % extent;
    }
  }
  ImGui::SameLine(0, theme(3));
  ImGui::SetNextItemWidth(-1);
  std::int64_t& position = context.lab.view.index[static_cast<std::size_t>(axis)];
  const ScopedFont scoped_font{theme.value};
  slide_number(context, fmt::format("index.{}", axis), position, 0, extent - 1, "%lld");
}

}  // namespace

void draw_tensor_slice(const TensorContext& context) {
  TensorLab& lab = context.lab;
  TensorView& view = lab.view;
  heading(context.theme(), "SLICE");
  const std::vector<std::int64_t> shape = values_shape(context.tensor());
  if (shape.empty()) {
    wrapped_text_in(context.theme().small_text, color::text_dim, "One value: there are no axes.");
    return;
  }
  settle(view, context.tensor());
  draw_axis_choice(context, "rows", "Rows", "The axis that goes down.", view.row_axis, shape);
  draw_axis_choice(context, "columns", "Columns", "The axis that goes to the right.", view.column_axis, shape);
  draw_axis_choice(context, "channels", "Channels",
                   "An axis whose values are the channels of a colour; without one, numbers are coloured by the map.",
                   view.channel_axis, shape);
  bool has_hidden = false;
  for (int axis = 0; axis < static_cast<int>(shape.size()); ++axis) {
    const std::int64_t extent = shape[static_cast<std::size_t>(axis)];
    if (axis != view.row_axis && axis != view.column_axis && axis != view.channel_axis && extent > 1) {
      draw_axis_position(context, axis, extent);
      has_hidden = true;
    }
  }
  if (has_hidden) {
    field_label(context, "Rate", "Steps a second of an axis that plays.");
    ImGui::SetNextItemWidth(-1);
    const double least = slowest_playback;
    const double most = fastest_playback;
    const ScopedFont scoped_font{context.theme().value};
    slider(context.theme(), "##rate", {ImGuiDataType_Double, &lab.playback.rate, &least, &most}, "%.3g / s",
           {lab.playback.rate / most, 0}, ImGuiSliderFlags_Logarithmic);
    context.record("rate");
  }
}

}  // namespace texelscope::app
