#include "app/lessons/handout.h"

#include <algorithm>
#include <utility>

#include "app/lessons/course.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_text.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace {

/// Applies a task's solution on top of the step's settings, because the explanation refers to that state.
HandoutQuestion answered(const Lesson& lesson, std::size_t step, const LessonFacts& facts, State& state) {
  const LessonQuestion& question = lesson.steps[step].question;
  HandoutQuestion answered{.text = resolved(question.text, facts, state),
                           .choices = question.choices,
                           .answer = resolved(question.answer, facts, state),
                           .hint = resolved(question.hint, facts, state),
                           .explanation = "",
                           .mistakes = {},
                           .is_task = !question.goals.empty()};
  for (const std::string& choice : question.choices) {
    answered.answer = is_same_answer(choice, answered.answer) ? choice : answered.answer;
  }
  if (answered.is_task) {
    const std::vector<std::string> parts{state_of_step(lesson, step), question.solution};
    take_session_part(merged_session_parts(parts), state);
  }
  answered.explanation = resolved(question.explanation, facts, state);
  for (const LessonMistake& mistake : question.mistakes) {
    LessonMistake explained{resolved(mistake.answer, facts, state), resolved(mistake.explanation, facts, state)};
    // On a device, one of them may be the answer.
    if (!is_same_answer(explained.answer, answered.answer)) {
      answered.mistakes.push_back(std::move(explained));
    }
  }
  return answered;
}

bool has_experiment(const LessonStep& step) {
  return std::ranges::find(step.computations, "experiment", &LessonComputation::kind) != step.computations.end();
}

State state_at(const Lesson& lesson, std::size_t step, const WindowPainter& painter) {
  State state = painter.make_state();
  take_session_part(state_of_step(lesson, step), state);
  state.color_theme = ColorTheme::light;
  return state;
}

/// The widgets that earlier steps hide.
std::vector<std::string> hidden_before(const Lesson& lesson, std::size_t step) {
  std::vector<std::string> hidden;
  for (std::size_t i = 0; i < step; ++i) {
    const std::vector<std::string>& names = lesson.steps[i].question.hidden;
    hidden.insert(hidden.end(), names.begin(), names.end());
  }
  return hidden;
}

/// The window at a step, without the lesson's panel, whose text is printed on the paper.
Screenshot picture_of(const Lesson& lesson, std::size_t step, const WindowPainter& painter, HandoutAnswers answers,
                      const ScreenshotOptions& options) {
  State state = state_at(lesson, step, painter);
  state.course.lessons = {lesson};
  state.course.lesson = 0;
  state.course.step = step;
  if (answers == HandoutAnswers::without) {
    state.course.also_hidden = hidden_before(lesson, step);
  }
  state.course.frames_to_look = frames_until_drawn;
  return painter.paint(state, options);
}

}  // namespace

Handout make_handout(const Lesson& lesson, const WindowPainter& painter, HandoutAnswers answers,
                     const ScreenshotOptions& options) {
  Handout handout{.name = lesson.name, .title = lesson.title, .summary = lesson.summary, .steps = {}};
  std::vector<std::byte> before;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    State state = state_at(lesson, i, painter);
    const LessonFacts facts = facts_of(step, *state.device);
    HandoutStep made{.title = step.title,
                     .paragraphs = {},
                     .picture = {},
                     .question = {},
                     .sources = step.sources,
                     .is_of_one_run = has_experiment(step)};
    for (const std::string& paragraph : step.paragraphs) {
      made.paragraphs.push_back(resolved(paragraph, facts, state));
    }
    if (!step.question.is_empty()) {
      made.question = answered(lesson, i, facts, state);
    }
    Screenshot picture = picture_of(lesson, i, painter, answers, options);
    if (picture.image.pixels != before) {
      before = picture.image.pixels;
      made.picture = std::move(picture);
    }
    handout.steps.push_back(std::move(made));
  }
  return handout;
}

}  // namespace texelscope::app
