#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/text/option_text.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

std::optional<double> finite_number(std::string_view text) {
  const auto number = number_from<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

void draw_dashes(const SignalPlot& plot, float x, float dash) {
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  for (float y = plot.corner.y; y < plot.corner.y + plot.extent.y; y += 2 * dash) {
    draw->AddLine({x, y}, {x, std::min(y + dash, plot.corner.y + plot.extent.y)}, packed(color::text_dim));
  }
}

/// Handles the mouse around the handle, and writes the dragged value to the lesson's field.
void drag_prediction(const TextureContext& context, const SignalPlot& plot, ImVec2 handle) {
  const float reach = context.theme()(12);
  const ImVec2 cursor = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({handle.x - reach, handle.y - reach});
  invisible_button("prediction", {2 * reach, 2 * reach});
  describe_item(context.panel, "lesson.prediction",
                "Drag to the value that you predict, then commit it in the lesson.");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  }
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0)) {
    const double value = std::clamp(plot.value_at(ImGui::GetIO().MousePos.y), plot.lowest, plot.highest);
    // The precision of a pixel.
    const double step = std::pow(10, std::floor(std::log10(std::max((plot.highest - plot.lowest) / 100, 1e-12))));
    context.state().course.typed = fmt::format("{:.6g}", std::round(value / step) * step + 0.0);
  }
  ImGui::SetCursorScreenPos(cursor);
  end_after_set_cursor();
}

}  // namespace

void draw_signal_prediction(const TextureContext& context, const SignalPlot& plot, double from, double to) {
  const Course& course = context.state().course;
  const LessonStep* const step = current_step(course);
  if (step == nullptr || !step->question.predicts_at || from == to) {
    return;
  }
  const double part = (*step->question.predicts_at - from) / (to - from);
  if (part < 0 || part > 1) {
    return;
  }
  const Theme& theme = context.theme();
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float x = plot.x_of(part);
  draw_dashes(plot, x, theme(4));
  const bool is_open = course.outcome == LessonOutcome::open;
  const std::optional<double> predicted = finite_number(is_open ? course.typed : course.committed);
  if (!predicted && (!is_open || !step->question.choices.empty())) {
    return;
  }
  // Until it is dragged, the handle is at the end of the axis, since the middle may be the answer.
  const double value = predicted.value_or(plot.lowest);
  const ImVec2 handle{x, std::clamp(plot.y_of(value), plot.corner.y, plot.corner.y + plot.extent.y)};
  const ImU32 ink = packed(course.outcome == LessonOutcome::wrong ? color::warning : color::accent);
  draw->AddCircleFilled(handle, theme(6), packed(color::panel));
  draw->AddCircle(handle, theme(6), ink, 0, std::max(2.0F, theme(2)));
  const std::string label = predicted ? fmt::format("predicted {}", is_open ? course.typed : course.committed) : "?";
  const bool is_left = part > 0.7;
  const float width = text_size(theme.small_text, label).x;
  const ImVec2 at{is_left ? handle.x - theme(10) - width : handle.x + theme(10),
                  handle.y - line_height(theme.small_text) / 2};
  draw->AddRectFilled({at.x - theme(2), at.y}, {at.x + width + theme(2), at.y + line_height(theme.small_text)},
                      packed(color::scrim));
  draw_text(draw, theme.small_text, at, ink, label);
  if (is_open && step->question.choices.empty()) {
    drag_prediction(context, plot, handle);
  }
}

}  // namespace texelscope::app
