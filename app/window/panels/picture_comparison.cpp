#include "app/window/panels/picture_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "app/compare/review/review.h"
#include "app/documents/document.h"
#include "app/text/shown_path.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/lab_widgets.h"

namespace texelscope::app {
namespace {

/// Converts a position in the viewport to one in the picture.
Point in_picture(const Documents& documents, const PictureView& shown, const Point& at) {
  return image_position(shown.view, shown.extent, image_position(documents.viewport.view, view_extent(documents), at));
}

bool has_split(const Documents& documents) {
  return documents.pictures.list.comparison == PictureComparison::split &&
         documents.pictures.compared.picture != nullptr;
}

/// The names of both pictures, each on its side of the split.
void draw_names(State& state, const Theme& theme, ImDrawList* draw, const ImVec2& top, const ImVec2& bottom) {
  const PictureList& list = state.pictures.list;
  const std::optional<PicturePair> pair = picture_pair(list);
  const ImVec2 low = draw->GetClipRectMin();
  const ImVec2 high = draw->GetClipRectMax();
  const float y = std::max(std::min(top.y, bottom.y), low.y) + theme(8);
  if (!pair || state.review.pairs) {
    return;
  }
  for (const bool is_a : {true, false}) {
    const std::string name =
        fmt::format("{}  {}", is_a ? "A" : "B", shown_file_name(list.pictures[is_a ? pair->a : pair->b].path));
    const float room = (is_a ? top.x - low.x : high.x - top.x) - theme(24);
    if (room < theme(24)) {
      continue;
    }
    const std::string text = shortened(theme.small_text, name, room);
    const ImVec2 extent = text_size(theme.small_text, text);
    const float x = is_a ? top.x - theme(12) - extent.x : top.x + theme(12);
    const Rect box{x - theme(4), y, extent.x + theme(8), extent.y + theme(4)};
    fill_box(draw, box, packed(color::scrim), theme(2));
    draw_text(draw, theme.small_text, {x, y + theme(2)}, packed(color::text), text);
    state.drawn.widgets[is_a ? "split.a" : "split.b"] = box;
  }
}

/// Lines over the parts of a comparison that only one of the pictures has.
void hatch_single_parts(const State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                        const Placement& placement) {
  const std::optional<PixelRectangle>& common = state.pictures.compared.common;
  if (!common || shown.view.rotation != 0) {
    return;
  }
  const auto at = [&](int x, int y) {
    return placement.to_window(in_viewport(
        state, shown, {static_cast<double>(x - shown.picture->x), static_cast<double>(y - shown.picture->y)}));
  };
  const int left = shown.picture->x;
  const int top = shown.picture->y;
  const int right = left + shown.picture->width;
  const int bottom = top + shown.picture->height;
  const int common_right = common->x + common->width;
  const int common_bottom = common->y + common->height;
  const auto hatch = [&](int x, int y, int end_x, int end_y) {
    if (end_x > x && end_y > y) {
      draw_hatch(theme, draw, at(x, y), at(end_x, end_y), color::text_dim);
    }
  };
  hatch(left, top, right, common->y);
  hatch(left, common_bottom, right, bottom);
  hatch(left, common->y, common->x, common_bottom);
  hatch(common_right, common->y, right, common_bottom);
}

void draw_split(State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                const Placement& placement) {
  const double x = state.pictures.list.split * shown.picture->width;
  const ImVec2 top = placement.to_window(in_viewport(state, shown, {x, 0}));
  const ImVec2 bottom = placement.to_window(in_viewport(state, shown, {x, static_cast<double>(shown.picture->height)}));
  // Visible on pictures of any color.
  draw->AddLine(top, bottom, packed(color::canvas), theme(4));
  draw->AddLine(top, bottom, packed(color::accent), theme(2));
  draw_names(state, theme, draw, top, bottom);
  state.drawn.widgets["split"] = {top.x - theme(2), std::min(top.y, bottom.y), theme(4), std::abs(bottom.y - top.y)};
}

bool has_masks(const State& state) {
  return (state.review.pairs || state.pictures.list.comparison != PictureComparison::off) &&
         state.pictures.compared.error.empty();
}

/// The corners of a frame slightly outside the centered cluster. They differ from the frame of the texel under the
/// mouse, which is complete and of a different color.
void draw_cluster(State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                  const Placement& placement) {
  const Comparison& comparison = *state.review.pairs->comparison();
  PixelRectangle bounds = bounds_of(*state.review.pairs->cluster());
  bounds.x += comparison.x - shown.picture->x;
  bounds.y += comparison.y - shown.picture->y;
  const auto at = [&](int x, int y) {
    return placement.to_window(in_viewport(state, shown, {static_cast<double>(x), static_cast<double>(y)}));
  };
  const ImVec2 origin = at(bounds.x, bounds.y);
  const ImVec2 along = at(bounds.x + bounds.width, bounds.y);
  const ImVec2 down = at(bounds.x, bounds.y + bounds.height);
  const float width = std::hypot(along.x - origin.x, along.y - origin.y);
  const float height = std::hypot(down.x - origin.x, down.y - origin.y);
  if (width <= 0 || height <= 0) {
    return;
  }
  const float margin = theme(5);
  // In window units from the cluster's corner, along its sides, for any rotation of the picture.
  const auto place = [&](float x, float y) {
    return ImVec2{origin.x + (along.x - origin.x) * x / width + (down.x - origin.x) * y / height,
                  origin.y + (along.y - origin.y) * x / width + (down.y - origin.y) * y / height};
  };
  const float arm_x = std::min(theme(14), width / 3 + margin);
  const float arm_y = std::min(theme(14), height / 3 + margin);
  const std::array<std::pair<ImU32, float>, 2> strokes{
      {{packed(color::shadow), theme(4)}, {packed(color::text), theme(2)}}};
  for (const auto& [ink, thickness] : strokes) {
    for (const auto& [x, step_x] : {std::pair{-margin, arm_x}, std::pair{width + margin, -arm_x}}) {
      for (const auto& [y, step_y] : {std::pair{-margin, arm_y}, std::pair{height + margin, -arm_y}}) {
        const std::array<ImVec2, 3> corner{place(x + step_x, y), place(x, y), place(x, y + step_y)};
        draw->AddPolyline(corner.data(), static_cast<int>(corner.size()), ink, 0, thickness);
      }
    }
  }
  const ImVec2 low = place(-margin, -margin);
  state.drawn.widgets["review.cluster_frame"] = {low.x, low.y, width + 2 * margin, height + 2 * margin};
}

/// The texels that two positions span, both included.
PixelRectangle between(const Point& from, const Point& to) {
  const auto low = [](double a, double b) { return static_cast<int>(std::floor(std::min(a, b))); };
  const auto high = [](double a, double b) { return static_cast<int>(std::floor(std::max(a, b))) + 1; };
  const int left = low(from.x, to.x);
  const int top = low(from.y, to.y);
  return {left, top, high(from.x, to.x) - left, high(from.y, to.y) - top};
}

bool has(const PixelRectangle& rectangle, const Point& at) {
  return at.x >= rectangle.x && at.y >= rectangle.y && at.x < rectangle.x + rectangle.width &&
         at.y < rectangle.y + rectangle.height;
}

void draw_mask(State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw, const Placement& placement,
               std::size_t index) {
  PixelRectangle mask = state.pictures.list.masks[index];
  mask.x -= shown.picture->x;
  mask.y -= shown.picture->y;
  const auto corner = [&](int x, int y) {
    return placement.to_window(
        in_viewport(state, shown, {static_cast<double>(mask.x + x), static_cast<double>(mask.y + y)}));
  };
  const std::array<ImVec2, 4> corners{corner(0, 0), corner(mask.width, 0), corner(mask.width, mask.height),
                                      corner(0, mask.height)};
  ImVec4 veil = color::canvas;
  veil.w = 0.6F;
  draw->AddQuadFilled(corners[0], corners[1], corners[2], corners[3], packed(veil));
  draw->AddQuad(corners[0], corners[1], corners[2], corners[3], packed(color::accent), theme(1.5F));
  const ImVec2 low{std::min(corners[0].x, corners[2].x), std::min(corners[0].y, corners[2].y)};
  const ImVec2 high{std::max(corners[0].x, corners[2].x), std::max(corners[0].y, corners[2].y)};
  state.drawn.widgets[fmt::format("mask.{}", index)] = {low.x, low.y, high.x - low.x, high.y - low.y};
}

}  // namespace

Point in_viewport(const Documents& documents, const PictureView& shown, const Point& at) {
  return viewport_position(documents.viewport.view, view_extent(documents),
                           viewport_position(shown.view, shown.extent, at));
}

bool drag_split(Documents& documents, const Placement& placement, const Point& mouse, bool is_hovered) {
  constexpr double reach = 6;
  const std::optional<PictureView> shown = has_split(documents) ? picture_view(documents) : std::nullopt;
  PictureList& list = documents.pictures.list;
  if (!shown || !ImGui::GetIO().MouseDown[ImGuiMouseButton_Left]) {
    list.is_split_dragged = false;
  }
  if (!shown) {
    return false;
  }
  const double width = shown->picture->width;
  const double x = in_picture(documents, *shown, mouse).x;
  const bool is_near = is_hovered && std::abs(x - list.split * width) * shown_document(documents)->zoom_factor() <=
                                         reach * placement.pixels_per_point;
  if (is_near && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    list.is_split_dragged = true;
  }
  if (list.is_split_dragged) {
    list.split = std::clamp(std::round(x) / width, 0.0, 1.0);
  }
  if (is_near || list.is_split_dragged) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  return is_near || list.is_split_dragged;
}

bool drag_mask(State& state, const Point& mouse, bool is_hovered) {
  PictureList& list = state.pictures.list;
  const std::optional<PictureView> shown = has_masks(state) ? picture_view(state) : std::nullopt;
  const ImGuiIO& io = ImGui::GetIO();
  if (!shown) {
    list.is_mask_dragged = false;
    return false;
  }
  // Masks are in the coordinates of the files.
  const Point inside = in_picture(state, *shown, mouse);
  const Point at{inside.x + shown->picture->x, inside.y + shown->picture->y};
  if (is_hovered && io.KeyShift && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    list.is_mask_dragged = true;
    list.mask_start = at;
  }
  if (!list.is_mask_dragged) {
    return false;
  }
  if (io.MouseDown[ImGuiMouseButton_Left]) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNWSE);
    return true;
  }
  list.is_mask_dragged = false;
  constexpr float least_drag = 3;
  const ImVec2 dragged{io.MousePos.x - io.MouseClickedPos[0].x, io.MousePos.y - io.MouseClickedPos[0].y};
  if (std::abs(dragged.x) >= least_drag || std::abs(dragged.y) >= least_drag) {
    list.masks.push_back(between(list.mask_start, at));
  } else if (const auto below = std::ranges::find_if(list.masks.rbegin(), list.masks.rend(),
                                                     [&](const PixelRectangle& mask) { return has(mask, at); });
             below != list.masks.rend()) {
    list.masks.erase(std::next(below).base());
  }
  return true;
}

void draw_comparison(State& state, const PictureView& shown, const Theme& theme, ImDrawList* draw,
                     const Placement& placement) {
  hatch_single_parts(state, shown, theme, draw, placement);
  if (has_split(state)) {
    draw_split(state, shown, theme, draw, placement);
  }
  if (state.review.pairs && state.review.pairs->cluster() != nullptr && state.pictures.list.shown) {
    draw_cluster(state, shown, theme, draw, placement);
  }
  if (!has_masks(state)) {
    return;
  }
  for (std::size_t index = 0; index < state.pictures.list.masks.size(); ++index) {
    draw_mask(state, shown, theme, draw, placement, index);
  }
  if (state.pictures.list.is_mask_dragged) {
    const ImVec2 from = ImGui::GetIO().MouseClickedPos[0];
    frame_over_picture(
        theme, draw, {std::min(from.x, ImGui::GetIO().MousePos.x), std::min(from.y, ImGui::GetIO().MousePos.y)},
        {std::max(from.x, ImGui::GetIO().MousePos.x), std::max(from.y, ImGui::GetIO().MousePos.y)}, color::accent);
  }
}

}  // namespace texelscope::app
