#include "app/panels/widgets.h"

namespace texelscope::app {
namespace {

void draw_splitter(const PanelContext& context) {
  const Rect& region = context.regions.splitter;
  if (begin_region("splitter", region, color::panel, {0, 0})) {
    invisible_button("drag", {region.width, region.height});
    record_item(context.state, "splitter");
    const bool is_active = ImGui::IsItemActive();
    if (is_active || ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    if (is_active) {
      context.state.side_width = dragged_side_width(ImGui::GetIO().MousePos.x, context.theme.scale);
    }
    const float x = region.right() - context.theme(1);
    ImGui::GetWindowDrawList()->AddRectFilled({x, region.y}, {region.right(), region.bottom()},
                                              packed(is_active ? color::accent : color::line));
  }
  ImGui::End();
}

}  // namespace

void draw_side_panel(const PanelContext& context) {
  if (!context.state.has_side_panel) {
    return;
  }
  const Theme& theme = context.theme;
  if (begin_region("side", context.regions.side, color::panel, {theme(size::padding), theme(6)})) {
    // A child, so that the scrollbar keeps clear of the edge.
    ImGui::BeginChild("scroll", {0, 0}, false);
    draw_scene_list(context);
    draw_lab_list(context);
    if (const LabDeclaration* lab = current_lab(context.state)) {
      lab->draw_side(context);
    } else {
      draw_scene_text(context);
      draw_frame_section(context);
      draw_parameters(context);
    }
    ImGui::EndChild();
  }
  ImGui::End();
  draw_splitter(context);
}

}  // namespace texelscope::app
