#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/labs/stream/panel/stream_panel.h"
#include "app/text/duration_text.h"

namespace texelscope::app {
namespace {

/// Right edges of the number columns, and the left edge of the name, from the row's left at scale 1.
constexpr float number_right = 52;
constexpr float name_left = 64;
constexpr float times_width = 150;

void draw_right(ImDrawList* draw, float right, float y, ImU32 ink, const std::string& text) {
  draw->AddText({right - ImGui::CalcTextSize(text.c_str()).x, y}, ink, text.c_str());
}

void draw_call(const StreamContext& context, const gpu::ActivityRecord& record) {
  const Theme& theme = context.theme();
  StreamLab& lab = context.lab;
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetFontSize() + theme(3);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(record.number));
  if (invisible_button("call", {width, height})) {
    lab.select(record.number, true);
  }
  ImGui::PopID();
  const bool is_selected = record.number == lab.selected;
  if (is_selected) {
    context.record("call.selected");
  }
  if (corner.y + height <= ImGui::GetWindowPos().y + ImGui::GetWindowHeight()) {
    context.record("call.last");
  }
  if (ImGui::IsItemHovered()) {
    lab.hovered = record.number;
    value_tooltip(context.panel, call_text(record));
  }
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (is_selected || record.number == lab.hovered) {
    draw->AddRectFilled(corner, {corner.x + width, corner.y + height},
                        packed(is_selected ? color::accent_wash : color::raised));
  }
  const float y = corner.y + theme(1);
  draw_right(draw, corner.x + theme(number_right), y, packed(color::text_disabled), fmt::format("{}", record.number));
  draw->AddRectFilled({corner.x + theme(number_right + 5), corner.y + theme(4)},
                      {corner.x + theme(number_right + 8), corner.y + height - theme(3)}, work_color(record.kind));
  const bool has_failed = record.status != gpu::Status::success && record.status != gpu::Status::not_ready;
  const std::string name = shortened(without_namespaces(fmt::format("{}({})", record.name, record.arguments)),
                                     width - theme(name_left + times_width));
  draw->AddText({corner.x + theme(name_left), y}, packed(has_failed ? color::error : color::text), name.c_str());
  draw_right(draw, corner.x + width - theme(75), y, packed(color::text_dim),
             duration_text(seconds_of(record.host.end - record.host.start)));
  draw_right(draw, corner.x + width - theme(4), y, packed(color::text_dim),
             record.device ? duration_text(seconds_of(record.device->end - record.device->start)) : "");
}

}  // namespace

void draw_call_list(const StreamContext& context) {
  const Theme& theme = context.theme();
  StreamLab& lab = context.lab;
  const ScopedFont scoped_font{theme.small_text};
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  begin_part("filter", {width - theme(times_width), ImGui::GetFrameHeight()},
             ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  text_field(context, "filter", lab.filter, "filter calls", false);
  tooltip(context.theme(), "Lists only calls that contain this text, such as Launch or a handle.");
  ImGui::EndChild();
  for (const auto& [title, right] : {std::pair{"host", 75.0F}, std::pair{"device", 4.0F}}) {
    ImGui::SameLine(left + width - theme(right) - ImGui::CalcTextSize(title).x - theme(10));
    ImGui::AlignTextToFramePadding();
    text_in(theme.small_text, color::text_dim, title);
  }
  begin_part("calls", {0, 0});
  const std::vector<std::size_t> listed = lab.listed();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const float height = ImGui::GetFontSize() + theme(3);
  if (!lab.is_paused) {
    // The live list follows the newest call, unless the user scrolls to read.
    ImGui::SetScrollY(static_cast<float>(listed.size()) * height);
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel > 0) {
      lab.set_paused(true);
    }
  } else if (lab.scroll_to != 0) {
    const auto found =
        std::ranges::find_if(listed, [&](std::size_t i) { return lab.records()[i].number >= lab.scroll_to; });
    ImGui::SetScrollY(
        std::max(0.0F, static_cast<float>(found - listed.begin()) * height - ImGui::GetWindowHeight() / 3));
    lab.scroll_to = 0;
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(listed.size()), height);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      draw_call(context, lab.records()[listed[static_cast<std::size_t>(i)]]);
    }
  }
  clipper.End();
  ImGui::PopStyleVar();
  if (listed.empty()) {
    text_in(theme.small_text, color::text_dim, lab.filter.empty() ? "No calls yet." : "No matching calls.");
  }
  ImGui::EndChild();
  context.record("calls");
}

}  // namespace texelscope::app
