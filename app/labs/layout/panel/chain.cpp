#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/labs/layout/panel/lab_panel.h"

namespace texelscope::app {
namespace {

constexpr const char* drag_payload = "layouts.entry";

/// The change to apply to the chain after it has been drawn.
struct Change {
  std::optional<std::size_t> erased;
  std::optional<std::pair<std::size_t, std::size_t>> moved;
};

void draw_add(const LayoutContext& context, float right) {
  const Theme& theme = context.theme();
  const gpu::StridedLayout* layout = context.lab.result().shown();
  ImGui::SameLine(right - theme(34));
  ImGui::BeginDisabled(layout == nullptr);
  if (link_button(theme, "Add")) {
    ImGui::OpenPopup("add");
  }
  ImGui::EndDisabled();
  context.describe("add", "Adds an operation at the end of the chain.");
  if (ImGui::BeginPopup("add")) {
    for (const OperationOffer& offer : operation_offers()) {
      if (ImGui::Selectable(offer.name) && layout != nullptr) {
        context.lab.add(offer.initial(*layout));
      }
      context.describe(fmt::format("add.{}", offer.name), offer.text);
    }
    ImGui::EndPopup();
  }
}

std::string operation_name(const std::string& text) { return text.substr(0, text.find('(')); }

void drag_and_drop(std::size_t position, const std::string& name, Change& change) {
  if (ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(drag_payload, &position, sizeof(position));
    ImGui::TextUnformatted(name.c_str());
    ImGui::EndDragDropSource();
  }
  if (ImGui::BeginDragDropTarget()) {
    if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload(drag_payload)) {
      change.moved = {*static_cast<const std::size_t*>(payload->Data), position};
    }
    ImGui::EndDragDropTarget();
  }
}

void draw_head(const LayoutContext& context, std::size_t position, Change& change) {
  LayoutLab& lab = context.lab;
  const Theme& theme = context.theme();
  ChainEntry& entry = lab.entries[position];
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const float side = ImGui::GetFrameHeight();
  check_box(context.theme(), "##enabled", &entry.is_enabled);
  context.describe(fmt::format("entry{}.enabled", position),
                   entry.is_enabled ? "Switch this operation off." : "Switch this operation on.");
  ImGui::SameLine(0, theme(8));
  const std::string name = operation_name(entry.text);
  const float name_width = right - ImGui::GetCursorPosX() - 3 * side;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  invisible_button("name", {std::max(name_width, theme(20)), side});
  context.describe(fmt::format("entry{}.name", position), "Drag to a different place in the chain.");
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  drag_and_drop(position, name, change);
  ImGui::GetWindowDrawList()->AddText({corner.x, corner.y + (side - ImGui::GetFontSize()) / 2},
                                      packed(entry.is_enabled ? color::text : color::text_disabled),
                                      shortened(name, name_width).c_str());

  const auto button = [&](const char* id, Icon icon, const char* text) {
    return icon_button(context, fmt::format("entry{}.{}", position, id), icon, text);
  };
  ImGui::SameLine();
  ImGui::SetCursorPosX(right - 3 * side);
  if (button("up", Icon::up, "Move earlier in the chain.") && position > 0) {
    change.moved = {position, position - 1};
  }
  ImGui::SameLine(0, 0);
  if (button("down", Icon::down, "Move later in the chain.") && position + 1 < lab.entries.size()) {
    change.moved = {position, position + 1};
  }
  ImGui::SameLine(0, 0);
  if (button("remove", Icon::remove, "Remove this operation.")) {
    change.erased = position;
  }
}

void draw_outcome(const LayoutContext& context, std::size_t position) {
  const Theme& theme = context.theme();
  const ChainStep& step = context.lab.result().steps[position];
  if (!step.error.empty()) {
    wrapped_line(context, fmt::format("entry{}.error", position), color::error, step.error);
  } else if (step.layout) {
    wrapped_line(
        context, fmt::format("entry{}.result", position), color::text_dim,
        fmt::format("{}  strides {}{}", to_string(step.layout->shape()), to_string(step.layout->strides()),
                    step.layout->slice_offset() == 0 ? "" : fmt::format("  offset {}", step.layout->slice_offset())));
  } else {
    text_in(theme.small_text, color::text_disabled,
            context.lab.entries[position].is_enabled ? "after an error: not evaluated" : "switched off");
  }
}

void draw_entry(const LayoutContext& context, std::size_t position, Change& change) {
  const Theme& theme = context.theme();
  const ChainStep& step = context.lab.result().steps[position];
  ImGui::PushID(context.lab.entries[position].id);
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float inset = theme(8);
  draw->ChannelsSplit(2);
  draw->ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({corner.x + inset, corner.y + theme(3)});
  ImGui::BeginGroup();
  // A narrower window for everything that fills the available width.
  const float right_before = ImGui::GetCurrentWindow()->WorkRect.Max.x;
  ImGui::GetCurrentWindow()->WorkRect.Max.x = right_before - inset;
  ImGui::GetCurrentWindow()->ContentRegionRect.Max.x -= inset;
  draw_head(context, position, change);
  draw_operation_editor(context, position);
  draw_outcome(context, position);
  ImGui::GetCurrentWindow()->WorkRect.Max.x = right_before;
  ImGui::GetCurrentWindow()->ContentRegionRect.Max.x += inset;
  ImGui::EndGroup();
  const ImVec2 end{corner.x + width, ImGui::GetItemRectMax().y + theme(4)};
  draw->ChannelsSetCurrent(0);
  draw->AddRectFilled(corner, end, packed(color::bar), theme(size::rounding));
  draw->AddRectFilled(corner, {corner.x + theme(2), end.y},
                      packed(!step.error.empty() ? color::error
                             : step.layout       ? color::accent_dim
                                                 : color::line));
  draw->ChannelsMerge();
  context.state().drawn.widgets[fmt::format("layouts.entry{}", position)] = {corner.x, corner.y, width,
                                                                             end.y - corner.y};
  ImGui::SetCursorScreenPos({corner.x, end.y + theme(5)});
  ImGui::PopID();
}

}  // namespace

void draw_lab_chain(const LayoutContext& context) {
  LayoutLab& lab = context.lab;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  heading(context.theme(), "OPERATIONS");
  draw_add(context, right);
  lab.update();
  if (lab.entries.empty()) {
    wrapped_text_in(context.theme().small_text, color::text_disabled, "None: the layout is as typed.");
  }
  Change change;
  for (std::size_t i = 0; i < lab.entries.size(); ++i) {
    draw_entry(context, i, change);
  }
  if (change.erased) {
    lab.erase(*change.erased);
  }
  if (change.moved) {
    lab.move(change.moved->first, change.moved->second);
  }
}

}  // namespace texelscope::app
