#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/access/panel/access_panel.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/printed_texels.h"

namespace texelscope::app {
namespace {

/// Zooms with the wheel, pans by dragging; a click without a drag chooses the pixel.
void take_mouse(AccessLab& lab, Point mouse, float scale, bool is_clicked) {
  const ImGuiIO& io = ImGui::GetIO();
  lab.hovered.reset();
  if (ImGui::IsItemHovered()) {
    if (io.MouseWheel != 0) {
      zoom_by(lab.view, lab.view_extent, static_cast<double>(io.MouseWheel), mouse);
    }
    lab.hovered = image_position(lab.view, lab.view_extent, mouse);
  }
  for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
    const bool is_dragged = button == ImGuiMouseButton_Left ? ImGui::IsItemActive() : ImGui::IsItemHovered();
    if (is_dragged && ImGui::IsMouseDragging(button)) {
      pan(lab.view, lab.view_extent, static_cast<double>(io.MouseDelta.x * scale),
          static_cast<double>(io.MouseDelta.y * scale));
    }
  }
  const bool is_drag =
      ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x != 0 || ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).y != 0;
  if (is_clicked && !is_drag && lab.hovered && lab.picture()) {
    const AccessPixel pixel{static_cast<int>(std::floor(lab.hovered->x)), static_cast<int>(std::floor(lab.hovered->y))};
    if (pixel.x >= 0 && pixel.y >= 0 && pixel.x < lab.picture()->width && pixel.y < lab.picture()->height) {
      lab.choose_pixel(pixel);
      lab.tab = AccessTab::pixel;
    }
  }
}

void draw_caption(const AccessContext& context) {
  const AccessLab& lab = context.lab;
  const AccessStudy* const study = lab.study();
  std::string text = study == nullptr ? "" : study->title;
  if (lab.map()) {
    text = lab.maps()[*lab.map()].title;
  } else if (study != nullptr && lab.frame_picture() != FramePicture::recorded) {
    text += fmt::format(", {}", frame_picture_names[static_cast<std::size_t>(lab.frame_picture())]);
  }
  text_line(context, "caption", lab.error().empty() ? text : lab.error(),
            lab.error().empty() ? color::text_dim : color::error);
}

}  // namespace

void draw_access_picture(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  draw_caption(context);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 extent = ImGui::GetContentRegionAvail();
  PanelImage& shown = context.state().drawn.images["accesses.picture"];
  shown.image = lab.picture();
  if (extent.x < 1 || extent.y < 1) {
    return;
  }
  const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
  lab.view_extent = {.viewport_width = static_cast<double>(extent.x * scale),
                     .viewport_height = static_cast<double>(extent.y * scale),
                     .image_width = lab.picture() ? lab.picture()->width : 1,
                     .image_height = lab.picture() ? lab.picture()->height : 1,
                     .has_whole_fit = false};
  const bool is_clicked = invisible_button("canvas", extent);
  context.record("picture");
  const ImVec2 at = ImGui::GetIO().MousePos;
  take_mouse(lab, {static_cast<double>((at.x - corner.x) * scale), static_cast<double>((at.y - corner.y) * scale)},
             scale, is_clicked);
  settle(lab.view, lab.view_extent);
  shown.is_smooth = lab.view.zoom <= 1;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + extent.x, corner.y + extent.y};
  draw->AddRectFilled(corner, end, packed(color::canvas));
  if (shown.texture == nullptr || !lab.picture()) {
    return;
  }
  const TexelsOnScreen texels{
      [&](const Point& texel) {
        const Point point = viewport_position(lab.view, lab.view_extent, texel);
        return ImVec2{corner.x + static_cast<float>(point.x) / scale, corner.y + static_cast<float>(point.y) / scale};
      },
      static_cast<float>(lab.view.zoom) / scale, visible_texels(lab.view, lab.view_extent)};
  draw->PushClipRect(corner, end, true);
  draw->AddImage(
      texture_id(shown.texture), texels.to_window({0, 0}),
      texels.to_window({static_cast<double>(lab.picture()->width), static_cast<double>(lab.picture()->height)}));
  if (context.state().viewport.has_grid && lab.view.zoom >= grid_from_zoom) {
    draw_texel_grid(theme, draw, texels);
  }
  if (const std::optional<AccessPixel> pixel = lab.pixel()) {
    const ImVec2 low = texels.to_window({static_cast<double>(pixel->x), static_cast<double>(pixel->y)});
    // A small pixel has a frame around it.
    const float margin = std::max(0.0F, theme(8) - texels.side) / 2;
    frame_over_picture(theme, draw, {low.x - margin, low.y - margin},
                       {low.x + texels.side + margin, low.y + texels.side + margin}, color::accent);
  }
  draw->PopClipRect();
}

}  // namespace texelscope::app
