#include "app/workspace/gallery.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// At scale 1.
constexpr float card_gap = 12;
constexpr float card_text_height = 60;
/// The search keeps keyboard focus while the mouse moves over the cards.
constexpr ImGuiHoveredFlags hovered_while_typing = ImGuiHoveredFlags_AllowWhenBlockedByActiveItem;

void draw_search(const PanelContext& context, float width) {
  Gallery& gallery = context.state.gallery;
  std::array<char, 256> buffer{};
  std::strncpy(buffer.data(), gallery.search.c_str(), buffer.size() - 1);
  give_keyboard(gallery.takes_focus);
  ImGui::SetNextItemWidth(width);
  ImGui::InputTextWithHint("##search", "Search names and topics", buffer.data(), buffer.size());
  record_item(context.state, "gallery.search");
  gallery.search = buffer.data();
}

void draw_star(ImDrawList* draw, ImVec2 center, float radius, bool is_filled, ImU32 ink) {
  std::array<ImVec2, 10> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    constexpr float pi = 3.14159265F;
    const float angle = -pi / 2 + static_cast<float>(i) * pi / 5;
    const float reach = i % 2 == 0 ? radius : radius * 0.42F;
    corners[i] = {center.x + reach * std::cos(angle), center.y + reach * std::sin(angle)};
  }
  if (is_filled) {
    // The star is not convex, so its spikes are drawn separately, as quadrilaterals from its center.
    for (std::size_t i = 0; i < corners.size(); i += 2) {
      draw->AddQuadFilled(center, corners[(i + 9) % 10], corners[i], corners[(i + 1) % 10], ink);
    }
  } else {
    draw->AddPolyline(corners.data(), static_cast<int>(corners.size()), ink, true, std::max(1.0F, radius / 7));
  }
}

void draw_picture(const PanelContext& context, std::size_t position, ImVec2 corner, ImVec2 end) {
  const State& state = context.state;
  const Theme& theme = context.theme;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(corner, end, packed(color::canvas), theme(size::rounding));
  const auto picture = state.drawn.images.find(thumbnail_name(state.scenes.all[position]));
  if (picture != state.drawn.images.end() && picture->second.texture != nullptr) {
    draw->AddImageRounded(texture_id(picture->second.texture), corner, end, {0, 0}, {1, 1}, IM_COL32_WHITE,
                          theme(size::rounding));
    return;
  }
  const bool has_failed = position < state.gallery.errors.size() && !state.gallery.errors[position].empty();
  const char* const text = has_failed ? "not available" : "…";
  const ImVec2 extent = ImGui::CalcTextSize(text);
  draw->AddText({(corner.x + end.x - extent.x) / 2, (corner.y + end.y - extent.y) / 2},
                packed(has_failed ? color::error : color::text_disabled), text);
}

/// The beginning of the text, on two lines of that width.
std::string two_lines(const std::string& text, float width) {
  std::size_t end = 0;
  for (std::size_t blank = text.find(' '); blank != std::string::npos; blank = text.find(' ', blank + 1)) {
    if (ImGui::CalcTextSize(text.c_str(), text.c_str() + blank).x > width) {
      break;
    }
    end = blank;
  }
  const bool fits = end == 0 || ImGui::CalcTextSize(text.c_str()).x <= width;
  return fits ? shortened(text, width) : text.substr(0, end) + '\n' + shortened(text.substr(end + 1), width);
}

void draw_card(const PanelContext& context, std::size_t position, float width) {
  State& state = context.state;
  Gallery& gallery = state.gallery;
  const Theme& theme = context.theme;
  const SceneDeclaration& scene = state.scenes.all[position];
  const std::string name{scene.name};
  const float picture_height = std::floor(width * thumbnail_height / thumbnail_width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 end{corner.x + width, corner.y + picture_height + theme(card_text_height)};
  const float star_size = theme(26);

  ImGui::PushID(name.c_str());
  overlapped_button("card", {width, end.y - corner.y});
  record_item(state, "gallery." + name);
  const bool is_clicked = ImGui::IsItemClicked();
  const bool is_hovered = ImGui::IsItemHovered(hovered_while_typing | ImGuiHoveredFlags_AllowWhenOverlapped);
  if (ImGui::IsItemVisible()) {
    gallery.visible.push_back(position);
  }
  const std::string error = position < gallery.errors.size() ? gallery.errors[position] : "";
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({end.x - star_size, corner.y + picture_height + theme(4)});
  const bool is_star_clicked = invisible_button("star", {star_size, star_size});
  record_item(state, "gallery." + name + ".favorite");
  const bool is_star_hovered = ImGui::IsItemHovered(hovered_while_typing);
  tooltip(theme, gallery.favorites.contains(name) ? "Removes the scene from the favorites."
                                                  : "Adds the scene to the favorites.");
  ImGui::SetCursorScreenPos(after);

  ImDrawList* draw = ImGui::GetWindowDrawList();
  const bool is_current = !state.labs.is_any_open() && state.scenes.current == position;
  if (is_hovered || is_current) {
    const float edge = theme(5);
    draw->AddRectFilled({corner.x - edge, corner.y - edge}, {end.x + edge, end.y},
                        packed(is_current ? color::accent_wash : color::raised), theme(5));
  }
  draw_picture(context, position, corner, {end.x, corner.y + picture_height});
  if (is_current) {
    draw->AddRect(corner, {end.x, corner.y + picture_height}, packed(color::accent), theme(size::rounding), 0,
                  std::max(1.0F, theme(2)));
  }
  const float text_width = width - star_size - theme(4);
  draw_text(draw, theme.text, {corner.x, corner.y + picture_height + theme(5)}, packed(color::text),
            shortened(std::string{scene.title}, text_width));
  ImGui::PushFont(theme.small_text);
  draw->AddText({corner.x, corner.y + picture_height + theme(23)}, packed(color::text_dim),
                two_lines(std::string{scene.teaches}, width).c_str());
  ImGui::PopFont();
  const bool is_favorite = gallery.favorites.contains(name);
  draw_star(draw, {end.x - star_size / 2, corner.y + picture_height + theme(4) + star_size / 2}, theme(8), is_favorite,
            packed(is_favorite       ? color::accent
                   : is_star_hovered ? color::text
                                     : color::text_disabled));
  if (is_hovered && !is_star_hovered) {
    gallery.hovered = position;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{theme(10), theme(8)});
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(theme(320));
    text_in(theme.small_text, color::text, std::string{scene.teaches});
    if (!scene.controls.empty()) {
      text_in(theme.small_text, color::text_dim, std::string{scene.controls});
    }
    if (!error.empty()) {
      text_in(theme.small_text, color::error, error);
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
  }
  if (is_star_clicked) {
    toggle_favorite(state, position);
  } else if (is_clicked && !is_star_hovered) {
    choose_from_gallery(state, position);
  }
  ImGui::PopID();
}

/// Search, favorites, tour.
void draw_top_row(const PanelContext& context) {
  State& state = context.state;
  Gallery& gallery = state.gallery;
  const Theme& theme = context.theme;
  const float room = ImGui::GetContentRegionAvail().x;
  draw_search(context, std::max(theme(90), std::min(theme(300), room - theme(330))));
  ImGui::SameLine(0, theme(12));
  check_box(context.theme, "Favorites only", &gallery.has_favorites_only);
  record_item(state, "gallery.favorites_only");
  ImGui::SameLine(0, theme(12));
  ImGui::SetNextItemWidth(theme(64));
  ImGui::DragInt("##seconds", &gallery.seconds_per_scene, 0.1F, 1, 120, "%d s", ImGuiSliderFlags_AlwaysClamp);
  describe_item(context, "gallery.seconds", "How long the tour shows each scene.");
  ImGui::SameLine(0, theme(8));
  if (ImGui::Button(gallery.is_touring ? "End tour" : "Tour")) {
    toggle_tour(state);
  }
  describe_item(context, "gallery.tour", "Shows one scene after another; only favorites if those are selected.");
}

void draw_cards(const PanelContext& context, const std::vector<std::size_t>& found) {
  const Theme& theme = context.theme;
  const float gap = theme(card_gap);
  const float edge = theme(6);
  const float room = ImGui::GetContentRegionAvail().x - 2 * edge;
  const auto columns = static_cast<std::size_t>(std::max(1.0F, std::floor((room + gap) / (theme(196) + gap))));
  const float width = std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  ImGui::Dummy({0, edge - theme(size::gap)});
  const ImVec2 first = ImGui::GetCursorPos();
  const float step = std::floor(width * thumbnail_height / thumbnail_width) + theme(card_text_height) + theme(8);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::size_t row = i / columns;
    const std::size_t column = i % columns;
    ImGui::SetCursorPos(
        {first.x + edge + static_cast<float>(column) * (width + gap), first.y + static_cast<float>(row) * step});
    draw_card(context, found[i], width);
  }
  if (!found.empty()) {
    end_after_set_cursor();
  }
}

}  // namespace

void draw_gallery(const PanelContext& context) {
  State& state = context.state;
  Gallery& gallery = state.gallery;
  gallery.hovered.reset();
  gallery.visible.clear();
  if (!gallery.is_shown) {
    return;
  }
  if (begin_overlay(context, "gallery", "Gallery", {1280, 820}, gallery.is_shown)) {
    draw_top_row(context);
    const std::vector<std::size_t> found = gallery_scenes(state);
    ImGui::BeginChild("cards", {0, 0}, false);
    if (found.empty()) {
      wrapped_text_in(context.theme.small_text, color::text_dim,
                      gallery.has_favorites_only && gallery.favorites.empty()
                          ? "No favorites yet. Click a scene's star to add it."
                          : "No scene has all these words in its name or topic.");
    }
    draw_cards(context, found);
    ImGui::EndChild();
    if (std::exchange(gallery.has_enter, false) && !found.empty()) {
      choose_from_gallery(state, found.front());
    }
  }
  end_overlay();
}

}  // namespace texelscope::app
