#include "app/lessons/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "app/lessons/course.h"
#include "app/lessons/lesson_answer.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/text_check.h"
#include "app/text/escape.h"
#include "app/text/nearest_name.h"
#include "app/workspace/session.h"

namespace texelscope::app {
namespace {

bool is_drawn(const DrawnPanels& drawn, std::string_view name) {
  return std::ranges::any_of(drawn.widgets, [&](const auto& widget) { return is_named_by(widget.first, name); });
}

/// A window draws too many widgets to list them all.
std::string advise_widget(std::string_view name, const DrawnPanels& drawn) {
  std::vector<std::string_view> names;
  std::ranges::transform(drawn.widgets, std::back_inserter(names),
                         [](const auto& widget) { return std::string_view(widget.first); });
  const std::string_view nearest = near_name(name, names);
  return fmt::format("{}explore --widgets FILE writes the names of all drawn widgets",
                     nearest.empty() ? "" : fmt::format("did you mean '{}'? ", nearest));
}

/// The visible texts that contain the answer, in the lab and its readout. Excludes the lesson, whose choices contain
/// the answer, and the panels of available choices.
std::vector<DrawnText> seen_answers(const DrawnPanels& drawn, const std::string& right) {
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

/// The smallest widget that contains the text; the viewport only if no other does, since a widget that scrolls may be
/// larger.
std::string widget_around(const DrawnPanels& drawn, const Rect& place) {
  const auto area = [](const std::pair<const std::string, Rect>& widget) {
    return widget.first == "viewport" ? std::numeric_limits<float>::max() : widget.second.width * widget.second.height;
  };
  const std::pair<const std::string, Rect>* smallest = nullptr;
  for (const auto& widget : drawn.widgets) {
    if (widget.second.contains_middle_of(place) && (smallest == nullptr || area(widget) < area(*smallest))) {
      smallest = &widget;
    }
  }
  return smallest != nullptr ? smallest->first : "";
}

/// Whether a widget shows an error of a lab's settings: "layouts.error.shape", "layouts.entry0.error",
/// "layouts.input_error". Excludes the Interop lab, whose error is that the check has no renderer.
bool shows_error(std::string_view widget) {
  const bool is_of_entry = widget.find(".entry") != std::string_view::npos && widget.ends_with(".error");
  return (is_of_entry || widget.find(".error.") != std::string_view::npos || widget.ends_with(".input_error")) &&
         !widget.starts_with("interop.");
}

/// The lines of text that are drawn in `place`, as one line.
std::string text_in_place(const DrawnPanels& drawn, const Rect& place) {
  std::string text;
  for (const DrawnText& line : drawn.texts) {
    if (place.contains_middle_of(line.place)) {
      text += (text.empty() ? "" : " ") + line.text;
    }
  }
  return text;
}

/// Whether a cover is over a widget.
bool is_covered(const DrawnPanels& drawn, const std::vector<std::string>& hidden,
                const std::pair<const std::string, Rect>& result) {
  const auto is_over = [&](const auto& widget) {
    return (widget.first == result.first || widget.second.contains_middle_of(result.second)) &&
           std::ranges::any_of(hidden, [&](const std::string& name) { return is_named_by(widget.first, name); });
  };
  return std::ranges::any_of(drawn.widgets, is_over);
}

class PanelCheck {
 public:
  PanelCheck(const LessonQuestion& question, std::span<const DrawnPanels> windows)
      : question_{question}, windows_{windows}, unused_{question.also_drawn} {
    unused_.erase(told_key);
  }

  /// The step's widget must be visible in the first window.
  void check_widget(const std::string& name) {
    if (!name.empty() && !windows_.front().widgets.contains(name)) {
      faults.push_back(fmt::format("no widget '{}' is drawn; {}", name, advise_widget(name, windows_.front())));
    }
  }

  /// The settings must not cause an error in the lab, unless the step is about it.
  void check_errors(const std::string& look_at) {
    std::map<std::string, std::string> errors;
    for (const DrawnPanels& drawn : windows_) {
      for (const auto& [widget, place] : drawn.widgets) {
        const std::string text = shows_error(widget) && widget != look_at ? text_in_place(drawn, place) : "";
        if (!text.empty() && !is_excused(widget)) {
          errors.try_emplace(text, widget);
        }
      }
    }
    for (const auto& [text, widget] : errors) {
      faults.push_back(fmt::format("the settings cause an error in the lab, in '{}': {}", widget, text));
    }
  }

  /// Results of the lab may be hidden in any case: some are drawn only with a renderer.
  void check_hidden(std::span<const std::string> results) {
    for (const std::string& name : question_.hidden) {
      if (std::ranges::find(results, name) == results.end() &&
          std::ranges::none_of(windows_, [&](const DrawnPanels& drawn) { return is_drawn(drawn, name); })) {
        faults.push_back(fmt::format("the hidden widget '{}' is not drawn; {}", name,
                                     advise_widget(name, windows_[std::min<std::size_t>(1, windows_.size() - 1)])));
      }
    }
  }

  /// Checks the drawn texts, and those of tooltips and of the readout.
  void check_answer(const std::string& right) {
    // Text and widget, without duplicates across windows.
    std::set<std::pair<std::string, std::string>> seen;
    std::set<std::pair<std::string, std::string>> pointed;
    for (const DrawnPanels& drawn : windows_) {
      for (const DrawnText& text : seen_answers(drawn, right)) {
        seen.emplace(text.text, widget_around(drawn, text.place));
      }
      for (const DrawnText& text : drawn.pointed) {
        if (says_answer(text.text, right)) {
          pointed.emplace(text.text, widget_around(drawn, text.place));
        }
      }
    }
    for (const auto& [texts, place, advice] :
         {std::tuple{seen, "of", "add that widget to \"hidden\""},
          {pointed, "while the mouse points at", "draw it by value_tooltip() or forget_mouse()"}}) {
      for (const auto& [text, widget] : texts) {
        if (!is_excused(widget)) {
          faults.push_back(
              fmt::format("the answer '{}' is visible before it is committed, in '{}' {} the widget '{}'; {}, or add "
                          "the reason to \"also_drawn\"",
                          right, text, place, widget, advice));
        }
      }
    }
  }

  /// Checks that the lab's results are all hidden if one is: with other settings, any may show the answer.
  void check_results(std::span<const std::string> results) {
    const auto hidden_one = std::ranges::find_if(question_.hidden, [&](const std::string& name) {
      return std::ranges::any_of(results, [&](const std::string& result) {
        return is_named_by(result, name) || is_named_by(name, result) || result.starts_with(name + ".");
      });
    });
    if (hidden_one == question_.hidden.end()) {
      return;
    }
    for (const std::string& result : results) {
      std::set<std::string> open;
      bool is_result_drawn = false;
      for (const DrawnPanels& drawn : windows_) {
        for (const auto& widget : drawn.widgets) {
          if (is_named_by(widget.first, result)) {
            is_result_drawn = true;
            if (!is_covered(drawn, question_.hidden, widget) && !is_excused(widget.first)) {
              open.insert(widget.first);
            }
          }
        }
      }
      if (!open.empty()) {
        faults.push_back(fmt::format(
            "'{}' shows results of the lab, like the hidden '{}'; add '{}' to \"hidden\", or add the reason to "
            "\"also_drawn\"",
            *open.begin(), *hidden_one, result));
      } else if (!is_result_drawn && !is_named_hidden(result)) {
        faults.push_back(fmt::format(
            "'{0}' is not drawn yet, but like the hidden '{1}', it can show results of the lab; add '{0}' to "
            "\"hidden\"",
            result, *hidden_one));
      }
    }
  }

  void check_reasons(const std::string& right) {
    for (const auto& [widget, reason] : unused_) {
      faults.push_back(fmt::format("\"also_drawn\" has '{}', where the answer '{}' is not visible", widget, right));
    }
  }

  std::vector<std::string> faults;

 private:
  [[nodiscard]] bool is_named_hidden(const std::string& result) const {
    return std::ranges::any_of(question_.hidden,
                               [&](const std::string& name) { return name == result || is_named_by(result, name); });
  }
  bool is_excused(const std::string& widget) {
    unused_.erase(widget);
    return question_.also_drawn.contains(widget);
  }

  const LessonQuestion& question_;
  std::span<const DrawnPanels> windows_;
  std::map<std::string, std::string> unused_;
};

class StepCheck {
 public:
  StepCheck(const Lesson& lesson, std::size_t step, CheckedLessons& checked)
      : lesson_{lesson}, step_{lesson.steps[step]}, number_{step}, checked_{checked} {}

  void run(const std::function<State()>& fresh_state, const DrawPanels& draw_panels) {
    add_faults(empty_text_faults(lesson_, number_));
    State state = fresh_state();
    if (!attempt("its settings", [&] { take_session_part(state_of_step(lesson_, number_), state); })) {
      return;
    }
    LessonFacts facts;
    check_sources();
    // Without the computed values, everything that refers to them would also be a fault.
    if (attempt("its computations", [&] { facts = facts_of(step_, *state.device); })) {
      check_facts(facts, state);
    }
    if (!step_.question.goals.empty()) {
      attempt("its goals", [&] { check_goals(state); });
      attempt("its settings", [&] { take_session_part(state_of_step(lesson_, number_), state); });
    }
    state.course.facts = facts;
    attempt("its panels", [&] { check_panels(drawn_windows(state, draw_panels), results_of(state)); });
  }

 private:
  void fault(const std::string& what) { checked_.faults.push_back({lesson_.name, number_ + 1, what}); }

  void add_faults(const std::vector<std::string>& faults) {
    std::ranges::for_each(faults, [&](const std::string& what) { fault(what); });
  }

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

  /// The texts and the question of the step, with its computed values.
  void check_facts(const LessonFacts& facts, const State& state) {
    attempt("its texts", [&] { resolve_texts(facts, state); });
    attempt("its choices", [&] { step_.question.choices = resolved_choices(step_.question, facts, state); });
    if (!step_.question.answer.empty() &&
        attempt("its answer", [&] { right_ = resolved(step_.question.answer, facts, state); })) {
      check_answer(*right_);
      attempt("its mistakes", [&] { check_mistakes(*right_, facts, state); });
      attempt("its texts", [&] { add_faults(told_faults(step_, *right_, facts)); });
    }
    add_faults(listing_faults(step_, facts));
  }

  /// Shows the lesson's panel, which takes space, and scrolls the widget into view.
  void show_course(State& state) const {
    state.course.lessons = {lesson_};
    state.course.letters = letters_of({.title = {}, .language = {}, .lessons = {lesson_}});
    state.course.lesson = 0;
    state.course.step = number_;
    state.arrangement.panels.lessons.is_shown = true;
    state.course.frames_to_look = 1;
  }

  void check_panels(std::span<const DrawnPanels> windows, std::span<const std::string> results) {
    PanelCheck check{step_.question, windows};
    check.check_widget(step_.look_at);
    check.check_errors(step_.look_at);
    check.check_hidden(results);
    if (right_) {
      check.check_answer(*right_);
      check.check_results(results);
      check.check_reasons(*right_);
    }
    add_faults(check.faults);
    add_faults(character_faults(lesson_, number_, windows.front().characters));
  }

  /// The names of the widgets that show the open lab's results.
  static std::vector<std::string> results_of(const Documents& documents) {
    std::vector<std::string> results;
    if (const LabDeclaration* const lab = current_lab(documents.labs)) {
      std::ranges::transform(lab->results, std::back_inserter(results),
                             [&](std::string_view result) { return fmt::format("{}.{}", lab->name, result); });
    }
    return results;
  }

  /// Checks the step in a small window, where its widget must be visible, and in a large window, which shows side by
  /// side the parts that are behind tabs in the small one; then checks the lab's other tabs in the small window, since
  /// each is one click away.
  [[nodiscard]] std::vector<DrawnPanels> drawn_windows(State& state, const DrawPanels& draw_panels) const {
    const auto draw = [&](int width, int height) {
      show_course(state);
      return draw_panels(state, width, height);
    };
    std::vector<DrawnPanels> windows{draw(small_width, small_height), draw(1920, 1080)};
    if (state.labs.is_any_open() && right_) {
      LabState& lab = *open_lab(state.labs);
      const std::string prefix = fmt::format("{}.tab.", current_lab(state.labs)->name);
      const std::optional<std::string> open =
          state_text(state, fmt::format("labs.{}.tab", current_lab(state.labs)->name));
      std::vector<std::string> others;
      for (const auto& [name, place] : windows.front().widgets) {
        if (name.starts_with(prefix) && name.substr(prefix.size()) != open) {
          others.push_back(name.substr(prefix.size()));
        }
      }
      for (const std::string& tab : others) {
        lab.set("tab", tab);
        windows.push_back(draw(small_width, small_height));
      }
    }
    return windows;
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

  /// Every wrong choice must be explained, or at least one typical wrong number.
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
    if (question.choices.empty()) {
      check_typed_mistakes(right, resolved(question.text, facts, state), state.course.language);
    }
    checked_.answers.push_back(std::move(checked));
  }

  /// Checks that the typical wrong answers differ from the right one and from each other. A computed one may coincide
  /// with another on some devices.
  void check_typed_mistakes(const std::string& right, const std::string& text, const std::string& language) {
    std::vector<std::string> typed;
    for (const LessonMistake& mistake : step_.question.mistakes) {
      if (mistake.answer.find('{') != std::string::npos) {
        continue;
      }
      if (is_right_answer(mistake.answer, right, text, step_.question.tolerance, language)) {
        fault(fmt::format("\"mistakes\" contains the answer: '{}' is right", mistake.answer));
      }
      const auto same = std::ranges::find_if(
          typed, [&](const std::string& other) { return is_right_answer(mistake.answer, other, text, 0, language); });
      if (same != typed.end()) {
        fault(fmt::format("the mistakes '{}' and '{}' have the same value; only the first is ever shown", *same,
                          mistake.answer));
      }
      typed.push_back(mistake.answer);
    }
  }

  void check_goals(State& state) {
    for (const LessonGoal& goal : step_.question.goals) {
      if (!state_text(state, goal.path)) {
        fault(fmt::format("there is no '{}' in the state; {}", goal.path, advise_path(goal.path, state)));
      }
    }
    if (is_goal_met(step_.question, state)) {
      fault("the task is already done at the start");
    }
    const std::vector<std::string> parts{state_of_step(lesson_, number_), step_.question.solution};
    take_session_part(merged_session_parts(parts), state);
    for (const LessonGoal& goal : step_.question.goals) {
      const std::string text = state_text(state, goal.path).value_or("nothing");
      if (!is_same_answer(as_read(state, goal.path, text), as_read(state, goal.path, goal.value))) {
        fault(fmt::format("the solution leaves '{}' at '{}', not '{}'", goal.path, text, goal.value));
      }
    }
  }

  static constexpr int small_width = 960;
  static constexpr int small_height = 600;

  const Lesson& lesson_;
  /// With resolved choices.
  LessonStep step_;
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
