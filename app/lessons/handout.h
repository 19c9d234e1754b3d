#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/screenshot.h"
#include "app/workspace/lesson.h"

namespace texelscope::app {

/// A question on paper, with computed values filled in.
struct HandoutQuestion {
  std::string text;
  /// The choices, if the answer is one of them.
  std::vector<std::string> choices;
  /// The right answer: one of the choices, or a value. Empty for a task, whose explanation describes the result.
  std::string answer;
  std::string hint;
  std::string explanation;
  /// Explanations of wrong answers, printed with the answer.
  std::vector<LessonMistake> mistakes{};
  /// Whether the question is a task in the window.
  bool is_task = false;
};

/// Printed with a step that shows numbers from an experiment.
inline constexpr std::string_view one_run_note = "Numbers from one run; other runs may differ.";

/// A step on paper, with computed values filled in.
struct HandoutStep {
  std::string title;
  std::vector<std::string> paragraphs;
  /// The lab or scene and its settings, with a frame around the widget of the step. Answers are covered, including
  /// those of earlier steps, because all steps are printed at once. None if covers hide most of the lab, or if the
  /// picture looks the same as the previous one.
  std::optional<Screenshot> picture;
  std::optional<HandoutQuestion> question;
  /// Sources of the rules, printed with the answer because they may reveal it.
  std::vector<std::string> sources;
  /// Whether its numbers are from one run of an experiment, and may differ in other runs.
  bool is_of_one_run = false;
};

/// A lesson on paper.
struct Handout {
  /// The lesson's name.
  std::string name;
  std::string title;
  std::string summary;
  std::vector<HandoutStep> steps;
  /// As Lesson::topic.
  std::string topic{};
};

/// Steps through a lesson: for each step, applies its settings in the light theme, computes the values for all its
/// texts at once, and draws it. @throws ParameterError for a lesson with an error of `lessons check`, gpu::Error,
/// render::Error.
[[nodiscard]] Handout make_handout(const Lesson& lesson, const WindowPainter& painter,
                                   const ScreenshotOptions& options);

}  // namespace texelscope::app
