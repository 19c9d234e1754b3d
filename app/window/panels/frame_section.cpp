#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

struct Size {
  int width;
  int height;
};
constexpr std::array sizes = {Size{256, 256},  Size{512, 512},   Size{1024, 1024}, Size{2048, 2048},
                              Size{1280, 720}, Size{1920, 1080}, Size{3840, 2160}};

std::string size_text(int width, int height) { return fmt::format("{} × {}", width, height); }

void draw_transport(const PanelContext& context) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const auto button = [&](const char* action_name, Icon icon, bool is_active) {
    const Action* action = find_action(context.actions, std::string{action_name});
    const std::string text = fmt::format("{} ({})\n{}", action->title, to_string(action->keys.front()), action->text);
    if (icon_button(context, std::string{"button."} + action_name, icon, text, is_active)) {
      perform(*action, state);
    }
    ImGui::SameLine(0, theme(2));
  };
  button("pause", state.playback.is_paused ? Icon::play : Icon::pause, state.playback.is_paused);
  button("step", Icon::step, false);
  button("restart", Icon::reset, false);
  ImGui::SameLine(0, theme(size::gap));
  ImGui::AlignTextToFramePadding();
  text_in(theme.value, color::text_dim, fmt::format("{}", state.playback.number));
  if (state.has_failed) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    text_in(theme.small_text, color::error, "stopped");
  }
}

void draw_size(const PanelContext& context) {
  State& state = context.state;
  FrameSize& chosen = current_settings(state).size;
  const std::string shown = chosen.follows_viewport
                                ? fmt::format("Viewport, {}", size_text(state.frame_width, state.frame_height))
                                : size_text(chosen.width, chosen.height);
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo("##size", shown.c_str(), ImGuiComboFlags_HeightLarge);
  record_item(state, "frame.size");
  if (!is_open) {
    tooltip(context.theme, "Size of the frame that the scene makes, in texels.");
    return;
  }
  const bool has_history = current_scene(state).has_history;
  if (ImGui::Selectable(has_history ? "As large as the viewport is now" : "Follow the viewport",
                        chosen.follows_viewport)) {
    chosen = {!has_history, static_cast<int>(state.viewport_width), static_cast<int>(state.viewport_height)};
  }
  for (const Size& size : sizes) {
    const bool is_chosen = !chosen.follows_viewport && chosen.width == size.width && chosen.height == size.height;
    if (ImGui::Selectable(size_text(size.width, size.height).c_str(), is_chosen)) {
      chosen = {false, size.width, size.height};
      state.view.is_fit = true;
    }
  }
  ImGui::EndCombo();
}

}  // namespace

void draw_frame_section(const PanelContext& context) {
  heading(context.theme, "FRAME");
  draw_transport(context);
  draw_size(context);
}

}  // namespace texelscope::app
