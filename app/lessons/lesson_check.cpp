#include "app/lessons/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "app/lessons/course.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_text.h"
#include "app/text/escape.h"
#include "app/text/nearest_name.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace {

class StepCheck {
 public:
  StepCheck(const Lesson& lesson, std::size_t step, CheckedLessons& checked)
      : lesson_{lesson}, step_{lesson.steps[step]}, number_{step}, checked_{checked} {}

  void run(const std::function<State()>& fresh_state, const DrawPanels& draw_panels) {
    State state = fresh_state();
    if (!attempt("its settings", [&] { take_session_part(state_of_step(lesson_, number_), state); })) {
      return;
    }
    LessonFacts facts;
    attempt("its computations", [&] { facts = facts_of(step_, *state.device); });
    attempt("its texts", [&] { resolve_texts(facts, state); });
    check_sources();
    if (!step_.question.answer.empty() &&
        attempt("its answer", [&] { right_ = resolved(step_.question.answer, facts, state); })) {
      check_answer(*right_);
      attempt("its mistakes", [&] { check_mistakes(*right_, facts, state); });
      attempt("its texts", [&] { check_told(*right_, facts); });
    }
    check_listing(facts);
    if (!step_.question.goals.empty()) {
      attempt("its goals", [&] { check_goals(state); });
      attempt("its settings", [&] { take_session_part(state_of_step(lesson_, number_), state); });
    }
    if (!step_.look_at.empty() || !step_.question.answer.empty()) {
      state.course.facts = facts;
      attempt("its panels", [&] {
        std::vector<DrawnPanels> windows;
        // The widget of a step must be visible in a small window; a large one shows parts side by side that are behind
        // tabs in the small one.
        constexpr std::array<std::array<int, 2>, 2> sizes{{{960, 600}, {1920, 1080}}};
        for (const std::array<int, 2>& size : sizes) {
          show_course(state);
          windows.push_back(draw_panels(state, size[0], size[1]));
        }
        check_panels(windows);
      });
    }
  }

 private:
  void fault(const std::string& what) { checked_.faults.push_back({lesson_.name, number_ + 1, what}); }

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

  /// Shows the lesson's panel, which takes space, and scrolls the widget into view.
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
      fault("it has an answer but no source; add \"sources\"");
    }
    for (std::size_t i = 0; i < step_.sources.size(); ++i) {
      if (step_.sources[i].find_first_not_of(" \t\n") == std::string::npos) {
        fault(fmt::format("sources[{}] is empty", i));
      }
    }
  }

  void check_answer(const std::string& right) {
    if (right == step_.question.answer) {
      fault(fmt::format("the answer '{}' is not computed; use a computation, such as {{name.fact}}", right));
    }
    if (step_.question.choices.empty()) {
      return;
    }
    const auto count = std::ranges::count_if(step_.question.choices,
                                             [&](const std::string& choice) { return is_same_answer(choice, right); });
    if (count == 0) {
      fault(fmt::format("the answer '{}' is not among the choices", right));
    } else if (count > 1) {
      fault(fmt::format("the answer '{}' is {} among the choices", right,
                        count == 2 ? "twice" : fmt::format("{} times", count)));
    }
  }

  /// All wrong choices are explained, or one typical number.
  void check_mistakes(const std::string& right, const LessonFacts& facts, const State& state) {
    const LessonQuestion& question = step_.question;
    const auto as_choice = [&](const std::string& answer) {
      const auto choice =
          std::ranges::find_if(question.choices, [&](const std::string& each) { return is_same_answer(each, answer); });
      return choice != question.choices.end() ? *choice : answer;
    };
    CheckedAnswer checked{lesson_.name, number_ + 1, as_choice(right), {}};
    if (question.choices.empty() && question.mistakes.empty()) {
      fault("it explains no wrong answer; add \"mistakes\"");
    }
    for (const std::string& choice : question.choices) {
      if (!is_same_answer(choice, right) && mistake_behind(question, choice, facts, state).empty()) {
        fault(fmt::format("\"mistakes\" does not explain why '{}' is wrong", choice));
      }
    }
    for (const LessonMistake& mistake : question.mistakes) {
      if (mistake.answer == question.answer) {
        fault(fmt::format("\"mistakes\" contains the answer, '{}'", mistake.answer));
      }
      const std::string wrong = resolved(mistake.answer, facts, state);
      static_cast<void>(resolved(mistake.explanation, facts, state));
      const bool is_choice = std::ranges::any_of(
          question.choices, [&](const std::string& choice) { return is_same_answer(choice, wrong); });
      if (!question.choices.empty() && !is_choice) {
        fault(fmt::format("the mistake '{}' is not among the choices", wrong));
      }
      if (!mistake_behind(question, wrong, facts, state).empty()) {
        checked.mistakes.push_back(as_choice(wrong));
      }
    }
    checked_.answers.push_back(std::move(checked));
  }

  /// Checks that no text shown before an answer is committed reveals it. Numbers in the step's settings and
  /// computations are not answers and may appear, as may the answer together with another choice.
  void check_told(const std::string& right, const LessonFacts& facts) {
    const LessonQuestion& question = step_.question;
    if (question.also_drawn.contains(told)) {
      return;
    }
    std::string given = step_.state;
    for (const LessonComputation& computation : step_.computations) {
      given += ' ' + computation.arguments;
    }
    std::vector<std::string> texts{question.text};
    for (const std::string& paragraph : step_.paragraphs) {
      texts.push_back(without_call_numbers(paragraph));
    }
    for (std::string& text : texts) {
      text = without_settings(text, facts);
    }
    const bool tells_others = std::ranges::any_of(question.choices, [&](const std::string& choice) {
      return !is_same_answer(choice, right) &&
             std::ranges::any_of(texts, [&](const std::string& text) { return says_answer(text, choice); });
    });
    if (tells_others || says_answer(given, right)) {
      return;
    }
    for (const std::string& text : texts) {
      if (says_answer(text, right)) {
        fault(
            fmt::format("the answer '{}' is revealed before it is committed: \"{}\"; remove it, or add the reason: "
                        "\"also_drawn\": {{\"{}\": \"…\"}}",
                        right, shown_line(text, max_answer_bytes), told));
      }
    }
  }

  /// Checks that the calls in a listing are those that its script runs.
  void check_listing(const LessonFacts& facts) {
    std::vector<std::size_t> listed;
    for (const std::string& paragraph : step_.paragraphs) {
      const std::vector<std::size_t> calls = listed_calls(paragraph);
      listed.insert(listed.end(), calls.begin(), calls.end());
    }
    const std::string script = script_of(step_.question, facts);
    if (listed.empty() || script.empty()) {
      return;
    }
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (listed[i] != i + 1) {
        fault(fmt::format("line {} of the listing is numbered {}", i + 1, listed[i]));
      }
    }
    std::size_t run = 0;
    while (facts.contains(fmt::format("{}.{}", script, run + 1))) {
      ++run;
    }
    if (run != listed.size()) {
      fault(fmt::format("the listing has {} calls, but '{}' runs {}", listed.size(), script, run));
    }
  }

  static bool is_drawn(const DrawnPanels& drawn, std::string_view hidden) {
    return std::ranges::any_of(drawn.widgets, [&](const auto& widget) { return is_named_by(widget.first, hidden); });
  }

  /// A window draws too many to list them.
  static std::string advise_widget(std::string_view name, const DrawnPanels& drawn) {
    std::vector<std::string_view> names;
    std::ranges::transform(drawn.widgets, std::back_inserter(names),
                           [](const auto& widget) { return std::string_view(widget.first); });
    const std::string_view nearest = nearest_name(name, names);
    return fmt::format("{}explore --widgets FILE writes the names of all drawn widgets",
                       nearest.empty() ? "" : fmt::format("did you mean '{}'? ", nearest));
  }

  /// The first of `windows` is the small one.
  void check_panels(std::span<const DrawnPanels> windows) {
    if (!step_.look_at.empty() && !windows.front().widgets.contains(step_.look_at)) {
      fault(fmt::format("no widget '{}' is drawn; {}", step_.look_at, advise_widget(step_.look_at, windows.front())));
    }
    const LessonQuestion& question = step_.question;
    for (const std::string& name : question.hidden) {
      if (std::ranges::none_of(windows, [&](const DrawnPanels& drawn) { return is_drawn(drawn, name); })) {
        fault(fmt::format("the hidden widget '{}' is not drawn; {}", name, advise_widget(name, windows.back())));
      }
    }
    if (!right_) {
      return;
    }
    const std::string& right = *right_;
    std::map<std::string, std::string> unused = question.also_drawn;
    unused.erase(told);
    // Text and widget, without duplicates across windows.
    std::set<std::pair<std::string, std::string>> seen;
    for (const DrawnPanels& drawn : windows) {
      for (const DrawnText& text : seen_answers(drawn, right)) {
        seen.emplace(text.text, widget_around(drawn, text.place));
      }
    }
    for (const auto& [text, widget] : seen) {
      unused.erase(widget);
      if (!question.also_drawn.contains(widget)) {
        fault(
            fmt::format("the answer '{}' is visible before it is committed, in '{}' of the widget '{}'; add that "
                        "widget to \"hidden\", or add the reason to \"also_drawn\"",
                        right, text, widget));
      }
    }
    for (const auto& [widget, reason] : unused) {
      fault(fmt::format("\"also_drawn\" has '{}', where the answer '{}' is not visible", widget, right));
    }
  }

  /// In the lab and its readout, but not in the lesson, whose choices contain it, nor in the panels of available
  /// choices.
  static std::vector<DrawnText> seen_answers(const DrawnPanels& drawn, const std::string& right) {
    const auto is_in = [&](const char* panel, const Rect& place) {
      const auto found = drawn.widgets.find(panel);
      return found != drawn.widgets.end() && found->second.contains_middle_of(place);
    };
    std::vector<DrawnText> seen;
    for (const DrawnText& text : drawn.texts) {
      const bool is_beside = is_in("lessons.panel", text.place) || is_in("navigation.panel", text.place) ||
                             is_in("properties.panel", text.place);
      if (!is_beside && says_answer(text.text, right)) {
        seen.push_back(text);
      }
    }
    return seen;
  }

  /// The smallest widget that contains the text.
  static std::string widget_around(const DrawnPanels& drawn, const Rect& place) {
    const auto area = [](const Rect& rect) { return rect.width * rect.height; };
    const std::pair<const std::string, Rect>* smallest = nullptr;
    for (const auto& widget : drawn.widgets) {
      if (widget.second.contains_middle_of(place) &&
          (smallest == nullptr || area(widget.second) < area(smallest->second))) {
        smallest = &widget;
      }
    }
    return smallest != nullptr ? smallest->first : "";
  }

  void check_goals(State& state) {
    for (const LessonGoal& goal : step_.question.goals) {
      if (!state_text(state, goal.path)) {
        fault(fmt::format("there is no '{}' in the state", goal.path));
      }
    }
    if (is_goal_met(step_.question, state)) {
      fault("the task is already done at the start");
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

  /// The key in "also_drawn" for the texts of the step.
  static constexpr const char* told = "text";

  const Lesson& lesson_;
  const LessonStep& step_;
  std::size_t number_;
  /// The answer on the device; nothing if there is none.
  std::optional<std::string> right_;
  CheckedLessons& checked_;
};

}  // namespace

void check_lesson(const Lesson& lesson, const std::function<State()>& fresh_state, const DrawPanels& draw_panels,
                  CheckedLessons& checked) {
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    StepCheck(lesson, step, checked).run(fresh_state, draw_panels);
  }
}

}  // namespace texelscope::app
