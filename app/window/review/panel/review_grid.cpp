#include "app/window/review/panel/review_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/review/review.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/widgets.h"
#include "app/window/review/review_actions.h"

namespace texelscope::app {
namespace {

constexpr float card_width = 228;
constexpr float card_gap = 12;
constexpr float label_height = 24;
/// Two places of 4 : 3, side by side.
constexpr float picture_shape = 8.0F / 3;

/// Positions of pairs: of one group, or of groups of one pair.
using Section = std::vector<std::size_t>;

std::vector<Section> sections_of(const std::vector<ReviewPair>& pairs) {
  std::vector<Section> groups;
  for (std::size_t position = 0; position < pairs.size(); ++position) {
    if (position == 0 || pairs[position].group != pairs[position - 1].group) {
      groups.emplace_back();
    }
    groups.back().push_back(position);
  }
  std::vector<Section> sections;
  bool follows_single = false;
  for (Section& group : groups) {
    const bool is_single = group.size() == 1;
    if (is_single && follows_single) {
      sections.back().push_back(group.front());
    } else {
      sections.push_back(std::move(group));
    }
    follows_single = is_single;
  }
  return sections;
}

/// The picture of a pair's place, as large as fits into a box.
void draw_place(const PanelContext& context, std::size_t position, const ImVec2& corner, const ImVec2& extent) {
  const Theme& theme = context.theme;
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(corner, {corner.x + extent.x, corner.y + extent.y}, packed(color::canvas));
  PanelImage& shown = context.state.drawn.images[fmt::format("review.place.{}", position)];
  const bool is_in_sight = ImGui::IsItemVisible();
  const auto place = is_in_sight ? context.state.review.pairs->places().want(position) : nullptr;
  shown.image = place ? std::shared_ptr<const Image>(place, &place->image) : nullptr;
  if (!shown.image || shown.texture == nullptr) {
    return;
  }
  const auto width = static_cast<float>(shown.image->width);
  const auto height = static_cast<float>(shown.image->height);
  const float scale = std::min(extent.x / width, extent.y / height);
  const ImVec2 low{std::round(corner.x + (extent.x - width * scale) / 2),
                   std::round(corner.y + (extent.y - height * scale) / 2)};
  const ImVec2 high{std::round(low.x + width * scale), std::round(low.y + height * scale)};
  draw->AddImage(texture_id(shown.texture), low, high);
  const float middle = std::round((low.x + high.x) / 2);
  draw->AddLine({middle, low.y}, {middle, high.y}, packed(color::accent), std::max(1.0F, theme(1)));
}

void draw_card(const PanelContext& context, std::size_t position, float width) {
  State& state = context.state;
  const Theme& theme = context.theme;
  Review& review = *state.review.pairs;
  const ReviewPair& pair = review.pairs()[position];
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 picture{width, std::floor(width / picture_shape)};
  const ImVec2 end{corner.x + width, corner.y + picture.y + theme(label_height)};
  ImGui::PushID(static_cast<int>(position));
  const bool is_clicked = invisible_button("card", {width, end.y - corner.y});
  describe_item(context, fmt::format("review.card.{}", position),
                pair.files.name + (pair.result.failures.empty() ? "" : "\n" + pair.result.failures.front()));
  ImGui::PopID();
  draw_place(context, position, corner, picture);
  if (!ImGui::IsItemVisible()) {
    return;
  }
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  if (review.position() == position || ImGui::IsItemHovered()) {
    draw->AddRect(corner, {end.x, corner.y + picture.y},
                  packed(review.position() == position ? color::accent : color::text_dim), 0, 0,
                  std::max(1.0F, theme(2)));
  }
  const ReviewState decision = pair.state();
  const std::string state_text{decision == ReviewState::open ? pair.kind : to_string(decision)};
  const ThemeColor& state_color = decision == ReviewState::open       ? color_of_kind(pair.kind)
                                  : decision == ReviewState::rejected ? color::warning
                                                                      : color::good;
  const float state_width = text_size(theme.small_text, state_text).x;
  const float y = corner.y + picture.y + theme(4);
  draw_text(draw, theme.small_text, {corner.x, y}, packed(color::text),
            shortened(theme.small_text, pair.files.name, width - state_width - theme(8)));
  draw_text(draw, theme.small_text, {end.x - state_width, y}, packed(state_color), state_text);
  if (is_clicked) {
    review.go_to(position);
    review.show_grid(false);
    show_reviewed_pair(state);
  }
}

void draw_group_button(const PanelContext& context, std::size_t group, const std::string& verb, std::size_t open,
                       bool accepts) {
  ImGui::SameLine(0, context.theme(8));
  if (ImGui::Button(fmt::format("{} all {}##{}", verb, open, group).c_str())) {
    decide_group(context.state, group, accepts);
  }
  describe_item(context, fmt::format("review.{}_group.{}", accepts ? "accept" : "reject", group),
                fmt::format("{}s all open pairs of the group. Undo reverts that.", verb));
}

/// The kind of a group and its change, and buttons that decide it.
void draw_title(const PanelContext& context, const Section& section) {
  const Theme& theme = context.theme;
  const Review& review = *context.state.review.pairs;
  const ReviewPair& first = review.pairs()[section.front()];
  const bool is_group = section.size() == 1 || review.pairs()[section[1]].group == first.group;
  if (!is_group || section.size() == 1) {
    text_in(
        theme.text, color::text_dim,
        section.size() == 1 ? "1 pair unlike the others" : fmt::format("{} pairs unlike any other", section.size()));
    return;
  }
  ImGui::AlignTextToFramePadding();
  text_in(theme.text, color_of_kind(first.kind), fmt::format("{} {}", section.size(), first.kind));
  const bool is_at_one_place = std::ranges::all_of(
      section, [&](std::size_t position) { return review.pairs()[position].change == first.change; });
  if (!first.change.empty()) {
    ImGui::SameLine(0, theme(8));
    text_in(theme.small_text, color::text_dim, first.change + (is_at_one_place ? "" : ", and similar"));
  }
  if (const std::size_t open = review.open_pairs(first.group).size(); open > 0) {
    draw_group_button(context, first.group, first.kind == "missing" ? "Remove" : "Accept", open, true);
    draw_group_button(context, first.group, "Reject", open, false);
  }
}

void draw_section(const PanelContext& context, const Section& section) {
  const Theme& theme = context.theme;
  draw_title(context, section);
  const float gap = theme(card_gap);
  const float room = ImGui::GetContentRegionAvail().x;
  const auto columns = static_cast<std::size_t>(std::max(1.0F, std::floor((room + gap) / (theme(card_width) + gap))));
  const float width = std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  const ImVec2 first = ImGui::GetCursorPos();
  const float step = std::floor(width / picture_shape) + theme(label_height) + theme(4);
  for (std::size_t i = 0; i < section.size(); ++i) {
    ImGui::SetCursorPos(
        {first.x + static_cast<float>(i % columns) * (width + gap), first.y + static_cast<float>(i / columns) * step});
    draw_card(context, section[i], width);
  }
  ImGui::Dummy({0, theme(6)});
}

}  // namespace

const ThemeColor& color_of_kind(std::string_view kind) {
  return kind == "missing"   ? color::categories[4]
         : kind == "extra"   ? color::categories[1]
         : kind == "damaged" ? color::categories[0]
         : kind == "resized" ? color::warning
                             : color::error;
}

void draw_review_grid(const PanelContext& context) {
  State& state = context.state;
  if (!state.review.pairs || !state.review.pairs->has_grid()) {
    return;
  }
  const ScopedFont scoped_font{context.theme.text};
  bool is_shown = true;
  if (begin_overlay(context, "review_grid", "Failing pairs: expected, actual", {1280, 900}, is_shown)) {
    for (const Section& section : sections_of(state.review.pairs->pairs())) {
      draw_section(context, section);
    }
  }
  end_overlay();
  if (!is_shown) {
    state.review.pairs->show_grid(false);
  }
}

}  // namespace texelscope::app
