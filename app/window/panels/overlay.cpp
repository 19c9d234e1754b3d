#include "app/window/panels/overlay.h"

#include <algorithm>
#include <cmath>

#include "app/window/panels/widgets.h"

namespace texelscope::app {

bool begin_overlay(const PanelContext& context, const char* name, const char* title, ImVec2 wanted, bool& is_shown) {
  const Theme& theme = context.theme;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float top = context.regions.menu.height;
  const float height = std::min(theme(wanted.y), display.y - top - context.regions.status.height - 2 * theme(8));
  const float width = std::min(theme(wanted.x), display.x - 2 * theme(8));
  const Rect region{std::round((display.x - width) / 2), std::round(top + (display.y - 2 * top - height) / 2),
                    std::round(width), std::round(std::max(height, theme(60)))};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme(6));
  const bool is_visible = begin_above(name, region, color::bar, {theme(20), theme(14)});
  ImGui::PopStyleVar(2);
  if (ImGui::IsWindowAppearing()) {
    ImGui::SetWindowFocus();
  }
  context.state.widgets[name] = region;
  ImGui::PushFont(theme.text);
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  ImGui::PushFont(theme.small_text);
  const float button = ImGui::CalcTextSize("Close").x + theme(16);
  ImGui::SameLine(region.width - theme(20) - button);
  if (ImGui::Button("Close")) {
    is_shown = false;
  }
  ImGui::PopFont();
  record_item(context.state, std::string{name} + ".close");
  tooltip(theme, "Esc");
  ImGui::BeginChild("content", {0, 0}, false);
  return is_visible;
}

void end_overlay() {
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace texelscope::app
