#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/window/panels/imgui_versions.h"

namespace texelscope::app {
namespace {

/// The size at which an image fits into a box.
float zoom_of(const MemoryPicture& picture, ImVec2 room) {
  return picture.image == nullptr ? 1
                                  : std::min(room.x / static_cast<float>(picture.image->width),
                                             room.y / static_cast<float>(picture.image->height));
}

/// An image in a box of this size, with its caption above.
void draw_picture(const CopyContext& context, const char* name, const char* title, const MemoryPicture& picture,
                  ImVec2 room) {
  const Theme& theme = context.theme();
  begin_part(name, room, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  titled(context, title, picture.caption, color::text_dim);
  PanelImage& shown = context.state().drawn.images[fmt::format("copies.{}", name)];
  shown.image = picture.image;
  const ImVec2 left = ImGui::GetContentRegionAvail();
  if (picture.image != nullptr && left.x > 1 && left.y > 1) {
    const float zoom = zoom_of(picture, left);
    const ImVec2 extent{std::max(1.0F, std::floor(static_cast<float>(picture.image->width) * zoom)),
                        std::max(1.0F, std::floor(static_cast<float>(picture.image->height) * zoom))};
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    invisible_button("picture", extent);
    context.record(fmt::format("picture.{}", name));
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const ImVec2 end{corner.x + extent.x, corner.y + extent.y};
    if (shown.texture != nullptr) {
      draw->AddImage(texture_id(shown.texture), corner, end);
    } else {
      draw->AddRectFilled(corner, end, packed(color::raised));
    }
    tooltip(theme, fmt::format("{}: memory from left to right and top to bottom, {}.", title, picture.caption));
  }
  ImGui::EndChild();
}

}  // namespace

void draw_copy_pictures(const CopyContext& context) {
  const Theme& theme = context.theme();
  const CopyOutcome* outcome = context.lab.outcome();
  if (outcome == nullptr || outcome->source_picture.caption.empty()) {
    const char* text = context.lab.is_running() ? "The images appear at the end of the run."
                                                : "Run the copy to see its memory before and after as images.";
    wrapped_line(context, "picture.none", color::text_dim, text);
    return;
  }
  wrapped_line(context, "picture.title", color::text_dim, outcome->description);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = theme(16);
  const float title = theme(size::heading) + ImGui::GetStyle().ItemSpacing.y;
  const auto smaller_zoom = [&](ImVec2 each) {
    return std::min(zoom_of(outcome->source_picture, each), zoom_of(outcome->destination_picture, each));
  };
  const bool is_beside =
      smaller_zoom({(room.x - gap) / 2, room.y - title}) >= smaller_zoom({room.x, (room.y - gap) / 2 - title});
  const ImVec2 half =
      is_beside ? ImVec2{std::floor((room.x - gap) / 2), room.y} : ImVec2{room.x, std::floor((room.y - gap) / 2)};
  draw_picture(context, "source", "SOURCE", outcome->source_picture, half);
  if (is_beside) {
    ImGui::SameLine(0, gap);
  }
  draw_picture(context, "result", "RESULT", outcome->destination_picture, half);
}

}  // namespace texelscope::app
