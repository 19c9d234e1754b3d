#include <fmt/format.h>

#include <cmath>

#include "app/labs/access/access_lines.h"
#include "app/labs/access/panel/access_panel.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

void draw_hazard(const AccessContext& context, const Hazard& hazard, const std::string& text, std::size_t id) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = wrapped_text_height(theme.small_text, text, width - theme(8)) + theme(6);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string name = fmt::format("hazard.{}", id);
  if (overlapped_button(name.c_str(), {width, height})) {
    lab.choose_hazard(hazard);
  }
  context.record(name);
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(color::raised),
                                              theme(size::rounding));
  }
  ImGui::SetCursorScreenPos({corner.x + theme(4), corner.y + theme(3)});
  wrapped_text_in(theme.small_text, color::text, text);
  ImGui::SetCursorScreenPos({corner.x, corner.y + height + theme(4)});
  end_after_set_cursor();
}

}  // namespace

void draw_access_hazards(const AccessContext& context) {
  const AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (lab.study() == nullptr || !lab.study()->recorded.hazards) {
    wrapped_line(context, "hint", color::text_dim,
                 lab.study() == nullptr ? "There is no recording yet." : "This recording was not checked for hazards.");
    return;
  }
  const std::vector<Hazard>& hazards = *lab.study()->recorded.hazards;
  if (hazards.empty()) {
    text_in(theme.small_text, color::good, "No hazards in this frame.");
    context.record("no_hazards");
    return;
  }
  titled(context, "HAZARDS", fmt::format("{}; click one to show its pixel", count_text(hazards.size(), "hazard")),
         color::warning);
  begin_part("hazards", {0, 0});
  for (std::size_t i = 0; i < hazards.size(); ++i) {
    draw_hazard(context, hazards[i], lab.hazard_texts()[i], i);
  }
  ImGui::EndChild();
}

}  // namespace texelscope::app
