#include <algorithm>
#include <cmath>

#include "app/labs/texture/panel/texture_panel.h"

namespace texelscope::app {
namespace {

void draw_line_end(const TextureContext& context, const PictureBox& box, const char* name, Point& end) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const ImVec2 at = box.at(lab.view, end);
  const float grab = theme(7);
  if (at.x < box.corner.x || at.y < box.corner.y || at.x > box.end().x || at.y > box.end().y) {
    return;
  }
  ImGui::SetCursorScreenPos({at.x - grab, at.y - grab});
  invisible_button(name, {2 * grab, 2 * grab});
  ImGui::SetItemAllowOverlap();
  context.record(name);
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    end = lab.view.at({std::clamp((mouse.x - box.corner.x) / box.extent.x, 0.0F, 1.0F),
                       std::clamp((mouse.y - box.corner.y) / box.extent.y, 0.0F, 1.0F)});
  }
  const bool is_hot = ImGui::IsItemActive() || ImGui::IsItemHovered();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddCircleFilled(at, theme(5), packed(color::shadow), 20);
  draw->AddCircleFilled(at, theme(3), packed(is_hot ? color::accent : color::text), 16);
}

}  // namespace

void draw_split_handle(const TextureContext& context, const PictureBox& box) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float x = std::round(box.corner.x + static_cast<float>(lab.split) * box.extent.x);
  const float grab = theme(5);
  ImGui::SetCursorScreenPos({x - grab, box.corner.y});
  invisible_button("split", {2 * grab, box.extent.y});
  context.record("split");
  if (ImGui::IsItemActive()) {
    lab.split = std::clamp((ImGui::GetIO().MousePos.x - box.corner.x) / box.extent.x, 0.0F, 1.0F);
  }
  const bool is_hot = ImGui::IsItemActive() || ImGui::IsItemHovered();
  if (is_hot) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = packed(is_hot ? color::accent : color::text);
  draw->AddRectFilled({x - theme(2), box.corner.y}, {x + theme(2), box.end().y}, packed(color::shadow));
  draw->AddRectFilled({x - theme(0.5F), box.corner.y}, {x + std::max(theme(0.5F), 0.5F), box.end().y}, ink);
  const ImVec2 middle{x, box.corner.y + box.extent.y / 2};
  draw->AddCircleFilled(middle, theme(7), packed(color::shadow), 20);
  draw->AddTriangleFilled({x - theme(5), middle.y}, {x - theme(1.5F), middle.y - theme(3)},
                          {x - theme(1.5F), middle.y + theme(3)}, ink);
  draw->AddTriangleFilled({x + theme(5), middle.y}, {x + theme(1.5F), middle.y - theme(3)},
                          {x + theme(1.5F), middle.y + theme(3)}, ink);
}

void draw_line_handles(const TextureContext& context, const PictureBox& box) {
  SignalInput& input = context.lab.signal_input;
  draw_line_end(context, box, "picture.from", input.from);
  draw_line_end(context, box, "picture.to", input.to);
}

}  // namespace texelscope::app
