#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/documents/document.h"
#include "app/documents/picture_document.h"
#include "app/documents/sources.h"
#include "app/scene/picture_tone.h"
#include "app/sources/source_drawing.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/lab_widgets.h"
#include "app/window/panels/picture_comparison.h"
#include "app/window/panels/printed_texels.h"

namespace texelscope::app {
namespace {

bool is_inside_frame(const Documents& documents, const Point& at) {
  return at.x >= 0 && at.y >= 0 && at.x < documents.frame.width && at.y < documents.frame.height;
}

/// Puts the picked texel in the place of the mouse, until that moves.
void take_picked(Documents& documents, const ImGuiIO& io) {
  std::optional<Point>& picked = documents.viewport.picked;
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 || io.MouseDown[ImGuiMouseButton_Left]) {
    picked.reset();
  }
  if (!picked) {
    return;
  }
  const std::optional<PictureView> shown = picture_view(documents);
  const Point at =
      shown ? image_position(documents.viewport.view, view_extent(documents), in_viewport(documents, *shown, *picked))
            : *picked;
  if (is_inside_frame(documents, at)) {
    documents.viewport.hovered = at;
  } else {
    picked.reset();
  }
}

void take_mouse(State& state, const Placement& placement) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_hovered = ImGui::IsItemHovered();
  const bool is_active = ImGui::IsItemActive();
  const Point mouse = placement.to_viewport(io.MousePos);
  if (is_hovered && io.MouseWheel != 0) {
    if (io.KeyCtrl) {
      zoom_by(state.viewport.view, view_extent(state), io.MouseWheel, mouse);
    } else {
      shown_document(state)->zoom(io.MouseWheel, mouse);
    }
  }
  const bool is_on_split = drag_split(state, placement, mouse, is_hovered);
  const bool is_masking = drag_mask(state, mouse, is_hovered);
  const bool is_left =
      is_active && io.MouseDown[ImGuiMouseButton_Left] && !state.pictures.list.is_split_dragged && !is_masking;
  const bool draws = is_left && current_scene(state).takes_pointer && !state.viewport.is_pan_key_down && !io.KeyCtrl;
  const bool pans =
      is_active && !draws && (is_left || io.MouseDown[ImGuiMouseButton_Middle] || io.MouseDown[ImGuiMouseButton_Right]);
  if (pans && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
    const Point from = placement.to_viewport({0, 0});
    const Point to = placement.to_viewport(io.MouseDelta);
    if (io.KeyCtrl) {
      pan(state.viewport.view, view_extent(state), to.x - from.x, to.y - from.y);
    } else {
      shown_document(state)->pan(from, to);
    }
  }
  if (pans || (is_hovered && state.viewport.is_pan_key_down && !is_on_split)) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  }
  const Point at = image_position(state.viewport.view, view_extent(state), mouse);
  state.viewport.hovered = (is_hovered || is_active) && is_inside_frame(state, at) ? std::optional{at} : std::nullopt;
  take_picked(state, io);
  // A scene with history computes each frame from the previous one, and no new frame is produced while it is paused.
  if (draws && !state.viewport.pointer.is_pressed && state.scenes.playback.is_paused &&
      current_scene(state).has_history) {
    state.notices.notify(NoticeKind::information,
                         "The scene is paused, so nothing is drawn. P resumes time; N advances one frame.", state.now);
  }
  state.viewport.pointer.is_pressed = draws;
  if (is_hovered || draws) {
    state.viewport.pointer.x = static_cast<float>(at.x);
    state.viewport.pointer.y = static_cast<float>(at.y);
  }
}

void print_frame_texels(const Documents& documents, const Theme& theme, ImDrawList* draw, const Placement& placement) {
  const TexelPatch& texels = documents.frame.texels;
  const ViewExtent extent = view_extent(documents);
  print_texels(
      theme, draw,
      {[&](const Point& texel) {
         return placement.to_window(viewport_position(documents.viewport.view, extent, texel));
       },
       static_cast<float>(documents.viewport.view.zoom) / placement.pixels_per_point,
       {texels.x, texels.y, texels.x + texels.width, texels.y + texels.height}},
      [&](int x, int y, int width) {
        const TexelValue value = *texels.at(x, y);
        const auto [red, green, blue] = shown_color(documents.frame.format, value, viewport_exposure(documents));
        const float alpha =
            documents.frame.format == FrameFormat::rgba8 ? value[3] / 255 : std::clamp(value[3], 0.0F, 1.0F);
        PrintedTexel printed{{red, green, blue, alpha}, 4, {}};
        std::ranges::transform(value, printed.texts.begin(),
                               [&](float channel) { return channel_text(documents.frame.format, channel, width); });
        return printed;
      });
}

TexelsOnScreen texels_on_screen(const Documents& documents, const PictureView& shown, const Placement& placement) {
  return {[&](const Point& texel) { return placement.to_window(in_viewport(documents, shown, texel)); },
          static_cast<float>(shown_document(documents)->zoom_factor()) / placement.pixels_per_point,
          visible_texels(shown.view, shown.extent)};
}

void print_picture_texels(const Documents& documents, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                          const Placement& placement) {
  const PictureTone tone = shown_tone(documents, *shown.picture);
  print_texels(theme, draw, texels_on_screen(documents, shown, placement), [&](int x, int y, int width) {
    return printed_texel(*picture_texel(*shown.picture, x, y), tone,
                         notation_for(documents.viewport.notation, *shown.picture), width);
  });
}

/// The rectangle to display, and that of the pixels, of a picture whose file has both.
void outline_windows(const Documents& documents, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                     const Placement& placement) {
  const Image& picture = *shown.picture;
  if (!picture.display_window) {
    return;
  }
  const auto outline = [&](const PixelRectangle& window, const ImVec4& ink) {
    const auto corner = [&](double x, double y) {
      return placement.to_window(in_viewport(documents, shown, {window.x + x - picture.x, window.y + y - picture.y}));
    };
    const double width = window.width;
    const double height = window.height;
    // Visible on pictures of any color.
    for (const auto& [color, thickness] : {std::pair(packed(color::shadow), 3.0F), std::pair(packed(ink), 1.0F)}) {
      draw->AddQuad(corner(0, 0), corner(width, 0), corner(width, height), corner(0, height), color, theme(thickness));
    }
  };
  outline({picture.x, picture.y, picture.width, picture.height}, color::line);
  outline(*picture.display_window, color::accent);
}

/// Covers the texels that a program has not sent, and draws what it drew over its picture.
void draw_source(const Documents& documents, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                 const Placement& placement) {
  const std::optional<LoadedImage>& open = documents.pictures.current;
  const auto frame = open ? displayed_frame(documents.sources, open->path) : nullptr;
  if (!frame) {
    return;
  }
  const auto at = [&](double x, double y) { return placement.to_window(in_viewport(documents, shown, {x, y})); };
  if (const std::optional<SentTexels> sent = sent_texels(frame)) {
    const double width = shown.picture->width;
    const double height = shown.picture->height;
    const auto left = static_cast<double>(sent->x);
    const auto top = static_cast<double>(sent->y);
    const double right = left + static_cast<double>(sent->width);
    const double bottom = top + static_cast<double>(sent->height);
    const auto cover = [&](double x, double y, double end_x, double end_y) {
      if (end_x > x && end_y > y) {
        draw->AddQuadFilled(at(x, y), at(end_x, y), at(end_x, end_y), at(x, end_y), packed(color::panel));
      }
    };
    cover(0, 0, width, top);
    cover(0, bottom, width, height);
    cover(0, top, left, bottom);
    cover(right, top, width, bottom);
  }
  if (!frame->drawing) {
    return;
  }
  const auto zoom = static_cast<float>(shown_document(documents)->zoom_factor()) / placement.pixels_per_point;
  for (const DrawnPath& path : frame->drawing->paths) {
    std::vector<ImVec2> points;
    points.reserve(path.points.size());
    for (const auto& [x, y] : path.points) {
      points.push_back(at(static_cast<double>(x), static_cast<double>(y)));
    }
    const auto count = static_cast<int>(points.size());
    const ImU32 ink = ImGui::ColorConvertFloat4ToU32({path.color[0], path.color[1], path.color[2], path.color[3]});
    if (path.is_filled) {
      draw->AddConvexPolyFilled(points.data(), count, ink);
    } else {
      const float width = path.is_width_in_texels ? path.width * zoom : theme(path.width);
      draw->AddPolyline(points.data(), count, ink, path.is_closed ? ImDrawFlags_Closed : ImDrawFlags_None,
                        std::clamp(width, 1.0F, 1000.0F));
    }
  }
}

/// Covers what an unchanged border color shows outside a picture: the surround has one neutral color in any picture.
void cover_surround(const Documents& documents, const PictureView& shown, ImDrawList* draw,
                    const Placement& placement) {
  const ParameterValues& values = current_settings(documents).values;
  constexpr std::array<std::string_view, 5> names = {"address", "border_red", "border_green", "border_blue",
                                                     "border_alpha"};
  const bool has_plain_border = std::ranges::all_of(names, [&](std::string_view name) {
    const Parameter* const found = find_parameter(values.parameters(), name);
    return found != nullptr && values.value(name) == found->initial;
  });
  if (!has_plain_border) {
    return;
  }
  constexpr double far = 1 << 22U;
  const double width = shown.picture->width;
  const double height = shown.picture->height;
  const auto cover = [&](double left, double top, double right, double bottom) {
    const auto at = [&](double x, double y) { return placement.to_window(in_viewport(documents, shown, {x, y})); };
    draw->AddQuadFilled(at(left, top), at(right, top), at(right, bottom), at(left, bottom), packed(color::canvas));
  };
  cover(-far, -far, far, 0);
  cover(-far, height, far, far);
  cover(-far, 0, 0, height);
  cover(width, 0, far, height);
}

void outline_hovered(const Documents& documents, const Theme& theme, ImDrawList* draw, const Placement& placement) {
  const double side = shown_document(documents)->zoom_factor() / placement.pixels_per_point;
  if (!documents.viewport.hovered || side < static_cast<double>(theme(8))) {
    return;
  }
  const std::optional<PictureView> shown = picture_view(documents);
  const Point at = shown ? *hovered_position(documents, *shown) : *documents.viewport.hovered;
  const auto corner = [&](double x, double y) {
    const Point texel{std::floor(at.x) + x, std::floor(at.y) + y};
    return placement.to_window(shown ? in_viewport(documents, *shown, texel)
                                     : viewport_position(documents.viewport.view, view_extent(documents), texel));
  };
  if (shown && shown->view.rotation != 0) {
    draw->AddQuad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), packed(color::accent), theme(1.5F));
    return;
  }
  const ImVec2 end = corner(1, 1);
  frame_over_picture(theme, draw, corner(0, 0), {end.x + 1, end.y + 1}, color::accent);
}

/// Says that the frame is that of another scene, or older than what was chosen.
void draw_start(const PanelContext& context, ImDrawList* draw) {
  const State& state = context.state;
  constexpr double longest_wait = 0.4;
  const bool is_other = state.frame.scene && *state.frame.scene != state.scenes.current && !state.scenes.has_failed;
  const bool is_late = state.frame.pending_since && state.now - *state.frame.pending_since > longest_wait &&
                       state.pictures.current.has_value();
  if (!is_other && !is_late && !state.pictures.compared.is_being_made) {
    return;
  }
  const Theme& theme = context.theme;
  const std::string text = is_other ? fmt::format("Starting “{}” …", current_scene(state).title)
                           : state.pictures.compared.is_being_made ? std::string("Comparing …")
                                                                   : std::string("Rendering …");
  const ImVec2 extent = text_size(theme.text, text);
  const Rect box{context.regions.viewport.x + theme(16), context.regions.viewport.y + theme(16), extent.x + theme(24),
                 extent.y + theme(12)};
  fill_box(draw, box, packed(color::panel), theme(size::rounding));
  draw_text_at(draw, theme.text, middle_of(box), {0.5F, 0.5F}, packed(color::text), text);
  context.state.drawn.widgets["viewport.starting"] = box;
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
    if (shown) {
      cover_surround(state, *shown, draw, placement);
    }
    if (shown && state.viewport.has_grid && shown_document(state)->zoom_factor() >= grid_from_zoom) {
      draw_texel_grid(context.theme, draw, texels_on_screen(state, *shown, placement));
    }
    const bool has_values = state.viewport.has_texel_values &&
                            shown_document(state)->zoom_factor() >= values_from_zoom(context.theme, view_extent(state));
    if (shown && has_values) {
      print_picture_texels(state, *shown, context.theme, draw, placement);
    } else if (has_values && state.frame.texels.format == state.frame.format) {
      print_frame_texels(state, context.theme, draw, placement);
    }
    if (shown) {
      draw_source(state, *shown, context.theme, draw, placement);
      outline_windows(state, *shown, context.theme, draw, placement);
      draw_comparison(state, *shown, context.theme, draw, placement);
    }
    outline_hovered(state, context.theme, draw, placement);
    if (shown) {
      draw_color_legend(context, *shown);
    }
    draw_start(context, draw);
  }
  ImGui::End();
}

}  // namespace texelscope::app
