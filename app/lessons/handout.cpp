#include "app/lessons/handout.h"

#include <algorithm>
#include <utility>

#include "app/lessons/course.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_text.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

/// Applies a task's solution on top of the step's settings, because the explanation refers to that state.
HandoutQuestion answered(const Lesson& lesson, std::size_t step, const LessonFacts& facts, State& state) {
  const LessonQuestion& question = lesson.steps[step].question;
  HandoutQuestion answered{.text = resolved(question.text, facts, state),
                           .choices = resolved_choices(question, facts, state),
                           .answer = shown_answer(question, facts, state),
                           .hint = resolved(question.hint, facts, state),
                           .explanation = "",
                           .mistakes = {},
                           .is_task = !question.goals.empty()};
  if (answered.is_task) {
    const std::vector<std::string> parts{state_of_step(lesson, step), question.solution};
    take_session_part(merged_session_parts(parts), state);
  }
  const std::string right = resolved(question.answer, facts, state);
  answered.explanation = resolved(question.explanation, facts, state);
  for (const LessonMistake& mistake : question.mistakes) {
    LessonMistake explained{resolved(mistake.answer, facts, state), resolved(mistake.explanation, facts, state)};
    // On some devices, a mistake may coincide with the right answer.
    if (!is_same_answer(explained.answer, right)) {
      answered.mistakes.push_back(std::move(explained));
    }
  }
  return answered;
}

bool has_experiment(const LessonStep& step) {
  return std::ranges::find(step.computations, "experiment", &LessonComputation::kind) != step.computations.end();
}

}  // namespace

Handout make_handout(const Lesson& lesson, const WindowPainter& painter, const ScreenshotOptions& options) {
  Handout handout{
      .name = lesson.name, .title = lesson.title, .summary = lesson.summary, .steps = {}, .topic = lesson.topic};
  std::vector<std::byte> before;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    State state = handout_state(lesson, i, painter);
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
    Screenshot picture = draw_handout_step(lesson, i, painter, options);
    if (std::vector<std::byte> pixels = lasting_pixels(picture); !is_mostly_covered(picture) && pixels != before) {
      before = std::move(pixels);
      made.picture = std::move(picture);
    }
    handout.steps.push_back(std::move(made));
  }
  return handout;
}

}  // namespace texelscope::app
