#include <fmt/format.h>

#include <cmath>

#include "app/labs/access/access_lines.h"
#include "app/labs/access/panel/access_panel.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

/// A link to each of the two accesses.
void draw_sides(const AccessContext& context, const Hazard& hazard, std::size_t id) {
  const bool has_two = hazard.kind == HazardKind::write_write || hazard.kind == HazardKind::read_write ||
                       hazard.kind == HazardKind::unordered_streams;
  if (!has_two) {
    return;
  }
  const gpu::AccessRecording& recording = context.lab.study()->recorded.recording;
  ImGui::Indent(context.theme()(4));
  for (const HazardAccess* const side : {&hazard.first, &hazard.second}) {
    const kernels::Index thread = thread_index(recording.launches.at(side->launch).extent, side->thread);
    const std::string text = fmt::format("The {} by {}", side->is_write ? "write" : "read", short_index_text(thread));
    ImGui::PushID(static_cast<int>(2 * id + (side == &hazard.second ? 1 : 0)));
    if (link_button(context.theme(), text.c_str())) {
      context.lab.choose_hazard(hazard, side);
    }
    ImGui::PopID();
    context.describe(fmt::format("hazard.{}.{}", id, side == &hazard.first ? "first" : "second"),
                     "Shows this access, its thread's other accesses, and its line.");
    if (side == &hazard.first) {
      ImGui::SameLine(0, context.theme()(16));
    }
  }
  ImGui::Unindent(context.theme()(4));
}

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
  ImGui::SetCursorScreenPos({corner.x, corner.y + height});
  end_after_set_cursor();
  draw_sides(context, hazard, id);
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
