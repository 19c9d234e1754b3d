#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/lesson.h"
#include "app/window/screenshot.h"

namespace texelscope::app {

/// A question on paper, with what is computed in it.
struct HandoutQuestion {
  std::string text;
  /// Where the answer is one of these.
  std::vector<std::string> choices;
  /// What is right: one of the choices, or a value. Empty for a task: its explanation tells what is reached.
  std::string answer;
  std::string hint;
  std::string explanation;
  /// Why wrong answers are wrong: told with the answer.
  std::vector<LessonMistake> mistakes{};
  /// Whether something is to be done in the window.
  bool is_task = false;
};

/// Said of a step whose numbers are an experiment's.
inline constexpr std::string_view one_run_note = "Numbers from one run; other runs may differ.";

/// A step on paper, with what is computed in it.
struct HandoutStep {
  std::string title;
  std::vector<std::string> paragraphs;
  /// The window with a frame around what the step means; none where it looks as in the step before.
  std::optional<Screenshot> picture;
  std::optional<HandoutQuestion> question;
  /// Where the rules come from: told with the answer, as they may name it.
  std::vector<std::string> sources;
  /// Whether its numbers are those of one run of an experiment, and another run may give others.
  bool is_of_one_run = false;
};

/// A lesson on paper.
struct Handout {
  /// Of the lesson.
  std::string name;
  std::string title;
  std::string summary;
  std::vector<HandoutStep> steps;
};

/// Whether a handout comes with its answers.
enum class HandoutAnswers : std::uint8_t {
  /// The answers: a picture hides what its own step asks for.
  with,
  /// Only the other pictures, all at once: what earlier steps ask for stays hidden, too.
  without
};

/// Goes through a lesson: sets what each step sets, in the light theme, computes what its texts refer to, once for all
/// of them, and draws it.
/// @throws ParameterError for a lesson that `lessons check` finds fault with, gpu::Error, render::Error.
[[nodiscard]] Handout make_handout(const Lesson& lesson, const WindowPainter& painter, HandoutAnswers answers,
                                   const ScreenshotOptions& options);

}  // namespace texelscope::app
