#include <algorithm>
#include <cmath>
#include <string>

#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/lab_widgets.h"

namespace texelscope::app {
namespace {

/// Window coordinates to the viewport's pixels and back.
struct Placement {
  ImVec2 corner;
  float pixels_per_point;

  [[nodiscard]] Point to_viewport(const ImVec2& at) const {
    return {(at.x - corner.x) * pixels_per_point, (at.y - corner.y) * pixels_per_point};
  }
  [[nodiscard]] ImVec2 to_window(const Point& at) const {
    return {corner.x + static_cast<float>(at.x) / pixels_per_point,
            corner.y + static_cast<float>(at.y) / pixels_per_point};
  }
};

bool is_inside_frame(const State& state, const Point& at) {
  return at.x >= 0 && at.y >= 0 && at.x < state.frame_width && at.y < state.frame_height;
}

void take_mouse(State& state, const Placement& placement) {
  const ImGuiIO& io = ImGui::GetIO();
  const ViewExtent extent = view_extent(state);
  const bool is_hovered = ImGui::IsItemHovered();
  const bool is_active = ImGui::IsItemActive();
  const Point mouse = placement.to_viewport(io.MousePos);
  if (is_hovered && io.MouseWheel != 0) {
    zoom_by(state.view, extent, io.MouseWheel, mouse);
  }
  const bool is_left = is_active && io.MouseDown[ImGuiMouseButton_Left];
  const bool draws = is_left && current_scene(state).takes_pointer && !state.is_pan_key_down;
  const bool pans =
      is_active && !draws && (is_left || io.MouseDown[ImGuiMouseButton_Middle] || io.MouseDown[ImGuiMouseButton_Right]);
  if (pans && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    pan(state.view, extent, io.MouseDelta.x * placement.pixels_per_point, io.MouseDelta.y * placement.pixels_per_point);
  }
  if (pans || (is_hovered && state.is_pan_key_down)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  }
  const Point at = image_position(state.view, extent, mouse);
  state.hovered = (is_hovered || is_active) && is_inside_frame(state, at) ? std::optional{at} : std::nullopt;
  state.pointer.is_pressed = draws;
  if (is_hovered || draws) {
    state.pointer.x = static_cast<float>(at.x);
    state.pointer.y = static_cast<float>(at.y);
  }
}

void print_texel(const State& state, const Theme& theme, ImDrawList* draw, const Placement& placement, int x, int y) {
  const auto value = state.texels.at(x, y);
  if (!value) {
    return;
  }
  const float side = static_cast<float>(state.view.zoom) / placement.pixels_per_point;
  ImFont* font = side >= 4.6F * line_height(theme.value) ? theme.value : theme.tiny_value;
  const float line = std::floor(std::min(line_height(font) * 1.15F, side / 4.1F));
  const std::array<float, 3> shown = shown_color(state.format, *value, state.exposure);
  // Checkers under transparency are light: ink as for what is seen.
  const float alpha = state.format == FrameFormat::rgba8 ? (*value)[3] / 255 : std::clamp((*value)[3], 0.0F, 1.0F);
  const float luminance = alpha * (0.2126F * shown[0] + 0.7152F * shown[1] + 0.0722F * shown[2]) + (1 - alpha) * 0.4F;
  const auto level = static_cast<std::uint8_t>(255 * std::clamp(luminance, 0.0F, 1.0F));
  const ImU32 ink = packed(ink_on({level, level, level}));
  const ImVec2 corner = placement.to_window(viewport_position(state.view, view_extent(state), {double(x), double(y)}));
  const float glyph = text_size(font, "0").x;
  const int characters = std::max(5, static_cast<int>((side - theme(4)) / glyph));
  float text_y = std::round(corner.y + (side - 4 * line) / 2);
  for (const float channel : *value) {
    const std::string text = channel_text(state.format, channel, std::min(characters, 9));
    const float width = glyph * static_cast<float>(text.size());
    draw_text(draw, font, {std::round(corner.x + (side - width) / 2), text_y}, ink, text);
    text_y += line;
  }
}

void outline_hovered(const State& state, const Theme& theme, ImDrawList* draw, const Placement& placement) {
  const double side = state.view.zoom / placement.pixels_per_point;
  if (!state.hovered || side < static_cast<double>(theme(8))) {
    return;
  }
  const Point texel{std::floor(state.hovered->x), std::floor(state.hovered->y)};
  const ImVec2 corner = placement.to_window(viewport_position(state.view, view_extent(state), texel));
  const ImVec2 end{corner.x + static_cast<float>(side) + 1, corner.y + static_cast<float>(side) + 1};
  frame_over_picture(theme, draw, corner, end, color::accent);
}

}  // namespace

void draw_viewport(const PanelContext& context) {
  State& state = context.state;
  const Rect& region = context.regions.viewport;
  if (begin_region("viewport", region, color::transparent, {0, 0},
                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse) &&
      region.width >= 1 && region.height >= 1) {
    const float scale = std::max(ImGui::GetIO().DisplayFramebufferScale.x, 1e-3F);
    const Placement placement{{region.x, region.y}, scale};
    invisible_button(
        "image", {region.width, region.height},
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle | ImGuiButtonFlags_MouseButtonRight);
    record_item(state, "viewport");
    take_mouse(state, placement);
    ImDrawList* draw = ImGui::GetWindowDrawList();
    const TexelPatch& texels = state.texels;
    if (state.has_texel_values && texels.format == state.format &&
        state.view.zoom >= values_from_zoom(context.theme, state)) {
      for (int y = texels.y; y < texels.y + texels.height; ++y) {
        for (int x = texels.x; x < texels.x + texels.width; ++x) {
          print_texel(state, context.theme, draw, placement, x, y);
        }
      }
    }
    outline_hovered(state, context.theme, draw, placement);
  }
  ImGui::End();
}

double values_from_zoom(const Theme& theme, const State& state) {
  // Bounds the number of texels, and with it the time of a frame, in large windows.
  constexpr double max_texels = 1200;
  return std::max(static_cast<double>(theme(size::texel_with_values)) * ImGui::GetIO().DisplayFramebufferScale.x,
                  std::sqrt(state.viewport_width * state.viewport_height / max_texels));
}

}  // namespace texelscope::app
