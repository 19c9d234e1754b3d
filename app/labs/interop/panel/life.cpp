#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "app/labs/interop/panel/interop_panel.h"
#include "app/text/duration_text.h"
#include "app/window/panels/part.h"

namespace texelscope::app {
namespace {

const OwnershipRecord& record_of(const InteropContext& context) {
  return context.lab.life()->records()[context.lab.looked_at()];
}

/// What the renderer saw when it last drew; what it draws now is another matter while the device has the image.
void draw_picture(const InteropContext& context, const OwnershipRecord& record, ImVec2 room) {
  const Theme& theme = context.theme();
  PanelImage& picture = context.state().panel_images["interop.picture"];
  picture.is_smooth = false;
  picture.image = record.picture;
  const float scale = std::min((room.x - theme(4)) / 192, (room.y - theme(4)) / 128);
  const ImVec2 extent{std::floor(192 * scale), std::floor(128 * scale)};
  // The frame lies around the picture.
  const float frame = theme(2);
  const ImVec2 corner{ImGui::GetCursorScreenPos().x + frame, ImGui::GetCursorScreenPos().y + frame};
  ImGui::SetCursorScreenPos(corner);
  const ImVec2 end{corner.x + extent.x, corner.y + extent.y};
  const bool may_look = record.facts.owner == ImageOwner::renderer;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({corner.x - frame, corner.y - frame}, {end.x + frame, end.y + frame},
                      packed(may_look ? owner_color(ImageOwner::renderer) : color::line));
  if (record.picture != nullptr && picture.texture != nullptr) {
    ImGui::Image(picture.texture, extent);
  } else {
    ImGui::Dummy(extent);
    draw->AddRectFilled(corner, end, packed(color::canvas));
    draw_hatch(theme, draw, corner, end, color::line);
  }
  context.record("picture");
  wrapped_text_in(theme.small_text, color::text_dim,
                  record.picture == nullptr              ? "Nobody has drawn it yet."
                  : record.step == OwnershipState::drawn ? "What the renderer draws."
                                                         : "What the renderer drew last.");
}

void draw_calls(const InteropContext& context, const OwnershipRecord& record) {
  const Theme& theme = context.theme();
  // The same call several times is one entry.
  std::vector<std::pair<const LifeCall*, int>> calls;
  double total_us = 0;
  for (const LifeCall& call : record.calls) {
    total_us += call.host_us;
    const auto found = std::ranges::find(calls, call.name, [](const auto& entry) { return entry.first->name; });
    if (found != calls.end()) {
      ++found->second;
    } else {
      calls.emplace_back(&call, 1);
    }
  }
  const std::string took = record.calls.empty() ? "none" : duration_text(total_us / 1e6);
  titled(context, "CALLS", took, color::text_dim);
  context.record("calls");
  const ScopedFont scoped_font{theme.small_text};
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  bool is_first = true;
  for (const auto& [call, count] : calls) {
    const std::string text = count > 1 ? fmt::format("{} ×{}", call->name, count) : call->name;
    if (!is_first) {
      ImGui::SameLine(0, theme(10));
      if (ImGui::GetCursorScreenPos().x + ImGui::CalcTextSize(text.c_str()).x > right) {
        ImGui::NewLine();
      }
    }
    is_first = false;
    text_in(theme.small_text, owner_color(call->is_renderer ? ImageOwner::renderer : ImageOwner::device),
            shortened(text, ImGui::GetContentRegionAvail().x));
    tooltip(theme, fmt::format("{}: {} on the host", call->name, duration_text(call->host_us / 1e6)));
  }
}

void draw_refusals(const InteropContext& context, const OwnershipRecord& record) {
  const Theme& theme = context.theme();
  if (record.refusals.empty()) {
    return;
  }
  ImGui::Dummy({0, theme(1)});
  text_in(theme.heading, color::text_dim, "REFUSED");
  for (const Refusal& refusal : record.refusals) {
    wrapped_text_in(theme.small_text, color::warning, fmt::format("{}:", refusal.action));
    ImGui::SameLine(0, theme(6));
    wrapped_line(context, fmt::format("refused.{}", refusal.action), color::text, refusal.text);
  }
}

}  // namespace

void draw_life_facts(const InteropContext& context) {
  const Theme& theme = context.theme();
  const OwnershipRecord& record = record_of(context);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  begin_part("picture", {std::floor(std::min(room.x * (room.x > theme(560) ? 0.5F : 0.4F), room.y * 1.3F)), 0});
  const ImVec2 inner = ImGui::GetContentRegionAvail();
  draw_picture(context, record, {inner.x, std::max(inner.y - theme(24), theme(30))});
  ImGui::EndChild();
  ImGui::SameLine(0, theme(12));
  begin_part("facts", {0, 0});
  const float left = theme(98);
  for (const auto& [name, value] : rows_of(record.facts)) {
    text_in(theme.small_text, color::text_dim, std::string{name});
    ImGui::SameLine(left);
    const bool is_owner = name == "owner";
    wrapped_line(context, fmt::format("fact.{}", name), is_owner ? owner_color(record.facts.owner) : color::text,
                 value);
  }
  ImGui::EndChild();
}

void draw_life_text(const InteropContext& context) {
  const Theme& theme = context.theme();
  const OwnershipRecord& record = record_of(context);
  wrapped_line(context, "text", color::text, std::string{text_of(record.step, context.lab.life()->renderer())});
  ImGui::Dummy({0, theme(1)});
  draw_calls(context, record);
  draw_refusals(context, record);
}

}  // namespace texelscope::app
