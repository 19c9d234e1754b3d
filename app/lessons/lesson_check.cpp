#include "app/lessons/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "app/lessons/course.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_text.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace {

class StepCheck {
 public:
  StepCheck(const Lesson& lesson, std::size_t step, std::vector<LessonFault>& faults)
      : lesson_{lesson}, step_{lesson.steps[step]}, number_{step}, faults_{faults} {}

  void run(const std::function<State()>& fresh_state, const WidgetNames& widgets) {
    State state = fresh_state();
    if (!attempt("what it sets", [&] { take_session_part(state_of_step(lesson_, number_), state); })) {
      return;
    }
    LessonFacts facts;
    attempt("what it computes", [&] { facts = facts_of(step_, *state.device); });
    attempt("its texts", [&] { resolve_texts(facts, state); });
    check_sources();
    if (!step_.question.answer.empty()) {
      attempt("its answer", [&] { check_answer(facts, state); });
    }
    if (!step_.question.goals.empty()) {
      attempt("its goals", [&] { check_goals(state); });
      attempt("what it sets", [&] { take_session_part(state_of_step(lesson_, number_), state); });
    }
    if (!step_.look_at.empty()) {
      show_course(state);
      if (!widgets(state).contains(step_.look_at)) {
        fault(fmt::format("no widget '{}' is drawn", step_.look_at));
      }
    }
  }

 private:
  void fault(const std::string& what) { faults_.push_back({lesson_.name, number_ + 1, what}); }

  template <class Work>
  bool attempt(const char* what, Work&& work) {
    try {
      work();
      return true;
    } catch (const std::exception& error) {
      fault(fmt::format("{}: {}", what, error.what()));
      return false;
    }
  }

  /// The lesson's panel takes its room, and the widget is scrolled into sight.
  void show_course(State& state) const {
    state.course.lessons = {lesson_};
    state.course.lesson = 0;
    state.course.step = number_;
    state.panels.lessons.is_shown = true;
    state.course.frames_to_look = 1;
  }

  void resolve_texts(const LessonFacts& facts, const State& state) {
    std::vector<std::string> texts = step_.paragraphs;
    const LessonQuestion& question = step_.question;
    texts.insert(texts.end(), {question.text, question.hint, question.explanation});
    for (const std::string& text : texts) {
      static_cast<void>(resolved(text, facts, state));
    }
  }

  /// An answer needs a source; a task needs none.
  void check_sources() {
    if (!step_.question.answer.empty() && step_.sources.empty()) {
      fault("it has an answer and names no source; add \"sources\"");
    }
    for (std::size_t i = 0; i < step_.sources.size(); ++i) {
      if (step_.sources[i].find_first_not_of(" \t\n") == std::string::npos) {
        fault(fmt::format("sources[{}] is empty", i));
      }
    }
  }

  void check_answer(const LessonFacts& facts, const State& state) {
    const std::string right = resolved(step_.question.answer, facts, state);
    if (right == step_.question.answer) {
      fault(fmt::format("the answer '{}' is not computed", right));
    }
    if (step_.question.choices.empty()) {
      return;
    }
    const auto count = std::ranges::count_if(step_.question.choices,
                                             [&](const std::string& choice) { return is_same_answer(choice, right); });
    if (count != 1) {
      fault(fmt::format("the answer '{}' is {} times among the choices", right, count));
    }
  }

  void check_goals(State& state) {
    for (const LessonGoal& goal : step_.question.goals) {
      if (!state_text(state, goal.path)) {
        fault(fmt::format("there is no '{}' in the state", goal.path));
      }
    }
    if (is_goal_met(step_.question, state)) {
      fault("what is to be done is done before");
    }
    const std::vector<std::string> parts{state_of_step(lesson_, number_), step_.question.solution};
    take_session_part(merged_session_parts(parts), state);
    for (const LessonGoal& goal : step_.question.goals) {
      const std::string text = state_text(state, goal.path).value_or("nothing");
      if (!is_same_answer(text, goal.value)) {
        fault(fmt::format("the solution leaves '{}' at '{}', not '{}'", goal.path, text, goal.value));
      }
    }
  }

  const Lesson& lesson_;
  const LessonStep& step_;
  std::size_t number_;
  std::vector<LessonFault>& faults_;
};

}  // namespace

std::vector<LessonFault> check_lesson(const Lesson& lesson, const std::function<State()>& fresh_state,
                                      const WidgetNames& widgets) {
  std::vector<LessonFault> faults;
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    StepCheck(lesson, step, faults).run(fresh_state, widgets);
  }
  return faults;
}

}  // namespace texelscope::app
