#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/lessons/course.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/panel/course.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

using Covers = std::map<std::string, Rect, std::less<>>;

/// Scrolls the part of the window below a cover, which receives the wheel instead.
void scroll_below_cover() {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0 || !ImGui::IsWindowHovered()) {
    return;
  }
  const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
  for (int i = windows.Size - 1; i >= 0; --i) {
    ImGuiWindow* const window = windows[i];
    const bool is_below = window->WasActive && !window->Hidden && window->InnerClipRect.Contains(io.MousePos);
    if (is_below && window->ScrollMax.y > 0 && (window->Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0) {
      // The distance by which ImGui scrolls.
      const float step = std::floor(std::min(5 * window->CalcFontSize(), window->InnerRect.GetHeight() * 0.67F));
      ImGui::SetScrollY(window, std::clamp(window->Scroll.y - io.MouseWheel * step, 0.0F, window->ScrollMax.y));
      return;
    }
  }
}

/// The covers to draw: covers that overlap in a row are joined, and covers within a larger one are omitted, because
/// those of a list's lines would reveal the number of lines.
Covers drawn_covers(const Course& course) {
  Covers covers = course.covers;
  std::erase_if(covers, [](const auto& cover) { return cover.second.width <= 0; });
  for (auto& [name, place] : covers) {
    for (auto& [other_name, other] : covers) {
      const bool is_in_row = std::abs(other.y - place.y) < 4 && std::abs(other.bottom() - place.bottom()) < 4;
      if (name < other_name && is_in_row && other.x < place.right() && place.x < other.right()) {
        const Rect both{std::min(place.x, other.x), std::min(place.y, other.y), 0, 0};
        const float right = std::max(place.right(), other.right());
        const float bottom = std::max(place.bottom(), other.bottom());
        place = {both.x, both.y, right - both.x, bottom - both.y};
      }
    }
  }
  const auto all = covers;
  std::erase_if(covers, [&](const auto& cover) {
    const Rect& place = cover.second;
    return std::ranges::any_of(all, [&](const auto& larger) {
      const Rect& other = larger.second;
      return other.width * other.height > place.width * place.height && other.x <= place.x && other.y <= place.y &&
             other.bottom() >= place.bottom() && other.right() >= place.right();
    });
  });
  return covers;
}

/// The rectangle of the step's widget; nothing if it was not drawn.
std::optional<Rect> marked(State& state, const Covers& covers) {
  // A frame around covered text would reveal its length.
  const LessonStep* const step = current_step(state.course);
  const auto cover = step != nullptr ? state.course.covers.find(step->look_at) : state.course.covers.end();
  if (cover != state.course.covers.end() && cover->second.width > 0) {
    const auto drawn = std::ranges::find_if(
        covers, [&](const auto& larger) { return larger.second.contains_middle_of(cover->second); });
    return drawn != covers.end() ? drawn->second : cover->second;
  }
  if (const std::optional<Rect> mark = std::exchange(state.course.mark, std::nullopt)) {
    return mark;
  }
  // A drawing that is not an ImGui item, such as a curve, has only a rectangle.
  const auto found = step != nullptr ? state.drawn.widgets.find(step->look_at) : state.drawn.widgets.end();
  return found != state.drawn.widgets.end() ? std::optional{found->second} : std::nullopt;
}

/// Shortens covers, which are wider than their widgets, where they would hide part of another widget in the row.
void leave_neighbors_open(State& state) {
  Course& course = state.course;
  for (auto& [name, cover] : course.covers) {
    const auto covered = state.drawn.widgets.find(name);
    if (covered == state.drawn.widgets.end() || cover.width <= covered->second.width) {
      continue;
    }
    const Rect& item = covered->second;
    for (const auto& [other_name, other] : state.drawn.widgets) {
      const bool is_in_row = other.y < item.bottom() && item.y < other.bottom();
      if (is_in_row && other.x >= item.right() && other.x < cover.right() && !is_hidden(course, other_name)) {
        cover.width = other.x - cover.x;
      }
    }
  }
}

/// Windows over the widgets that show the answer: they also receive the mouse, so that no tooltip below reveals it.
/// Returns the rectangles of the windows.
Covers draw_covers(State& state, const Theme& theme) {
  Course& course = state.course;
  // A question answered in this frame uncovers its widgets.
  std::erase_if(course.covers, [&](const auto& cover) { return !is_hidden(course, cover.first); });
  for (const auto& [name, place] : state.drawn.widgets) {
    if (is_hidden(course, name)) {
      // A drawing that is not an ImGui item has only a rectangle.
      course.covers.try_emplace(name, place);
    }
  }
  leave_neighbors_open(state);
  for (const auto& [name, place] : course.covers) {
    if (place.width > 0) {
      state.drawn.widgets["lesson.cover." + name] = place;
    }
  }
  Covers covers = drawn_covers(course);
  for (const auto& [name, place] : covers) {
    begin_above(("cover." + name).c_str(), place, color::raised, {0, 0},
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    constexpr std::string_view text = "Answer first";
    const ImVec2 size = text_size(theme.small_text, text);
    if (size.y <= place.height && size.x + theme(4) <= place.width) {
      draw_text(ImGui::GetWindowDrawList(), theme.small_text,
                {std::round(place.x + (place.width - size.x) / 2), std::round(place.y + (place.height - size.y) / 2)},
                packed(color::text_dim), text);
    }
    scroll_below_cover();
    if (!state.arrangement.panels.lessons.is_shown) {
      ImGui::SetCursorPos({0, 0});
      state.arrangement.panels.lessons.is_shown = invisible_button("show", {place.width, place.height});
      tooltip(theme, "Covered until you answer the lesson's question; click to show it.");
    }
    ImGui::End();
  }
  return covers;
}

/// Covers the lab and its properties. A click restores the step's setup.
void cover_lab(State& state, const Theme& theme, const Regions& regions) {
  const Rect& lab = regions.viewport;
  const std::array<std::pair<const char*, Rect>, 2> covers{
      {{"lesson.cover.lab", {lab.x, lab.y, lab.width, regions.readout.bottom() - lab.y}},
       {"lesson.cover.properties", regions.properties()}}};
  for (const auto& [name, place] : covers) {
    if (place.width <= 0 || place.height <= 0) {
      continue;
    }
    begin_above(name, place, color::raised, {theme(12), theme(12)},
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    if (name == covers.front().first) {
      wrapped_text_in(
          theme.text, color::text_dim,
          "This setup is covered, because it may show the answer to the lesson's question, which is about another one. "
          "Click here to restore the question's setup. Once you have answered, you can change it.");
    }
    ImGui::SetCursorPos({0, 0});
    if (invisible_button("restore", {place.width, place.height})) {
      show_setup(state);
    }
    ImGui::End();
    state.drawn.widgets[name] = place;
  }
}

/// A window over the lab and its covers, below dialogs, menus and tooltips.
void begin_marks() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  begin_above("marks", {0, 0, size.x, size.y}, color::raised, {0, 0},
              ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                  ImGuiWindowFlags_NoFocusOnAppearing);
}

/// The empty right end of the menu bar.
Rect place_of_label(const State& state, const Theme& theme, const Regions& regions, ImVec2 size) {
  const Rect& bar = regions.menu;
  const auto last_menu = state.drawn.widgets.find("menu.Help");
  const float left = (last_menu != state.drawn.widgets.end() ? last_menu->second.right() : bar.x) + theme(8);
  const float right = bar.right() - theme(4);
  return {std::max(right - size.x, left), bar.y + std::floor((bar.height - size.y) / 2), std::min(size.x, right - left),
          size.y};
}

/// The prediction above the lab, in the color of a frame around the result.
void draw_prediction(State& state, const Theme& theme, const Regions& regions, const std::optional<Rect>& mark) {
  const Course& course = state.course;
  const LessonStep* const step = current_step(course);
  // The Signal tab draws the prediction at its curve; a task has no prediction. A listing has its own results, because
  // the lab shows a different program.
  if (step == nullptr || course.committed.empty() || step->question.predicts_at || !step->question.goals.empty() ||
      !script_of(step->question, course.facts).empty()) {
    return;
  }
  std::optional<Rect> place = mark;
  if (!step->question.hidden.empty()) {
    const auto shown = state.drawn.widgets.find(step->question.hidden.front());
    place = shown != state.drawn.widgets.end() ? std::optional{shown->second} : place;
  }
  if (!place) {
    return;
  }
  const bool is_right = course.outcome == LessonOutcome::right;
  const std::string right = text_now(state, step->question.answer);
  const std::string text =
      is_right && is_same_answer(course.committed, right)
          ? fmt::format("{}, as predicted", course.committed)
          : fmt::format("predicted {}, is {}", course.committed, answer_now(state, step->question));
  const ImVec2 size = text_size(theme.small_text, text);
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float padding = theme(4);
  const Rect label = place_of_label(state, theme, regions, {size.x + 2 * padding, size.y + padding});
  const ImU32 ink = packed(is_right ? color::good : color::error);
  draw->AddRect({place->x - 1, place->y - 1}, {place->right() + 1, place->bottom() + 1}, ink, 0, 0,
                std::max(1.0F, theme(1)));
  if (label.width < theme(60)) {
    return;
  }
  draw->AddRectFilled({label.x, label.y}, {label.right(), label.bottom()}, ink, theme(3));
  draw_text(draw, theme.small_text, {label.x + padding, label.y + padding / 2}, packed(color::on_fill),
            shortened(theme.small_text, text, label.width - 2 * padding));
  state.drawn.widgets["lesson.result"] = label;
}

}  // namespace

void draw_step_marks(State& state, const Theme& theme, const Regions& regions) {
  state.course.is_lab_covered = is_setup_changed(state);
  if (state.course.is_lab_covered) {
    cover_lab(state, theme, regions);
    return;
  }
  const Covers covers = draw_covers(state, theme);
  const std::optional<Rect> mark = marked(state, covers);
  begin_marks();
  if (mark) {
    const float margin = theme(3);
    frame_over_picture(theme, ImGui::GetWindowDrawList(), {mark->x - margin, mark->y - margin},
                       {mark->right() + margin, mark->bottom() + margin}, color::accent);
  }
  draw_prediction(state, theme, regions, mark);
  ImGui::End();
}

}  // namespace texelscope::app
