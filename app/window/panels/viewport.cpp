#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "app/scene/picture_tone.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/picture_comparison.h"
#include "app/window/picture_view.h"

namespace texelscope::app {
namespace {

/// From so many pixels a texel on, as in the renderer's shader.
constexpr double grid_from_zoom = 8;

bool is_inside_frame(const State& state, const Point& at) {
  return at.x >= 0 && at.y >= 0 && at.x < state.frame_width && at.y < state.frame_height;
}

void take_mouse(State& state, const Placement& placement) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_hovered = ImGui::IsItemHovered();
  const bool is_active = ImGui::IsItemActive();
  const Point mouse = placement.to_viewport(io.MousePos);
  if (is_hovered && io.MouseWheel != 0) {
    if (io.KeyCtrl) {
      zoom_by(state.view, view_extent(state), io.MouseWheel, mouse);
    } else {
      zoom_shown(state, io.MouseWheel, mouse);
    }
  }
  const bool is_on_split = drag_split(state, placement, mouse, is_hovered);
  const bool is_masking = drag_mask(state, mouse, is_hovered);
  const bool is_left =
      is_active && io.MouseDown[ImGuiMouseButton_Left] && !state.pictures.is_split_dragged && !is_masking;
  const bool draws = is_left && current_scene(state).takes_pointer && !state.is_pan_key_down && !io.KeyCtrl;
  const bool pans =
      is_active && !draws && (is_left || io.MouseDown[ImGuiMouseButton_Middle] || io.MouseDown[ImGuiMouseButton_Right]);
  if (pans && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    const Point from = placement.to_viewport({0, 0});
    const Point to = placement.to_viewport(io.MouseDelta);
    if (io.KeyCtrl) {
      pan(state.view, view_extent(state), to.x - from.x, to.y - from.y);
    } else {
      pan_shown(state, from, to);
    }
  }
  if (pans || (is_hovered && state.is_pan_key_down && !is_on_split)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  }
  const Point at = image_position(state.view, view_extent(state), mouse);
  state.hovered = (is_hovered || is_active) && is_inside_frame(state, at) ? std::optional{at} : std::nullopt;
  // The frames of such a scene follow from each other, and no frame comes.
  if (draws && !state.pointer.is_pressed && state.playback.is_paused && current_scene(state).has_history) {
    state.notices.notify(NoticeKind::information,
                         "The scene is paused, so nothing is drawn. P lets time go on, N makes one frame.", state.now);
  }
  state.pointer.is_pressed = draws;
  if (is_hovered || draws) {
    state.pointer.x = static_cast<float>(at.x);
    state.pointer.y = static_cast<float>(at.y);
  }
}

/// Prints the channels of a texel around its center, where `side` is a texel's size and `color` what is seen of it.
void print_channels(const Theme& theme, ImDrawList* draw, const ImVec2& center, float side,
                    const std::array<float, 4>& color, const std::function<std::string(int channel, int width)>& text,
                    int channels) {
  ImFont* font = side >= 4.6F * line_height(theme.value) ? theme.value : theme.tiny_value;
  const float line = std::floor(std::min(line_height(font) * 1.15F, side / 4.1F));
  // Checkers under transparency are light: ink as for what is seen.
  const float luminance =
      color[3] * (0.2126F * color[0] + 0.7152F * color[1] + 0.0722F * color[2]) + (1 - color[3]) * 0.4F;
  const auto level = static_cast<std::uint8_t>(255 * std::clamp(luminance, 0.0F, 1.0F));
  const ImU32 ink = packed(ink_on({level, level, level}));
  const float glyph = text_size(font, "0").x;
  const int characters = std::max(5, static_cast<int>((side - theme(4)) / glyph));
  float y = std::round(center.y - static_cast<float>(channels) * line / 2);
  for (int channel = 0; channel < channels; ++channel) {
    const std::string shown = text(channel, std::min(characters, 9));
    const float width = glyph * static_cast<float>(shown.size());
    draw_text(draw, font, {std::round(center.x - width / 2), y}, ink, shown);
    y += line;
  }
}

void print_frame_texels(const State& state, const Theme& theme, ImDrawList* draw, const Placement& placement) {
  const TexelPatch& texels = state.texels;
  const ViewExtent extent = view_extent(state);
  const float side = static_cast<float>(state.view.zoom) / placement.pixels_per_point;
  for (int y = texels.y; y < texels.y + texels.height; ++y) {
    for (int x = texels.x; x < texels.x + texels.width; ++x) {
      const TexelValue value = *texels.at(x, y);
      const std::array<float, 3> color = shown_color(state.format, value, viewport_exposure(state));
      const float alpha = state.format == FrameFormat::rgba8 ? value[3] / 255 : std::clamp(value[3], 0.0F, 1.0F);
      print_channels(
          theme, draw, placement.to_window(viewport_position(state.view, extent, {x + 0.5, y + 0.5})), side,
          {color[0], color[1], color[2], alpha},
          [&](int channel, int width) {
            return channel_text(state.format, value[static_cast<std::size_t>(channel)], width);
          },
          4);
    }
  }
}

/// The box of texels of which a part is in the frame.
struct TexelBox {
  int left, top, right, bottom;
};

TexelBox visible_texels(const PictureView& shown) {
  TexelBox box{shown.picture->width, shown.picture->height, 0, 0};
  for (const Point& corner :
       {Point{0, 0}, Point{shown.extent.viewport_width, 0}, Point{0, shown.extent.viewport_height},
        Point{shown.extent.viewport_width, shown.extent.viewport_height}}) {
    const Point at = image_position(shown.view, shown.extent, corner);
    box.left = std::min(box.left, static_cast<int>(std::floor(at.x)));
    box.top = std::min(box.top, static_cast<int>(std::floor(at.y)));
    box.right = std::max(box.right, static_cast<int>(std::ceil(at.x)));
    box.bottom = std::max(box.bottom, static_cast<int>(std::ceil(at.y)));
  }
  return {std::max(box.left, 0), std::max(box.top, 0), std::min(box.right, shown.picture->width),
          std::min(box.bottom, shown.picture->height)};
}

void print_picture_texels(const State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                          const Placement& placement) {
  const float side = static_cast<float>(shown_zoom(state)) / placement.pixels_per_point;
  const TexelBox box = visible_texels(shown);
  const PictureTone tone = shown_tone(state, *shown.picture);
  for (int y = box.top; y < box.bottom; ++y) {
    for (int x = box.left; x < box.right; ++x) {
      const PictureTexel texel = *picture_texel(*shown.picture, x, y);
      print_channels(
          theme, draw, placement.to_window(in_viewport(state, shown, {x + 0.5, y + 0.5})), side,
          shown_color(texel, tone),
          [&](int channel, int width) { return channel_text(texel, channel, state.notation, width); }, texel.channels);
    }
  }
}

/// Lines between the picture's texels, as the renderer draws them between the frame's.
void draw_picture_grid(const State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                       const Placement& placement) {
  const TexelBox box = visible_texels(shown);
  const ImU32 ink = packed(color::texel_line);
  const auto line = [&](const Point& from, const Point& to) {
    draw->AddLine(placement.to_window(in_viewport(state, shown, from)),
                  placement.to_window(in_viewport(state, shown, to)), ink, theme(1));
  };
  for (int x = box.left; x <= box.right; ++x) {
    line({double(x), double(box.top)}, {double(x), double(box.bottom)});
  }
  for (int y = box.top; y <= box.bottom; ++y) {
    line({double(box.left), double(y)}, {double(box.right), double(y)});
  }
}

void outline_hovered(const State& state, const Theme& theme, ImDrawList* draw, const Placement& placement) {
  const double side = shown_zoom(state) / placement.pixels_per_point;
  if (!state.hovered || side < static_cast<double>(theme(8))) {
    return;
  }
  const std::optional<PictureView> shown = picture_view(state);
  const Point at = shown ? *hovered_position(state, *shown) : *state.hovered;
  const auto corner = [&](double x, double y) {
    const Point texel{std::floor(at.x) + x, std::floor(at.y) + y};
    return placement.to_window(shown ? in_viewport(state, *shown, texel)
                                     : viewport_position(state.view, view_extent(state), texel));
  };
  if (shown && shown->view.rotation != 0) {
    draw->AddQuad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), packed(color::accent), theme(1.5F));
    return;
  }
  const ImVec2 end = corner(1, 1);
  frame_over_picture(theme, draw, corner(0, 0), {end.x + 1, end.y + 1}, color::accent);
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
    const std::optional<PictureView> shown = picture_view(state);
    if (shown && state.has_grid && shown_zoom(state) >= grid_from_zoom) {
      draw_picture_grid(state, *shown, context.theme, draw, placement);
    }
    const bool has_values = state.has_texel_values && shown_zoom(state) >= values_from_zoom(context.theme, state);
    if (shown && has_values) {
      print_picture_texels(state, *shown, context.theme, draw, placement);
    } else if (has_values && state.texels.format == state.format) {
      print_frame_texels(state, context.theme, draw, placement);
    }
    if (shown) {
      draw_comparison(state, *shown, context.theme, draw, placement);
    }
    outline_hovered(state, context.theme, draw, placement);
    if (shown) {
      draw_color_legend(context, *shown);
    }
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
