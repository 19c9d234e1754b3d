#include "app/lessons/course.h"

#include <algorithm>
#include <array>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_text.h"
#include "app/text/count_text.h"
#include "app/text/escape.h"
#include "app/workspace/session.h"
#include "app/workspace/state.h"
#include "app/workspace/undo.h"

namespace texelscope::app {
namespace {

/// Settings that choose what a lab shows of its results, or whether they are computed; not the results themselves.
constexpr std::array<std::string_view, 11> view_settings{
    "tab",     "text",         "probe", "probe_pinned", "shown_channels", "line", "line_from",
    "line_to", "line_channel", "run",   "runs"};

/// The current setup of the lab, as far as a step's part of a session names it.
StepSetup setup_named_by(const std::string& part, const Documents& documents) {
  StepSetup setup{documents.labs.current, {}};
  if (const LabDeclaration* const lab = current_lab(documents.labs)) {
    const auto named =
        nlohmann::json::parse(part).value("labs", nlohmann::json::object()).value(lab->name, nlohmann::json::object());
    for (auto& setting : open_lab(documents.labs)->settings()) {
      if (named.contains(setting.first) && std::ranges::find(view_settings, setting.first) == view_settings.end()) {
        setup.settings.push_back(std::move(setting));
      }
    }
  }
  return setup;
}

/// Runs work that may throw for a damaged lesson, and stores the error in the course.
template <class Work>
void with_error(Course& course, Work&& work) {
  course.error.clear();
  try {
    work();
  } catch (const std::exception& error) {
    course.error = error.what();
  }
}

/// A step without its own settings begins with the state of the previous step, if the learner was on that step.
void set_up(State& state, const LessonStep& step, bool comes_from_step_before) {
  Course& course = state.course;
  course.facts.clear();
  course.setup.reset();
  with_error(course, [&] {
    const std::string set = state_of_step(course.lessons[*course.lesson], course.step);
    const bool is_set = !step.state.empty() || (!comes_from_step_before && set != "{}");
    if (is_set) {
      take_session_part(set, state);
    }
    if (set != "{}") {
      course.setup = setup_named_by(set, state);
    }
    const gpu::Device device = state.device ? *state.device : gpu::Device::open({});
    course.facts = facts_of(step, device);
  });
}

bool is_answered_by(const LessonQuestion& question, const std::string& answer, const std::string& right,
                    const LessonFacts& facts, const State& state) {
  return question.choices.empty() ? is_right_answer(answer, right, resolved(question.text, facts, state),
                                                    question.tolerance, state.course.language)
                                  : is_same_answer(answer, right);
}

LessonOutcome outcome_of(bool is_right) { return is_right ? LessonOutcome::right : LessonOutcome::wrong; }

/// Shows the first answer to the step's question again, if there is one.
void show_first_answer(State& state) {
  Course& course = state.course;
  const LessonQuestion& question = current_step(course)->question;
  const Lesson& lesson = course.lessons[*course.lesson];
  const FirstAnswer* const first = first_answer_to(course, lesson, course.step);
  // A task has no answer to show, and may be repeated.
  if (first == nullptr || first->answer.empty() || question.answer.empty() || !course.error.empty()) {
    return;
  }
  with_error(course, [&] {
    const std::string& answer = first->answer;
    const std::string right = resolved(question.answer, course.facts, state);
    course.typed = question.choices.empty() ? answer : "";
    course.committed = answer;
    course.outcome = outcome_of(is_answered_by(question, answer, right, course.facts, state));
  });
}

void open_question(Course& course) {
  course.typed.clear();
  course.outcome = LessonOutcome::open;
  course.committed.clear();
  course.refusal.clear();
  course.is_hint_shown = false;
  course.frames_to_look = frames_until_drawn;
}

/// Later answers to the question do not change the first one, but an answer to an earlier question of the step is
/// replaced.
void commit(Course& course, std::string answer, bool is_right) {
  course.committed = std::move(answer);
  const Lesson& lesson = course.lessons[*course.lesson];
  const FirstAnswer* const first = first_answer_to(course, lesson, course.step);
  if (first == nullptr || first->answer.empty()) {
    course.progress[lesson.name].first_answers[course.step] = {
        course.committed, is_right, question_identity(lesson.steps[course.step]), first != nullptr};
  }
}

/// A learner who hides the lessons needs to know why parts of the lab stay covered, and how to return.
void notify_of_hidden_question(State& state) {
  Course& course = state.course;
  // Handouts draw steps that no learner has opened.
  const bool is_away = is_question_open(course) && course.is_step_shown && !state.arrangement.panels.lessons.is_shown;
  if (is_away == std::exchange(course.has_open_notice, is_away)) {
    return;
  }
  const NoticeButton button{"Show the question",
                            [&panels = state.arrangement.panels] { panels.lessons.is_shown = true; }};
  if (is_away) {
    state.notices.notify(NoticeKind::information,
                         fmt::format("“{}” awaits your answer; anything that shows it stays covered.",
                                     course.lessons[*course.lesson].title),
                         state.now, button);
    return;
  }
  for (Notice& notice : state.notices.entries()) {
    notice.is_dismissed = notice.is_dismissed || notice.button.text == button.text;
  }
}

}  // namespace

void open_lesson(State& state, std::size_t lesson) {
  Course& course = state.course;
  if (!course.before) {
    course.before = edit_of(state);
  }
  course.wanted.clear();
  course.finished.reset();
  course.lesson = lesson;
  course.is_step_shown = false;
  const auto progress = course.progress.find(course.lessons[lesson].name);
  const bool goes_on = progress != course.progress.end() && !progress->second.is_finished;
  // A lesson may have lost steps since.
  const std::size_t last = course.lessons[lesson].steps.size() - 1;
  go_to_step(state, goes_on ? std::min(progress->second.step, last) : 0);
}

void begin_again(State& state) {
  if (state.course.lesson) {
    leave_lesson(state);
  }
  state.course.progress.clear();
  state.course.saved_progress.reset();
  state.course.student.clear();
  state.course.is_asked_to_begin_again = false;
}

bool are_results_saved(const Course& course) { return course.saved_progress == course.progress; }

std::string loss_of_beginning_again(const Course& course) {
  std::size_t answers = 0;
  for (const auto& [name, progress] : course.progress) {
    answers += static_cast<std::size_t>(
        std::ranges::count_if(progress.first_answers, [](const auto& first) { return !first.second.answer.empty(); }));
  }
  return fmt::format(
      "This deletes your progress in {} of this course, with {}. It cannot be undone. {}",
      count_text(course.progress.size(), "lesson"), count_text(answers, "first answer"),
      are_results_saved(course) ? "The results are saved." : "To keep the answers, save the results first.");
}

void leave_lesson(State& state) {
  Course& course = state.course;
  course.lesson.reset();
  course.error.clear();
  if (course.before) {
    take_edit(*course.before, state);
    course.before.reset();
  }
}

void go_to_step(State& state, std::size_t step) {
  Course& course = state.course;
  const Lesson& lesson = course.lessons[*course.lesson];
  LessonProgress& progress = course.progress[lesson.name];
  const bool comes_from_step_before = course.is_step_shown && step == course.step + 1;
  if (comes_from_step_before && awaits_first_answer(course)) {
    progress.first_answers[course.step] = {
        .answer = "", .question = question_identity(lesson.steps[course.step]), .is_skipped = true};
  }
  if (step >= lesson.steps.size()) {
    progress.step = 0;
    progress.is_finished = true;
    course.finished = course.lesson;
    // Lets the list scroll to the finished lesson.
    course.frames_to_look = frames_until_drawn;
    leave_lesson(state);
    return;
  }
  course.is_step_shown = true;
  course.step = step;
  progress.step = step;
  open_question(course);
  set_up(state, lesson.steps[step], comes_from_step_before);
  show_first_answer(state);
}

void show_setup(State& state) {
  Course& course = state.course;
  if (!course.lesson) {
    return;
  }
  with_error(course, [&] {
    const std::string set = state_of_step(course.lessons[*course.lesson], course.step);
    if (set != "{}") {
      take_session_part(set, state);
    }
  });
}

void try_again(State& state) {
  open_question(state.course);
  show_setup(state);
}

void answer_question(State& state, const std::string& answer) {
  Course& course = state.course;
  const LessonStep* const step = current_step(course);
  if (step == nullptr || step->question.answer.empty()) {
    return;
  }
  // The answer and its explanation are about the step's setup.
  if (is_setup_changed(state)) {
    show_setup(state);
  }
  with_error(course, [&] {
    const LessonQuestion& question = step->question;
    const std::string right = resolved(question.answer, course.facts, state);
    const std::string shown = shown_line(answer, max_answer_bytes);
    const std::string text = resolved(question.text, course.facts, state);
    // Scrolls the response and the previously covered widgets into view.
    course.frames_to_look = frames_until_drawn;
    if (question.choices.empty() && !is_possible_answer(answer, right, text)) {
      course.refusal = reminder_for(shown, right, text);
      return;
    }
    const bool is_right = is_answered_by(question, answer, right, course.facts, state);
    course.refusal.clear();
    commit(course, shown, is_right);
    course.outcome = outcome_of(is_right);
  });
}

std::string mistake_behind(const LessonQuestion& question, const std::string& answer, const LessonFacts& facts,
                           const State& state) {
  const std::string right = resolved(question.answer, facts, state);
  for (const LessonMistake& mistake : question.mistakes) {
    const std::string wrong = resolved(mistake.answer, facts, state);
    if (!is_answered_by(question, wrong, right, facts, state) &&
        is_answered_by(question, answer, wrong, facts, state)) {
      return resolved(mistake.explanation, facts, state);
    }
  }
  return "";
}

FirstTimes first_times(const Course& course, const Lesson& lesson) {
  FirstTimes times;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    if (lesson.steps[i].question.answer.empty()) {
      continue;
    }
    ++times.questions;
    const FirstAnswer* const first = first_answer_to(course, lesson, i);
    times.answered += first != nullptr && !first->answer.empty() ? 1 : 0;
    times.right += first != nullptr && first->is_right && !first->is_skipped ? 1 : 0;
  }
  return times;
}

bool awaits_first_answer(const Course& course) {
  return is_question_open(course) && first_answer_to(course, course.lessons[*course.lesson], course.step) == nullptr;
}

void show_solution(State& state) {
  if (const LessonStep* const step = current_step(state.course); step != nullptr && !step->question.solution.empty()) {
    with_error(state.course, [&] {
      const Lesson& lesson = state.course.lessons[*state.course.lesson];
      const std::vector<std::string> parts{state_of_step(lesson, state.course.step), step->question.solution};
      take_session_part(merged_session_parts(parts), state);
      commit(state.course, std::string(task_shown), false);
    });
  }
}

void watch_step(State& state) {
  Course& course = state.course;
  course.frames_to_look = std::max(course.frames_to_look - 1, 0);
  const LessonStep* const step = current_step(course);
  // A value that a slider passes through is not meant.
  if (step != nullptr && !step->question.goals.empty() && course.outcome != LessonOutcome::right &&
      !state.viewport.is_dragging && is_goal_met(step->question, state)) {
    course.outcome = LessonOutcome::right;
    course.frames_to_look = frames_until_drawn;
    if (course.committed.empty()) {
      commit(course, std::string(task_done), true);
    }
  }
  notify_of_hidden_question(state);
}

std::string state_of_step(const Lesson& lesson, std::size_t step) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i <= step; ++i) {
    if (!lesson.steps[i].state.empty()) {
      parts.push_back(lesson.steps[i].state);
    }
  }
  return merged_session_parts(parts);
}

bool is_setup_changed(const State& state) {
  const std::optional<StepSetup>& setup = state.course.setup;
  if (!setup || !is_question_open(state.course) || !state.course.is_step_shown) {
    return false;
  }
  if (setup->lab != state.labs.current || !state.labs.is_any_open()) {
    return setup->lab != state.labs.current;
  }
  const auto settings = open_lab(state.labs)->settings();
  return std::ranges::any_of(
      setup->settings, [&](const auto& setting) { return std::ranges::find(settings, setting) == settings.end(); });
}

bool is_goal_met(const LessonQuestion& question, const Documents& documents) {
  return std::ranges::all_of(question.goals, [&](const LessonGoal& goal) {
    const auto text = state_text(documents, goal.path);
    return text && is_same_answer(as_read(documents, goal.path, *text), as_read(documents, goal.path, goal.value));
  });
}

}  // namespace texelscope::app
