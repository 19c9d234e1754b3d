#include "app/window/machine_facts.h"

#include "app/window/panels/overlay.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {

void draw_machine_facts(const PanelContext& context) {
  State& state = context.state;
  if (!state.has_machine_facts) {
    return;
  }
  const Theme& theme = context.theme;
  if (begin_overlay(context, "about", "About this machine", {720, 800}, state.has_machine_facts)) {
    const Facts facts = machine_facts(state, theme.scale);
    ImGui::PushFont(theme.small_text);
    if (ImGui::Button("Copy")) {
      state.requests.copied_text = facts_text(facts);
      state.notices.notify(NoticeKind::information, "Copied what is told of this machine.", state.now);
    }
    ImGui::PopFont();
    record_item(state, "about.copy");
    tooltip(theme, "Puts all of this on the clipboard as plain text, for a report of a fault.");
    ImGui::BeginChild("facts", {0, 0}, false);
    for (const auto& [name, value] : facts) {
      const float left = ImGui::GetCursorPosX();
      text_in(theme.small_text, color::text_dim, name);
      ImGui::SameLine(left + theme(128));
      wrapped_text_in(theme.small_text, color::text, value);
    }
    ImGui::EndChild();
    record_item(state, "about.facts");
  }
  end_overlay();
}

}  // namespace texelscope::app
