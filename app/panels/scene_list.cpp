#include <fmt/format.h>

#include "app/panels/widgets.h"

namespace texelscope::app {
namespace {

void draw_row(const PanelContext& context, std::size_t index) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const SceneDeclaration& scene = state.scenes[index];
  const bool is_current = state.scene == index;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = theme(size::row);
  const std::string name = fmt::format("scene.{}", scene.name);
  if (ImGui::InvisibleButton(name.c_str(), {width, height})) {
    choose_scene(state, index);
  }
  record_item(state, name);
  tooltip(theme, std::string{scene.teaches});

  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + width, corner.y + height};
  if (is_current || ImGui::IsItemHovered()) {
    draw->AddRectFilled(corner, end, packed(is_current ? color::accent_wash : color::raised), theme(size::rounding));
  }
  if (is_current) {
    draw->AddRectFilled(corner, {corner.x + theme(3), end.y}, packed(color::accent), theme(1));
  }
  const float text_y = corner.y + (height - ImGui::GetFontSize()) / 2;
  const std::string key = index < 9 ? fmt::format("{}", index + 1) : "";
  const float key_width = theme.value->FontSize;
  const std::string title = shortened(std::string{scene.title}, width - theme(24) - key_width);
  draw->AddText({corner.x + theme(12), text_y}, packed(is_current ? color::text : color::text_dim), title.c_str());
  draw->AddText(theme.value, theme.value->FontSize,
                {end.x - key_width, corner.y + (height - theme.value->FontSize) / 2}, packed(color::text_disabled),
                key.c_str());
}

}  // namespace

void draw_scene_list(const PanelContext& context) {
  const Theme& theme = context.theme;
  heading(theme, "SCENES");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, theme(2)});
  for (std::size_t i = 0; i < context.state.scenes.size(); ++i) {
    draw_row(context, i);
  }
  ImGui::PopStyleVar();
  // In a small window the parameters need the room; the scene's tooltip says the same.
  if (context.regions.side.height < theme(400)) {
    return;
  }
  const SceneDeclaration& scene = current_scene(context.state);
  ImGui::Dummy({0, 0});
  wrapped_text_in(theme.small_text, color::text_dim, std::string{scene.teaches});
  if (!scene.controls.empty()) {
    wrapped_text_in(theme.small_text, color::text_dim, std::string{scene.controls});
  }
}

}  // namespace texelscope::app
