#include "app/documents/picture_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "app/text/shown_path.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/list_row.h"
#include "app/window/panels/widgets.h"
#include "app/window/review/picture_label.h"
#include "app/workspace/open.h"

namespace texelscope::app {
namespace {

constexpr std::size_t least_rows = 5;
constexpr float row_height = 36;
/// In units of the theme.
constexpr float thumbnail_columns = 42;
constexpr float thumbnail_rows = 28;

/// Scrolls the list to the shown picture when it changes, without interfering with the user's scrolling.
void bring_into_sight(std::size_t shown) {
  int& listed = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("listed"), -1);
  if (std::exchange(listed, static_cast<int>(shown)) == static_cast<int>(shown)) {
    return;
  }
  bring_row_into_sight();
}

/// Draws the thumbnail into the last row, centered in its space.
void draw_thumbnail(const PanelContext& context, ListedPicture& picture, std::size_t position) {
  const bool was_in_sight = std::exchange(picture.is_in_sight, ImGui::IsItemVisible());
  if (!was_in_sight && !picture.is_in_sight) {
    return;
  }
  PanelImage& shown = context.state.drawn.images[fmt::format("picture.{}", position)];
  shown.image = picture.is_in_sight ? picture.thumbnail : nullptr;
  if (shown.image == nullptr || shown.texture == nullptr) {
    return;
  }
  const Theme& theme = context.theme;
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const float scale = std::min(theme(thumbnail_columns) / static_cast<float>(shown.image->width),
                               theme(thumbnail_rows) / static_cast<float>(shown.image->height));
  // A picture of a long page has at least one column.
  const ImVec2 half{std::max(scale * static_cast<float>(shown.image->width), 1.0F) / 2,
                    std::max(scale * static_cast<float>(shown.image->height), 1.0F) / 2};
  const ImVec2 middle{low.x + theme(8 + thumbnail_columns / 2), (low.y + high.y) / 2};
  context.state.drawn.widgets[fmt::format("picture.{}.thumbnail", position)] = {middle.x - half.x, middle.y - half.y,
                                                                                2 * half.x, 2 * half.y};
  ImGui::GetWindowDrawList()->AddImage(texture_id(shown.texture),
                                       {std::round(middle.x - half.x), std::round(middle.y - half.y)},
                                       {std::round(middle.x + half.x), std::round(middle.y + half.y)});
}

std::string tooltip_of(const ListedPicture& picture) {
  if (!picture.error.empty()) {
    return picture.error;
  }
  const std::string part = picture.reading.part.empty() ? "" : fmt::format(" ({})", picture.reading.part);
  const std::string missing = picture.is_missing ? ": the file was deleted or moved; its pixels are still shown" : "";
  return shown_path(picture.path) + part + missing;
}

void draw_rows(const PanelContext& context, bool is_long) {
  State& state = context.state;
  PictureList& list = state.pictures.list;
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < list.pictures.size(); ++i) {
    ListedPicture& picture = list.pictures[i];
    const PictureLabel label = picture_label(state, i);
    if (draw_list_row(context,
                      {fmt::format("picture.{}", i), label.title, tooltip_of(picture), label.mark, list.shown == i,
                       row_height, thumbnail_columns},
                      ImGui::GetContentRegionAvail().x)) {
      chosen = i;
    }
    draw_thumbnail(context, picture, i);
    if (is_long && list.shown == i) {
      bring_into_sight(i);
    }
  }
  show_listed(state, chosen);
}

void draw_comparison(const PanelContext& context) {
  State& state = context.state;
  const Theme& theme = context.theme;
  PictureList& list = state.pictures.list;
  const auto titles = picture_comparison_titles();
  const auto chosen = static_cast<std::size_t>(list.comparison);
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo("##comparison", std::string{titles[chosen]}.c_str());
  describe_item(
      context, "pictures.comparison",
      state.review.pairs
          ? "How the shown image is compared with the other image. Key M."
          : "How the shown picture, A, is compared with B: the previously shown one or, if there is none, the "
            "next one. Key M.");
  if (is_open) {
    for (std::size_t i = 0; i < titles.size(); ++i) {
      if (ImGui::Selectable(std::string{titles[i]}.c_str(), i == chosen)) {
        choose_comparison(state, static_cast<PictureComparison>(i));
      }
      record_item(state, fmt::format("pictures.comparison.{}", picture_comparison_names()[i]));
    }
    ImGui::EndCombo();
  }
  if (list.comparison == PictureComparison::off) {
    return;
  }
  const ComparedPictures& compared = state.pictures.compared;
  if (compared.is_being_made) {
    text_in(theme.small_text, color::text_dim, "Comparing…");
  } else if (!list.other) {
    wrapped_text_in(theme.small_text, color::text_dim, "Show a second picture to compare it with this one.");
  } else if (const std::string& error = list.pictures[*list.other].error; !error.empty()) {
    wrapped_text_in(theme.small_text, color::error, error);
  } else if (!compared.error.empty()) {
    wrapped_text_in(theme.small_text, color::error, compared.error);
  }
  for (std::size_t i = 0; i < compared.figures.size(); ++i) {
    const ComparisonFigure& figure = compared.figures[i];
    const std::string name = fmt::format("pictures.figure.{}", i);
    if (!figure.at) {
      wrapped_text_in(theme.small_text, color::text_dim, figure.text);
      record_item(state, name);
      continue;
    }
    if (link_button(theme, figure.text.c_str())) {
      show_texel(state, *figure.at);
    }
    describe_item(context, name, "Shows this texel, with its neighbors.");
  }
}

/// The choice among the parts of the shown picture's file.
void draw_parts(const PanelContext& context, std::size_t shown) {
  State& state = context.state;
  const std::vector<std::string>& names = state.pictures.current->image->parts;
  ImGui::SetNextItemWidth(-1);
  const bool is_open = ImGui::BeginCombo(
      "##part", drawable(fmt::format("{} ({} of {})", names[shown], shown + 1, names.size())).c_str());
  describe_item(context, "pictures.part",
                "The part of the file to show: a page, layer, mip level, face or channel. Keys Ctrl+Shift+PgDn and "
                "Ctrl+Shift+PgUp.");
  if (!is_open) {
    return;
  }
  if (ImGui::IsWindowAppearing()) {
    const float row = ImGui::GetTextLineHeightWithSpacing();
    ImGui::SetScrollY(row * static_cast<float>(shown) - ImGui::GetWindowHeight() / 2);
  }
  // A volume may have thousands.
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(names.size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const auto position = static_cast<std::size_t>(i);
      if (text_row(names[position], position, position == shown)) {
        show_part(state.pictures, position);
      }
      record_item(state, fmt::format("pictures.part.{}", i));
    }
  }
  ImGui::EndCombo();
}

}  // namespace

void draw_picture_list(const PanelContext& context) {
  const PictureList& list = context.state.pictures.list;
  if (list.pictures.size() < 2) {
    if (const std::optional<std::size_t> part = shown_part(context.state.pictures)) {
      heading(context.theme, "PICTURE");
      draw_parts(context, *part);
    }
    return;
  }
  if (!folding_heading(context, "section.pictures", "PICTURES")) {
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  // The comparison and its figures are below the list.
  const float row = context.theme(row_height);
  const float room = ImGui::GetContentRegionAvail().y - scenes_and_labs_height(context) - 4 * row;
  const std::size_t rows = std::max(least_rows, static_cast<std::size_t>(std::max(room / row, 0.0F)));
  const bool is_long = list.pictures.size() > rows;
  if (is_long) {
    begin_part("pictures", {0, static_cast<float>(rows) * row});
  }
  draw_rows(context, is_long);
  if (is_long) {
    ImGui::EndChild();
  }
  ImGui::PopStyleVar();
  // A click on a row may have shown another picture.
  if (const std::optional<std::size_t> part = shown_part(context.state.pictures)) {
    draw_parts(context, *part);
  }
  draw_comparison(context);
}

}  // namespace texelscope::app
