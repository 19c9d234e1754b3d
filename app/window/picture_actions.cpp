#include "app/window/picture_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "app/documents/document.h"
#include "app/documents/not_finite.h"
#include "app/documents/picture_document.h"
#include "app/scene/picture_tone.h"
#include "app/workspace/open.h"
#include "app/workspace/state.h"
#include "app/workspace/undo.h"

namespace texelscope::app {

bool has_picture_to_save(const State& state, int) {
  return shown_document(state)->has_picture() && !has_covered_results(state);
}

namespace {

bool has_picture_view(const State& state, int) { return picture_view(state).has_value(); }
void next_notation(State& state, int) {
  state.viewport.notation = notation_after(state.viewport.notation, *picture_view(state)->picture);
}
bool has_exposure(const State& state, int) { return shown_document(state)->exposure().has_value(); }

bool has_picture_tone(const State& state, int) { return picture_view(state) && has_tone(current_scene(state)); }

bool has_pictures(const State& state, int) { return state.pictures.list.pictures.size() > 1; }
bool has_other_picture(const State& state, int) { return state.pictures.list.shown && state.pictures.list.other; }
void next_picture(State& state, int step) { show_listed(state, position_after(state.pictures.list, step)); }
/// Moves the edge of a split that is outside the view to the middle of the view.
void show_edge(State& state) {
  PictureList& list = state.pictures.list;
  const std::optional<PictureView> shown = picture_view(state);
  if (list.comparison != PictureComparison::split || !shown) {
    return;
  }
  const double width = shown->picture->width;
  const double half = shown->extent.viewport_width / shown->view.zoom / 2;
  if (std::abs(list.split * width - shown->view.center.x) >= half) {
    list.split = std::clamp(std::round(shown->view.center.x) / width, 0.0, 1.0);
  }
}

void next_comparison(State& state, int) {
  const auto count = static_cast<int>(picture_comparison_names().size());
  choose_comparison(state,
                    static_cast<PictureComparison>((static_cast<int>(state.pictures.list.comparison) + 1) % count));
  show_edge(state);
}
/// Shows the comparison, or none if it is shown.
void toggle_comparison(State& state, int comparison) {
  const PictureComparison shown = state.pictures.list.comparison;
  const auto wanted = static_cast<PictureComparison>(comparison);
  const bool is_shown = wanted == PictureComparison::absolute ? is_difference(shown) : shown == wanted;
  choose_comparison(state, is_shown ? PictureComparison::off : wanted);
  show_edge(state);
}

bool has_float_picture(const State& state, int) {
  const std::optional<PictureView> shown = picture_view(state);
  return shown && shown->picture->type == gpu::DataType::float32;
}
/// Shows the next pixel that is not a number or infinite, after the one in the middle of the view.
void show_next_not_finite(State& state, int) {
  const PictureView shown = *picture_view(state);
  const std::optional<Point> found = next_not_finite(*shown.picture, state.viewport.picked.value_or(shown.view.center));
  if (found) {
    show_texel(state, {found->x + shown.picture->x, found->y + shown.picture->y});
  } else {
    state.notices.notify(NoticeKind::information, "All values of this picture are finite.", state.now);
  }
}

bool has_filter(const State& state, int) {
  return picture_view(state) && find_parameter(current_settings(state).values.parameters(), "filter") != nullptr;
}
/// Chooses a filter, or the automatic one if it is chosen.
void toggle_filter(State& state, int position) {
  ParameterValues& values = current_settings(state).values;
  constexpr std::array<const char*, 2> filters = {"point", "linear"};
  const std::string wanted = filters[static_cast<std::size_t>(position)];
  values.set("filter", values.text("filter") == wanted ? "auto" : wanted);
}

/// Removes the shown picture from the list, and shows the next one, if any.
void remove_shown_picture(State& state, int) {
  record_edit(state, true);
  const std::size_t shown = *state.pictures.list.shown;
  remove_picture(state.pictures.list, shown);
  if (state.pictures.list.pictures.empty()) {
    close_picture(state);
    return;
  }
  // The scene keeps using the removed picture until the next one is read.
  state.pictures.list.removed = state.pictures.current->image;
  show_listed(state, std::min(shown, state.pictures.list.pictures.size() - 1));
}

void show_or_leave_values(State& state, int) {
  if (shows_values(state)) {
    close_lab(state);
  } else {
    show_values(state);
  }
}
/// Not counting the picture that the Tensors lab already shows.
bool has_picture_for_values(const State& state, int) {
  return has_picture_to_save(state, 0) &&
         (current_capability<TakesPictures>(state.labs) == nullptr || shows_values(state));
}
bool is_shown_as_stored(const State& state, int) {
  return state.pictures.current && state.pictures.current->reading.orientation == Orientation::ignored;
}

bool has_orientation(const State& state, int) {
  return state.pictures.current && state.pictures.current->image->depth == 1;
}

bool has_parts(const State& state, int) { return shown_part(state.pictures).has_value(); }
void next_part(State& state, int step) {
  const auto count = static_cast<int>(state.pictures.current->image->parts.size());
  show_part(state.pictures,
            static_cast<std::size_t>((static_cast<int>(*shown_part(state.pictures)) + step + count) % count));
}

void change_orientation(State& state, int) {
  read_again(state.pictures, {is_shown_as_stored(state, 0) ? Orientation::applied : Orientation::ignored,
                              state.pictures.current->reading.part});
  state.viewport.view.is_fit = true;
}

void toggle_range(State& state, int) {
  if (const std::string reason = change_range(state); !reason.empty()) {
    state.notices.notify(NoticeKind::information, reason, state.now);
  }
}

void change_exposure(State& state, int halves) {
  shown_document(state)->set_exposure(*shown_document(state)->exposure() + 0.5F * static_cast<float>(halves));
}

}  // namespace

// One entry for each action, in the order of the menus.
// clang-format off
std::vector<Action> image_actions() {
  return {
      {"notation", "Value notation", "Shows the picture's values as stored, in hexadecimal, as fractions of the largest, or as linear light.", Menu::view,
       {plain('X')}, next_notation, 0, nullptr, has_picture_view},
      {"orientation", "Picture as stored",
       "Shows the opened picture as stored in its file, or rotated as its EXIF data specifies.", Menu::view,
       {shifted('O')}, change_orientation, 0, is_shown_as_stored, has_orientation},
      {"nearest", "Nearest texel", "Reads single texels at any zoom; press again to choose the filter by the zoom.", Menu::view,
       {shifted('N')}, toggle_filter, 0, nullptr, has_filter},
      {"linear", "Linear filter", "Interpolates between texels at any zoom; press again to choose the filter by the zoom.", Menu::view,
       {shifted('F')}, toggle_filter, 1, nullptr, has_filter},
      {"exposure_down", "Darker", "Reduces exposure by half a stop.", Menu::view, {typed('[')},
       change_exposure, -1, nullptr, has_exposure, true},
      {"exposure_up", "Brighter", "Increases exposure by half a stop.", Menu::view, {typed(']')},
       change_exposure, 1, nullptr, has_exposure, true},
      {"exposure_reset", "Exposure 0", "Resets the exposure to 0.", Menu::view, {typed('\\'), plain('E')},
       [](State& s, int) { shown_document(s)->set_exposure(0); }, 0, nullptr, has_exposure},
      {"value_range", "Value range of picture",
       "Maps the lowest value of the shown channels to black and the highest to white; press again to map 0 and 1 instead.",
       Menu::view, {shifted('E')}, toggle_range, 0, nullptr, has_picture_tone},
  };
}

std::vector<Action> picture_actions() {
  return {
      {"next_picture", "Next picture", "Shows the next picture in the list.", Menu::picture,
       {{.key = key::page_down, .has_control = true}}, next_picture, 1, nullptr, has_pictures, true},
      {"previous_picture", "Previous picture", "Shows the previous picture in the list.", Menu::picture,
       {{.key = key::page_up, .has_control = true}}, next_picture, -1, nullptr, has_pictures, true},
      {"next_part", "Next part", "Shows the next part of the picture's file: page, layer, mip level, face or channel.",
       Menu::picture, {{.key = key::page_down, .has_control = true, .has_shift = true}}, next_part, 1, nullptr, has_parts, true},
      {"previous_part", "Previous part", "Shows the previous part of the picture's file.", Menu::picture,
       {{.key = key::page_up, .has_control = true, .has_shift = true}}, next_part, -1, nullptr, has_parts, true},
      {"flip_pictures", "Flip to other picture",
       "Shows the previously shown picture or, if there is none, the next one, in the same view; press again to return.", Menu::picture, {plain('B')},
       [](State& s, int) { show_listed(s, s.pictures.list.other); }, 0, nullptr, has_other_picture},
      {"next_comparison", "Next comparison mode",
       "Compares this picture with the other picture: split, differences, FLIP, or not at all.", Menu::picture,
       {plain('M')}, next_comparison, 0, nullptr, has_other_picture},
      {"compare_split", "Split", "Shows the left part of this picture and the right part of the other; press again for this picture alone.",
       Menu::picture, {shifted('S')}, toggle_comparison, static_cast<int>(PictureComparison::split), nullptr, has_other_picture},
      {"compare_difference", "Difference", "Shows the difference of both pictures; press again for this picture alone.", Menu::picture,
       {shifted('A')}, toggle_comparison, static_cast<int>(PictureComparison::absolute), nullptr, has_other_picture},
      {"next_not_finite", "Next NaN or infinity", "Shows the next pixel with a value that is not a number, or infinite.",
       Menu::picture, {shifted('X')}, show_next_not_finite, 0, nullptr, has_float_picture},
      {"remove_masks", "Remove all masks",
       "Compares the whole pictures again. Shift+drag masks a region, and Shift+click removes its mask.",
       Menu::picture, {control('M')}, [](State& s, int) { s.pictures.list.masks.clear(); }, 0, nullptr,
       [](const State& s, int) { return !s.pictures.list.masks.empty(); }},
      {"remove_picture", "Remove from list", "Removes this picture from the list; its file is not deleted.", Menu::picture,
       {plain(key::delete_forward)}, remove_shown_picture, 0, nullptr,
       [](const State& s, int) { return s.pictures.current && s.pictures.list.shown; }},
      {"picture_values", "Histogram and values",
       "Opens the current picture, the comparison, or the lab's picture in the Tensors lab: texels, histogram, minimum, maximum and mean, NaN and infinities. Press again to return.",
       Menu::picture, {plain('H')}, show_or_leave_values, 0, nullptr, has_picture_for_values},
      {"frame_values", "Histogram and values of frame",
       "Opens the frame, exactly as the scene produced it, in the Tensors lab.", Menu::picture, {shifted('H')},
       [](State& s, int) { s.requests.frame_values = true; }, 0, nullptr,
       [](const State& s, int) { return !s.labs.is_any_open(); }},
  };
}
// clang-format on

}  // namespace texelscope::app
