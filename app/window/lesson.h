#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// Something that the program computes for a step, by the name that texts refer to it by.
struct LessonComputation {
  std::string name;
  /// Of lesson_facts.h, such as "layout" or "fetch".
  std::string kind;
  /// As JSON.
  std::string arguments;
};

/// What something of the state must be: see state_text().
struct LessonGoal {
  std::string path;
  std::string value;
};

/// A wrong answer that people give, and which idea leads to it.
struct LessonMistake {
  /// May refer to what is computed.
  std::string answer;
  std::string explanation;
};

/// A question is one to choose from, one with an answer to be typed, or something to be done.
struct LessonQuestion {
  std::string text{};
  /// Where the answer is one of these.
  std::vector<std::string> choices{};
  /// Refers to what is computed, such as "{tensor.strides}"; empty where something is to be done.
  std::string answer{};
  /// How far a typed number may be from the answer, in the answer's unit: where devices differ, or rules from what is
  /// measured.
  double tolerance = 0;
  /// Why wrong answers are wrong: each wrong choice, or what people type.
  std::vector<LessonMistake> mistakes{};
  /// The widgets that show the answer, by name, or by how their names begin, "textures.probe.*": covered until one is
  /// committed.
  std::vector<std::string> hidden{};
  /// The widgets in which the answer's text may be seen all the same, by name, and why: {"layouts.tile_rows", "the size
  /// of the tile"}; "text" for the step's own texts.
  std::map<std::string, std::string> also_drawn{};
  /// The coordinate that the question is about, on the axis of the Signal of the Textures lab, where a prediction can
  /// be dragged to its value.
  std::optional<double> predicts_at{};
  /// What is to be done, all of it.
  std::vector<LessonGoal> goals{};
  /// A part of a session that does it, for the checker and for those who ask to be shown.
  std::string solution{};
  /// Shown after a wrong answer, and to those who ask for it.
  std::string hint{};
  /// Shown when an answer is committed, and when what was asked has been done.
  std::string explanation{};

  [[nodiscard]] bool is_empty() const noexcept { return text.empty(); }
};

/// Whether `name` names a widget: in full, or by how its name begins where `name` ends in '*'.
[[nodiscard]] inline bool is_named_by(std::string_view widget, std::string_view name) {
  return name.ends_with('*') ? widget.starts_with(name.substr(0, name.size() - 1)) : widget == name;
}

/// Texts may refer to what is computed, "{tensor.strides}", and to the state as it is, "{labs.textures.filter}".
struct LessonStep {
  std::string title{};
  std::vector<std::string> paragraphs{};
  /// A part of a session: what the step sets, on top of the steps before it. May be empty.
  std::string state{};
  /// The widget meant, by the name that it is recorded under; may be empty.
  std::string look_at{};
  std::vector<LessonComputation> computations{};
  LessonQuestion question{};
  /// Where the step's rules come from: a section of a specification, a call of a driver, or a measurement with its
  /// device. Shown with the explanation, as they may name the answer.
  std::vector<std::string> sources{};
};

struct Lesson {
  /// Stable: the session and the command line use it.
  std::string name;
  std::string title;
  std::string summary;
  std::vector<LessonStep> steps;
};

/// The first answer to a step's question, or how its task was done. Later attempts do not change it.
struct FirstAnswer {
  /// As it was typed or chosen: one line, which ends in "…" behind max_answer_bytes. "done" or "shown" of a task.
  std::string answer;
  bool is_right = false;
  bool operator==(const FirstAnswer&) const = default;
};

/// The longest answer that is kept.
inline constexpr std::size_t max_answer_bytes = 400;

/// What was computed, by name; values as people read them.
using LessonFacts = std::map<std::string, std::string, std::less<>>;

}  // namespace texelscope::app
