#include "app/compare/review/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/panels/widgets.h"
#include "app/window/review/panel/review_grid.h"
#include "app/window/review/review_actions.h"

namespace texelscope::app {
namespace {

constexpr std::size_t most_rows = 5;
constexpr float gap = 6;

/// An action of the review, and its button's title, which is short.
struct ActionButton {
  const char* action;
  const char* title;
};

/// A button for the action, with its tooltip; disabled if the action is. A one-letter key is shown after the title.
void draw_button(const PanelContext& context, const ActionButton& button, float width) {
  const Action& action = *find_action(context.actions, std::string{button.action});
  const std::string key = to_string(action.keys.front());
  ImGui::BeginDisabled(!is_enabled(action, context.state));
  if (ImGui::Button(key.size() == 1 ? fmt::format("{} ({})", button.title, key).c_str() : button.title, {width, 0})) {
    perform(action, context.state);
  }
  ImGui::EndDisabled();
  describe_item(context, "review." + action.name, fmt::format("{} Key {}.", action.text, key));
}

/// Draws two buttons side by side that fill the width.
void draw_buttons(const PanelContext& context, const ActionButton& first, const ActionButton& second) {
  const float width = column_width(2, context.theme(gap));
  draw_button(context, first, width);
  ImGui::SameLine(0, context.theme(gap));
  draw_button(context, second, width);
}

std::string progress_text(const Review& review) {
  std::string text = fmt::format("{} of {}", review.position() + 1, review.pairs().size());
  for (const ReviewState state :
       {ReviewState::open, ReviewState::accepted, ReviewState::removed, ReviewState::masked, ReviewState::rejected}) {
    if (const std::size_t count = review.count(state); count > 0) {
      text += fmt::format(", {} {}", count, to_string(state));
    }
  }
  return text;
}

/// How the pair fails, and how many are like it.
void draw_kind(const PanelContext& context, const ReviewPair& pair) {
  const auto alike = std::ranges::count(context.state.review.pairs->pairs(), pair.group, &ReviewPair::group);
  wrapped_text_in(context.theme.small_text, color_of_kind(pair.kind),
                  fmt::format("{}{}", pair.kind, alike > 1 ? fmt::format(", 1 of {} like this", alike) : ""));
  record_item(context.state, "review.kind");
}

/// If one image cannot be displayed, says which one is shown, and what Accept does.
void draw_what_is_shown(const PanelContext& context) {
  const Theme& theme = context.theme;
  const Review& review = *context.state.review.pairs;
  const PictureList& list = context.state.pictures.list;
  if (list.pictures.empty()) {
    wrapped_text_in(theme.small_text, color::warning, "Neither image can be shown.");
  } else if (review.accept_removes()) {
    wrapped_text_in(theme.small_text, color::warning, "This is the expected image; Remove deletes it.");
  } else if (list.pictures.size() == 1) {
    const bool is_actual = plain_path(review.paths()[0]) == list.pictures[0].path;
    wrapped_text_in(theme.small_text, color::text_dim,
                    is_actual ? "This is the actual image." : "This is the expected image.");
  }
}

void draw_verdict(const PanelContext& context, const ReviewPair& pair) {
  const Theme& theme = context.theme;
  const ReviewState state = pair.state();
  if (state == ReviewState::rejected) {
    wrapped_text_in(theme.small_text, color::warning, "Rejected: the expected image stays.");
  } else if (state != ReviewState::open) {
    wrapped_text_in(theme.small_text, color::good,
                    state == ReviewState::masked    ? "Masked: the pair passes."
                    : state == ReviewState::removed ? "Removed: neither image exists anymore."
                                                    : "Accepted: the pair passes.");
  }
  record_item(context.state, "review.state");
  for (std::size_t i = 0; i < pair.result.failures.size(); ++i) {
    wrapped_text_in(theme.small_text, color::error, pair.result.failures[i]);
    record_item(context.state, fmt::format("review.failure.{}", i));
  }
  if (!pair.result.accepted_image.empty()) {
    wrapped_text_in(theme.small_text, color::text_dim,
                    fmt::format("Nearest: the accepted image {}.", pair.result.accepted_image));
  }
  for (const std::string& note : pair.result.notes) {
    wrapped_text_in(theme.small_text, color::text_dim, note);
  }
  if (const std::string masks = context.state.review.pairs->other_masks(); !masks.empty()) {
    wrapped_text_in(theme.small_text, color::text_dim,
                    fmt::format("The rules also mask {}, not shown in the view.", masks));
  }
  draw_what_is_shown(context);
}

void draw_clusters(const PanelContext& context, const Comparison& comparison) {
  State& state = context.state;
  const Theme& theme = context.theme;
  const std::vector<DifferenceCluster>& clusters = comparison.clusters;
  text_in(theme.small_text, color::text_dim,
          fmt::format("{} {} of failing pixels", comparison.cluster_count,
                      comparison.cluster_count == 1 ? "cluster" : "clusters"));
  const ScopedFont font{theme.small_text};
  const auto rows = static_cast<float>(std::min(clusters.size(), most_rows));
  begin_part("clusters", {0, rows * ImGui::GetTextLineHeightWithSpacing()});
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    const DifferenceCluster& cluster = clusters[i];
    const PixelRectangle bounds = bounds_of(cluster);
    const bool is_current = state.review.pairs->pair().cluster == i;
    const std::string title = fmt::format("{} × {} at ({}, {}), {} px##{}", bounds.width, bounds.height, bounds.x,
                                          bounds.y, cluster.pixels, i);
    if (ImGui::Selectable(title.c_str(), is_current)) {
      state.review.pairs->choose_cluster(i);
      show_reviewed_cluster(state);
    }
    describe_item(context, fmt::format("review.cluster.{}", i),
                  fmt::format("{} failing pixels in {} × {}, by up to {:.6g}. Click to center them. Key Z.",
                              cluster.pixels, bounds.width, bounds.height, cluster.max_error));
    if (is_current && !ImGui::IsItemVisible()) {
      ImGui::SetScrollHereY();
    }
  }
  ImGui::EndChild();
  if (clusters.size() > 1) {
    draw_buttons(context, {"previous_cluster", "Previous"}, {"next_cluster", "Next"});
  }
}

}  // namespace

void draw_review(const PanelContext& context) {
  State& state = context.state;
  if (!state.review.pairs) {
    return;
  }
  const Theme& theme = context.theme;
  const Review& review = *state.review.pairs;
  const ReviewPair& pair = review.pair();
  heading(theme, "REVIEW");
  wrapped_text_in(theme.text, color::text, pair.files.name);
  record_item(state, "review.name");
  draw_kind(context, pair);
  wrapped_text_in(theme.small_text, color::text_dim, progress_text(review));
  record_item(state, "review.progress");
  draw_verdict(context, pair);
  draw_buttons(context, {"previous_failure", "Previous"}, {"next_failure", "Next"});
  draw_buttons(context, {"accept", review.accept_removes() ? "Remove" : "Accept"}, {"reject", "Reject"});
  if (review.open_pairs(pair.group).size() > 1) {
    draw_buttons(context, {"accept_group", review.accept_removes() ? "Remove all" : "Accept all"},
                 {"reject_group", "Reject all"});
  }
  draw_buttons(context, {"mask_cluster", "Mask here"}, {"write_masks", "Write masks"});
  draw_buttons(context, {"undo_review", "Undo"}, {"review_grid", "All failures"});
  if (const Comparison* const comparison = review.comparison();
      comparison != nullptr && !comparison->clusters.empty()) {
    draw_clusters(context, *comparison);
  }
}

}  // namespace texelscope::app
