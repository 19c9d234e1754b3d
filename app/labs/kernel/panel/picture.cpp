#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "app/labs/kernel/panel/kernel_panel.h"
#include "app/scene/picture_tone.h"
#include "app/scene/texel.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/printed_texels.h"

namespace texelscope::app {
namespace {

/// A larger image is rendered at half its extent.
constexpr float max_pixels = 1 << 20;

/// Labels an image that the current source did not produce, and dims it unless somebody is typing, when it would
/// flicker.
void draw_image_note(const KernelContext& context, const Rect& picture) {
  const std::string note = context.lab.image_note();
  if (note.empty()) {
    return;
  }
  const Theme& theme = context.theme();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (!context.lab.is_typing()) {
    ImVec4 dim = color::canvas;
    dim.w = 0.6F;
    draw->AddRectFilled({picture.x, picture.y}, {picture.right(), picture.bottom()}, packed(dim));
  }
  const float margin = theme(8);
  const std::string shown = shortened(theme.small_text, note, picture.width - 4 * margin);
  const ImVec2 size = text_size(theme.small_text, shown);
  const Rect ground{picture.x + margin, picture.y + margin, size.x + 2 * margin, size.y + margin};
  draw->AddRectFilled({ground.x, ground.y}, {ground.right(), ground.bottom()}, packed(color::panel));
  draw_text(draw, theme.small_text, {ground.x + margin, ground.y + margin / 2}, packed(color::text), shown);
  context.record("picture.note", ground);
}

/// Zooms with the wheel at the mouse, and pans with the middle or right button: the left button belongs to the kernel.
void take_view(KernelLab& lab, Point mouse, float scale) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    zoom_by(lab.place, lab.place_extent, static_cast<double>(io.MouseWheel), mouse);
  }
  for (const ImGuiMouseButton button : {ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
    if (ImGui::IsItemHovered() && ImGui::IsMouseDragging(button, 0)) {
      pan(lab.place, lab.place_extent, static_cast<double>(io.MouseDelta.x * scale),
          static_cast<double>(io.MouseDelta.y * scale));
    }
  }
}

/// Pixel grid and the values that the kernel wrote, as set in the window's View menu.
void draw_pixels(const KernelContext& context, ImDrawList* draw, const TexelsOnScreen& pixels) {
  const State& state = context.state();
  const KernelLab& lab = context.lab;
  if (!lab.image()) {
    return;
  }
  if (state.viewport.has_grid && lab.place.zoom >= grid_from_zoom) {
    draw_texel_grid(context.theme(), draw, pixels);
  }
  if (state.viewport.has_texel_values && lab.place.zoom >= values_from_zoom(context.theme(), lab.place_extent)) {
    print_texels(context.theme(), draw, pixels, [&](int x, int y, int width) {
      return printed_texel(*picture_texel(*lab.image(), x, y), {}, state.viewport.notation, width);
    });
  }
}

}  // namespace

void draw_kernel_picture(const KernelContext& context) {
  KernelLab& lab = context.lab;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 extent = ImGui::GetContentRegionAvail();
  if (extent.x < 1 || extent.y < 1) {
    return;
  }
  float scale = ImGui::GetIO().DisplayFramebufferScale.x;
  while (extent.x * extent.y * scale * scale > max_pixels) {
    scale /= 2;
  }
  lab.view.width = std::max(1, static_cast<int>(extent.x * scale));
  lab.view.height = std::max(1, static_cast<int>(extent.y * scale));
  lab.place_extent = {.viewport_width = static_cast<double>(extent.x * scale),
                      .viewport_height = static_cast<double>(extent.y * scale),
                      .image_width = lab.image() ? lab.image()->width : lab.view.width,
                      .image_height = lab.image() ? lab.image()->height : lab.view.height,
                      .has_whole_fit = false};
  invisible_button("canvas", extent);
  context.record("picture");
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Point mouse{static_cast<double>((at.x - corner.x) * scale), static_cast<double>((at.y - corner.y) * scale)};
  take_view(lab, mouse, scale);
  settle(lab.place, lab.place_extent);
  lab.view.mouse.reset();
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
    const Point position = image_position(lab.place, lab.place_extent, mouse);
    lab.view.mouse = std::pair{static_cast<float>(position.x), static_cast<float>(position.y)};
  }
  lab.view.is_pressed = ImGui::IsItemActive();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec2 end{corner.x + extent.x, corner.y + extent.y};
  PanelImage& picture = context.state().drawn.images["kernels.picture"];
  picture.is_smooth = lab.place.zoom <= 1;
  if (picture.texture != nullptr) {
    const TexelsOnScreen pixels{
        [&](const Point& pixel) {
          const Point point = viewport_position(lab.place, lab.place_extent, pixel);
          return ImVec2{corner.x + static_cast<float>(point.x) / scale, corner.y + static_cast<float>(point.y) / scale};
        },
        static_cast<float>(lab.place.zoom) / scale, visible_texels(lab.place, lab.place_extent)};
    draw->PushClipRect(corner, end, true);
    draw->AddImage(texture_id(picture.texture), pixels.to_window({0, 0}),
                   pixels.to_window({static_cast<double>(lab.place_extent.image_width),
                                     static_cast<double>(lab.place_extent.image_height)}));
    draw_pixels(context, draw, pixels);
    draw->PopClipRect();
  } else {
    draw->AddRectFilled(corner, end, packed(color::panel));
    draw_text(draw, context.theme().small_text, {corner.x + context.theme()(10), corner.y + context.theme()(10)},
              packed(color::text_dim), "No kernel has produced a frame yet.");
  }
  draw_image_note(context, {corner.x, corner.y, extent.x, extent.y});
}

}  // namespace texelscope::app
