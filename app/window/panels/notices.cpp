#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <string>
#include <vector>

#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

const ImVec4& notice_color(NoticeKind kind) {
  return kind == NoticeKind::error ? color::error : kind == NoticeKind::warning ? color::warning : color::accent;
}

std::string notice_text(const Notice& notice) {
  return notice.count > 1 ? fmt::format("{} ({} times)", notice.text, notice.count) : notice.text;
}

/// Draws a notice's button. @returns whether it was pressed.
bool notice_button(const PanelContext& context, const std::string& name, const NoticeButton& button) {
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + context.theme(4));
  const bool is_pressed = ImGui::Button(button.text.c_str(), {});
  const ImVec2 corner = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  context.state.drawn.widgets[name] = {corner.x, corner.y, size.x, size.y};
  if (is_pressed) {
    button.press();
  }
  return is_pressed;
}

}  // namespace

void draw_toasts(const PanelContext& context) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const Rect& area = context.regions.viewport;
  const float width = std::min(theme(400), area.width - 2 * theme(12));
  const ImVec2 padding{theme(size::padding), theme(size::padding)};
  if (width < theme(80) || state.arrangement.panels.messages.is_shown) {
    return;
  }
  float bottom = area.bottom() - theme(12);
  int shown = 0;
  auto& entries = state.notices.entries();
  for (auto notice = entries.rbegin(); notice != entries.rend() && shown < 3; ++notice) {
    if (!Notices::is_shown(*notice, state.now)) {
      continue;
    }
    const std::string text = notice_text(*notice);
    const float text_height = wrapped_text_height(theme.small_text, text, width - 2 * padding.x);
    const float button_height = notice->button.text.empty() ? 0 : theme(32);
    const float height = std::round(std::min(text_height + button_height + 2 * padding.y, area.height - 2 * theme(12)));
    if (bottom - height < area.y && shown > 0) {
      break;
    }
    const std::string name = fmt::format("toast{}", shown);
    const Rect region{std::round(area.right() - theme(12) - width), std::round(bottom - height), std::round(width),
                      height};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    const bool is_visible = begin_above(name.c_str(), region, color::bar, padding, ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar();
    if (is_visible) {
      // Above dialogs, but not above an open menu; keyboard focus does not change.
      if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) {
        ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
      }
      ImDrawList* draw = ImGui::GetWindowDrawList();
      // Otherwise the padding is clipped.
      draw->PushClipRectFullScreen();
      draw->AddRectFilled({region.x, region.y}, {region.x + theme(4), region.bottom()},
                          packed(notice_color(notice->kind)));
      draw->PopClipRect();
      wrapped_text_in(theme.small_text, color::text, text);
      const bool is_answered =
          button_height > 0 && notice_button(context, fmt::format("notice{}.button", shown), notice->button);
      notice->is_dismissed = is_answered || (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                                             !ImGui::IsAnyItemHovered());
      state.drawn.widgets[name] = region;
    }
    ImGui::End();
    bottom -= height + theme(8);
    ++shown;
  }
}

void draw_messages(const PanelContext& context) {
  if (!begin_panel(context, &PanelArrangement::messages)) {
    return;
  }
  const Theme& theme = context.theme;
  const auto& entries = context.state.notices.entries();
  if (entries.empty()) {
    text_in(theme.small_text, color::text_disabled, "No messages");
  }
  for (const Notice& notice : std::views::reverse(entries)) {
    const int seconds = static_cast<int>(notice.time);
    text_in(theme.value, notice_color(notice.kind), fmt::format("{:02}:{:02}", seconds / 60, seconds % 60));
    ImGui::SameLine(0, theme(size::gap));
    wrapped_text_in(theme.small_text, color::text, notice_text(notice));
  }
  end_panel();
}

}  // namespace texelscope::app
