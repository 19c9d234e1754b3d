#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// A computation for a step, with the name that texts use.
struct LessonComputation {
  std::string name;
  /// A kind of lesson_facts.h, such as "layout" or "fetch".
  std::string kind;
  /// As JSON.
  std::string arguments;
};

/// The required value of a part of the state: see state_text().
struct LessonGoal {
  std::string path;
  std::string value;
};

/// A typical wrong answer, and the misconception behind it.
struct LessonMistake {
  /// May refer to computations.
  std::string answer;
  std::string explanation;
};

/// A question with choices, a question with a typed answer, or a task.
struct LessonQuestion {
  std::string text{};
  /// The choices, if the answer is one of them. They may refer to computations.
  std::vector<std::string> choices{};
  /// Refers to a computation, such as "{tensor.strides}"; empty for a task.
  std::string answer{};
  /// The allowed difference between a typed number and the answer, in the answer's unit: for answers that differ
  /// between devices, or between rules and measurements.
  double tolerance = 0;
  /// Explanations of wrong answers: of each wrong choice, or of typical typed answers.
  std::vector<LessonMistake> mistakes{};
  /// The widgets that show the answer, by name, or by prefix, "textures.probe.*": covered until an answer is committed.
  std::vector<std::string> hidden{};
  /// The widgets in which the answer's text may still be visible, by name, with the reason: {"layouts.tile_rows", "the
  /// size of the tile"}; "text" for the step's own texts.
  std::map<std::string, std::string> also_drawn{};
  /// The coordinate of the question on the Signal axis of the Textures lab, where a prediction can be dragged to its
  /// value.
  std::optional<double> predicts_at{};
  /// The goals of the task; all must be met.
  std::vector<LessonGoal> goals{};
  /// A part of a session that meets the goals, for the checker and for "Show me".
  std::string solution{};
  /// Shown after a wrong answer, and on request.
  std::string hint{};
  /// Shown when an answer is committed, or the task is done.
  std::string explanation{};

  [[nodiscard]] bool is_empty() const noexcept { return text.empty(); }
};

/// Whether `name` matches a widget: exactly, or by its prefix if `name` ends in '*'.
[[nodiscard]] inline bool is_named_by(std::string_view widget, std::string_view name) {
  return name.ends_with('*') ? widget.starts_with(name.substr(0, name.size() - 1)) : widget == name;
}

/// Texts may refer to computations, "{tensor.strides}", and to the current state, "{labs.textures.filter}".
struct LessonStep {
  std::string title{};
  std::vector<std::string> paragraphs{};
  /// A part of a session: the step's settings, on top of those of the previous steps. May be empty.
  std::string state{};
  /// The widget of the step, by its recorded name; may be empty.
  std::string look_at{};
  std::vector<LessonComputation> computations{};
  LessonQuestion question{};
  /// Sources of the step's rules: a section of a specification, a driver call, or a measurement with its device. Shown
  /// with the explanation, because they may reveal the answer.
  std::vector<std::string> sources{};
};

struct Lesson {
  /// Stable: the session and the command line use it.
  std::string name;
  std::string title;
  std::string summary;
  std::vector<LessonStep> steps;
  /// The heading in the course above this lesson, or, if it has none, above the nearest earlier lesson that has one;
  /// empty for none.
  std::string topic{};
};

/// The first answer to a step's question, or how its task was done. Later attempts do not change it.
struct FirstAnswer {
  /// The typed or chosen answer: one line, ending in "…" after max_answer_bytes. For a task, "done" or "shown". Empty
  /// for a question that was skipped and not answered since.
  std::string answer;
  bool is_right = false;
  /// The question's identity, see question_identity(); empty if unknown.
  std::string question{};
  /// Whether the learner skipped the question first. The answer then does not count: the step after the question may
  /// have shown it.
  bool is_skipped = false;
  bool operator==(const FirstAnswer&) const = default;
};

/// The longest answer that is saved.
inline constexpr std::size_t max_answer_bytes = 400;

/// Results of computations, by name; values in human-readable form.
using LessonFacts = std::map<std::string, std::string, std::less<>>;

}  // namespace texelscope::app
