#include "app/window/panels/slider.h"

#include <algorithm>
#include <cmath>

namespace texelscope::app {
namespace {

void draw_bar(const Theme& theme, const SliderMark& mark) {
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 end = ImGui::GetItemRectMax();
  const auto at = [&](double position) {
    return std::round(corner.x + static_cast<float>(std::clamp(position, 0.0, 1.0)) * (end.x - corner.x));
  };
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float top = end.y - theme(3);
  const auto [left, right] = std::minmax({at(mark.origin), at(mark.position)});
  draw->AddRectFilled({left, top}, {right, end.y}, packed(color::accent_dim));
  const float center = std::clamp(at(mark.position), corner.x + theme(1.5F), end.x - theme(1.5F));
  draw->AddRectFilled({center - theme(1.5F), end.y - theme(3)}, {center + theme(1.5F), end.y}, packed(color::accent));
}

}  // namespace

bool slider(const Theme& theme, const char* id, const SliderValue& value, const char* format, const SliderMark& mark,
            ImGuiSliderFlags flags) {
  ImGuiIO& io = ImGui::GetIO();
  // ImGui types on Ctrl+click only.
  const bool has_control = io.KeyCtrl;
  io.KeyCtrl = has_control || ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::PushStyleColor(ImGuiCol_SliderGrab, color::transparent);
  ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, color::transparent);
  // The mark keeps to the mouse: a grab as long as a scrollbar's would lead it away.
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, theme(8));
  const bool is_changed = ImGui::SliderScalar(id, value.type, value.value, value.minimum, value.maximum, format,
                                              flags | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  io.KeyCtrl = has_control;
  draw_bar(theme, mark);
  return is_changed;
}

}  // namespace texelscope::app
