#include "app/lessons/panel/step_marks.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_text.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

/// The rectangle of the step's widget; nothing if it was not drawn.
std::optional<Rect> marked(State& state) {
  if (const std::optional<Rect> mark = std::exchange(state.course.mark, std::nullopt)) {
    return mark;
  }
  // A drawing that is not an ImGui item, such as a curve, has only a rectangle.
  const LessonStep* const step = current_step(state.course);
  const auto found = step != nullptr ? state.widgets.find(step->look_at) : state.widgets.end();
  return found != state.widgets.end() ? std::optional{found->second} : std::nullopt;
}

/// Windows over the widgets that show the answer: they also receive the mouse, so that no tooltip below reveals it.
void draw_covers(State& state, const Theme& theme) {
  Course& course = state.course;
  // A question answered in this frame uncovers its widgets.
  std::erase_if(course.covers, [&](const auto& cover) { return !is_hidden(course, cover.first); });
  for (const auto& [name, place] : state.widgets) {
    if (is_hidden(course, name)) {
      // A drawing that is not an ImGui item has only a rectangle.
      course.covers.try_emplace(name, place);
    }
  }
  for (const auto& [name, place] : course.covers) {
    if (place.width <= 0) {
      continue;
    }
    begin_above(("cover." + name).c_str(), place, color::raised, {0, 0},
                ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    constexpr std::string_view text = "Answer first";
    const ImVec2 size = text_size(theme.small_text, text);
    if (size.y <= place.height && size.x + theme(4) <= place.width) {
      draw_text(ImGui::GetWindowDrawList(), theme.small_text,
                {std::round(place.x + (place.width - size.x) / 2), std::round(place.y + (place.height - size.y) / 2)},
                packed(color::text_dim), text);
    }
    if (!state.panels.lessons.is_shown) {
      ImGui::SetCursorPos({0, 0});
      state.panels.lessons.is_shown = invisible_button("show", {place.width, place.height});
      tooltip(theme, "Covered until you answer the lesson's question; click to show it.");
    }
    ImGui::End();
    state.widgets["lesson.cover." + name] = place;
  }
}

/// The right end of the line below the lab, which has nothing to click; that of a scene has, so that for scenes it is
/// the upper corner of the viewport.
Rect place_of_label(const Theme& theme, const Regions& regions, bool is_lab, ImVec2 size) {
  const Rect& around = is_lab ? regions.readout : regions.viewport;
  const float top = around.y + (is_lab ? std::floor((around.height - size.y) / 2) : theme(4));
  return {std::max(around.right() - size.x - theme(4), around.x), top, std::min(size.x, around.width), size.y};
}

/// The prediction beside the lab, in the color of a frame around the result.
void draw_prediction(State& state, const Theme& theme, const Regions& regions, const std::optional<Rect>& mark) {
  const Course& course = state.course;
  const LessonStep* const step = current_step(course);
  // The Signal draws it in its curve; a task has none. A listing has its own results: the lab shows another program.
  if (step == nullptr || course.committed.empty() || step->question.predicts_at || !step->question.goals.empty() ||
      !script_of(step->question, course.facts).empty()) {
    return;
  }
  std::optional<Rect> place = mark;
  if (!step->question.hidden.empty()) {
    const auto shown = state.widgets.find(step->question.hidden.front());
    place = shown != state.widgets.end() ? std::optional{shown->second} : place;
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
  ImDrawList* const draw = ImGui::GetForegroundDrawList();
  const float padding = theme(4);
  const Rect label = place_of_label(theme, regions, state.lab.has_value(), {size.x + 2 * padding, size.y + padding});
  const ImU32 ink = packed(is_right ? color::accent : color::warning);
  draw->AddRect({place->x - 1, place->y - 1}, {place->right() + 1, place->bottom() + 1}, ink, 0, 0,
                std::max(1.0F, theme(1)));
  draw->AddRectFilled({label.x, label.y}, {label.right(), label.bottom()}, ink, theme(3));
  draw_text(draw, theme.small_text, {label.x + padding, label.y + padding / 2}, packed(color::on_fill),
            shortened(theme.small_text, text, label.width - 2 * padding));
  state.widgets["lesson.result"] = label;
}

}  // namespace

void draw_step_marks(State& state, const Theme& theme, const Regions& regions) {
  draw_covers(state, theme);
  const std::optional<Rect> mark = marked(state);
  if (mark) {
    const float margin = theme(3);
    frame_over_picture(theme, ImGui::GetForegroundDrawList(), {mark->x - margin, mark->y - margin},
                       {mark->right() + margin, mark->bottom() + margin}, color::accent);
  }
  draw_prediction(state, theme, regions, mark);
}

}  // namespace texelscope::app
