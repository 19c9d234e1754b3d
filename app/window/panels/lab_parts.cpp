#include "app/window/panels/lab_parts.h"

#include <fmt/format.h>

#include <cmath>

namespace texelscope::app {

void draw_lab_region(const PanelContext& panel, const std::function<void()>& draw, ImGuiWindowFlags flags) {
  if (begin_region("lab", panel.regions.viewport, color::canvas, {panel.theme(size::padding), panel.theme(size::gap)},
                   flags)) {
    draw();
    panel.state.drawn.widgets["viewport"] = panel.regions.viewport;
  }
  ImGui::End();
}

void draw_part(const Part& part, ImVec2 extent) {
  begin_part(part.name, extent, part.flags);
  part.draw();
  ImGui::EndChild();
}

void draw_beside(const Theme& theme, float side, const Part& left, const Part& right) {
  draw_part(left, {ImGui::GetContentRegionAvail().x - side - theme(20), 0});
  ImGui::SameLine(0, theme(8));
  const ImVec2 line = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(line, {line.x, line.y + ImGui::GetContentRegionAvail().y}, packed(color::line));
  ImGui::SameLine(0, theme(20));
  draw_part(right);
}

void draw_rule(float below) {
  const ImVec2 line = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine(line, {line.x + ImGui::GetContentRegionAvail().x, line.y}, packed(color::line));
  ImGui::Dummy({0, below});
}

bool draw_tab(const LabWidgets& context, const LabTab& tab, bool is_open) {
  const Theme& theme = context.theme();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ScopedFont scoped_font{theme.small_text};
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 extent{ImGui::CalcTextSize(tab.title).x, theme(26)};
  const ImVec2 text{corner.x, std::round(corner.y + (extent.y - ImGui::GetFontSize()) / 2)};
  if (const std::string name = fmt::format("{}.tab.{}", context.lab_name, tab.name);
      is_hidden(context.state().course, name)) {
    ImGui::Dummy(extent);
    record_left_out(context.state(), name, {corner.x, corner.y, extent.x, extent.y});
    draw->AddText(text, packed(color::text_disabled), tab.title);
    tooltip(theme, "Closed until you answer the lesson's question.");
    return false;
  }
  const bool is_clicked = invisible_button(tab.name, extent);
  context.record(fmt::format("tab.{}", tab.name));
  draw->AddText(text, packed(is_open || ImGui::IsItemHovered() ? color::text : color::text_dim), tab.title);
  if (is_open) {
    draw->AddRectFilled({corner.x, corner.y + extent.y - theme(2)}, {corner.x + extent.x, corner.y + extent.y},
                        packed(color::accent));
  }
  tooltip(theme, tab.text);
  return is_clicked;
}

void draw_line_below_tabs(const PanelContext& panel) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const Rect& region = panel.regions.viewport;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  // Otherwise the padding is clipped.
  draw->PushClipRectFullScreen();
  draw->AddLine({region.x, corner.y - panel.theme(3)}, {region.right(), corner.y - panel.theme(3)},
                packed(color::line));
  draw->PopClipRect();
  ImGui::Dummy({0, panel.theme(1)});
}

bool button_beside_tabs(const LabWidgets& context, const char* name, const char* title, float right, bool is_primary,
                        bool is_enabled) {
  const Theme& theme = context.theme();
  const float width = theme(72);
  ImGui::SameLine(right - width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({corner.x, corner.y + theme(1)});
  ImGui::BeginDisabled(!is_enabled);
  ImGui::PushFont(theme.small_text);
  const bool is_pressed = is_primary ? primary_button(title, {width, theme(size::control)})
                                     : ImGui::Button(title, {width, theme(size::control)});
  ImGui::PopFont();
  ImGui::EndDisabled();
  context.record(name);
  return is_pressed;
}

}  // namespace texelscope::app
