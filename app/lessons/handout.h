#pragma once

#include <cstddef>
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

/// The state in which a step of a handout is described and drawn: its settings, in the light theme.
[[nodiscard]] State handout_state(const Lesson& lesson, std::size_t step, const WindowPainter& painter);

/// The picture of a step: the lab or scene and its settings, with a frame around the widget of the step, and covers
/// over all answers up to this step. Leaves out empty space at the lower edge, and the bars and Navigation, which are
/// the same in all steps, unless the step's widget is in them. @throws see WindowPainter::paint().
[[nodiscard]] Screenshot draw_handout_step(const Lesson& lesson, std::size_t step, const WindowPainter& painter,
                                           const ScreenshotOptions& options);

/// Whether covers hide more than half of the lab.
[[nodiscard]] bool is_mostly_covered(const Screenshot& picture);

/// The pixels, with zeros where they vary between runs: equal for pictures with the same content.
[[nodiscard]] std::vector<std::byte> lasting_pixels(const Screenshot& picture);

}  // namespace texelscope::app
