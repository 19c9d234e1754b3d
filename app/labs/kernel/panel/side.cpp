#include <fmt/format.h>

#include <cmath>

#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/panel/kernel_panel.h"
#include "app/window/panels/slider.h"

namespace texelscope::app {
namespace {

void draw_examples(const KernelContext& context) {
  heading(context.theme(), "EXAMPLES");
  const float gap = context.theme()(3);
  const float width = column_width(2, gap);
  std::size_t number = 0;
  for (const KernelExample& example : kernel_examples()) {
    if (number % 2 == 1) {
      ImGui::SameLine(0, gap);
    }
    if (choice_button(
            context,
            {fmt::format("example.{}", example.name).c_str(), label_text(example.name).c_str(), example.teaches},
            context.lab.text == example.text, {number % 2 == 1 ? -1 : width, 0})) {
      context.lab.open_text(example.text);
    }
    ++number;
  }
}

void draw_values(const KernelContext& context) {
  heading(context.theme(), "PARAMETERS");
  constexpr std::array names = {"a", "b", "c", "d"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    field_label(context, names[i], fmt::format("frame.{} in the text, from 0 to 1.", names[i]));
    float& value = context.lab.controls.values[i];
    constexpr float lowest = 0;
    constexpr float highest = 1;
    ImGui::SetNextItemWidth(-1);
    slider(context.theme(), fmt::format("##{}", names[i]).c_str(), {ImGuiDataType_Float, &value, &lowest, &highest},
           "%.3f", {value, 0});
    context.record(names[i]);
  }
}

void draw_time(const KernelContext& context) {
  KernelLab& lab = context.lab;
  heading(context.theme(), "TIME");
  const float gap = context.theme()(3);
  const float width = column_width(2, gap);
  toggle_button(context,
                {"pause", lab.controls.is_paused ? "Go on" : "Pause",
                 "frame.time stands still; parameters and the mouse still draw."},
                lab.controls.is_paused, {width, 0});
  ImGui::SameLine(0, gap);
  if (choice_button(context, {"restart", "Restart", "frame.time begins at 0."}, false, {-1, 0})) {
    lab.restart();
  }
}

void draw_file(const KernelContext& context) {
  heading(context.theme(), "FILE");
  const std::string& error = context.lab.file_error();
  text_field(context, "file", context.lab.file, "kernel.cu", !error.empty());
  tooltip(context.theme(),
          "Where Ctrl+S writes the text; empty for nowhere. A dropped .cu file is opened, a dropped picture is what "
          "frame.image reads.");
  if (!error.empty()) {
    error_text(context, "file", error);
  }
}

}  // namespace

void draw_kernel_side(const KernelContext& context) {
  draw_examples(context);
  draw_values(context);
  draw_time(context);
  draw_file(context);
}

}  // namespace texelscope::app
