#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/view.h"
#include "app/text/letters.h"
#include "app/workspace/edit.h"
#include "app/workspace/lesson.h"

namespace texelscope::app {

enum class LessonOutcome : unsigned char { open, wrong, right };

/// A learner's progress in a lesson.
struct LessonProgress {
  std::size_t step = 0;
  bool is_finished = false;
  /// The first answers by step, from 0. Kept when the lesson is repeated.
  std::map<std::size_t, FirstAnswer> first_answers{};
  bool operator==(const LessonProgress&) const = default;
};

/// By the lesson's name.
using CourseProgress = std::map<std::string, LessonProgress, std::less<>>;

/// A lab and those of its settings that a lesson sets, as texts, by name; without a lab, a scene is shown.
struct StepSetup {
  std::optional<std::size_t> lab;
  std::vector<std::pair<std::string, std::string>> settings;
};

/// A course file to open.
struct WantedCourse {
  /// An absolute path; empty for none.
  std::filesystem::path path{};
  /// Whether the user names it, instead of a session.
  bool is_of_user = false;
};

/// The lessons, and the one in progress.
struct Course {
  /// The file of the course, as an absolute path; empty for the built-in lessons.
  std::filesystem::path file{};
  /// The course's title; empty until its lessons are read.
  std::string title{};
  /// The language of its texts, as a BCP 47 tag; empty until its lessons are read.
  std::string language{};
  std::vector<Lesson> lessons{};
  /// The letters of its texts.
  Letters letters = Letters::own;
  /// The reason why there are no lessons, or why the step failed; empty otherwise.
  std::string error{};
  std::optional<std::size_t> lesson{};
  /// The lesson that was finished last, until another lesson is opened.
  std::optional<std::size_t> finished{};
  std::size_t step = 0;
  /// Whether the step has been set up; not while a lesson is being opened.
  bool is_step_shown = false;
  /// The step's setup, when it was set up; nothing if the lesson sets nothing up to this step.
  std::optional<StepSetup> setup{};
  /// Whether the lab is covered because its setup differs from the step's, and so could answer the question, too.
  bool is_lab_covered = false;
  /// Whether a notice states that the question is open although the lessons are hidden.
  bool has_open_notice = false;
  /// Number of remaining frames in which the widget of the step is scrolled into view.
  int frames_to_look = 0;
  /// The visible part of that widget in this frame.
  std::optional<Rect> mark{};
  LessonFacts facts{};
  std::string typed{};
  LessonOutcome outcome = LessonOutcome::open;
  /// Whether the answer field receives keyboard focus in the next frame.
  bool wants_keyboard = false;
  /// The last committed answer; empty while the question is open.
  std::string committed{};
  /// The reason why nothing was committed: the typed text is not an answer of the question's kind.
  std::string refusal{};
  /// This frame's rectangles of the widgets that stay hidden until the question is answered, by name; empty if the
  /// panel omits the widget.
  std::map<std::string, Rect, std::less<>> covers{};
  /// Widgets that stay covered in addition to those of the step's question, even after it is answered, because earlier
  /// questions are still open on a printed handout. Names as in LessonQuestion::hidden.
  std::vector<std::string> also_hidden{};
  /// Whether the learner requested the hint of this step.
  bool is_hint_shown = false;
  /// Progress in this course; stored in the session.
  CourseProgress progress{};
  /// Progress in other courses, by file; "" is the built-in one. Stored in the session.
  std::map<std::string, CourseProgress, std::less<>> other_progress{};
  /// The name of the lesson to open, requested by a session.
  std::string wanted{};
  /// The course file to open.
  WantedCourse wanted_file{};
  /// The learner's name, as last typed to save results.
  std::string student{};
  /// The progress when results were last written to a file; nothing if they have not been written.
  std::optional<CourseProgress> saved_progress{};
  /// Whether the list asks for confirmation before begin_again().
  bool is_asked_to_begin_again = false;
  /// The setup from before the first lesson.
  std::optional<Edit> before{};
};

/// The step that is shown; null while no lesson is open.
[[nodiscard]] inline const LessonStep* current_step(const Course& course) {
  return course.lesson ? &course.lessons[*course.lesson].steps[course.step] : nullptr;
}

/// Whether a question awaits its answer.
[[nodiscard]] inline bool is_question_open(const Course& course) {
  const LessonStep* const step = current_step(course);
  return step != nullptr && !step->question.answer.empty() && course.outcome == LessonOutcome::open;
}

/// Whether labs show the values of the item at the mouse. They do not while a question is open, since any value may
/// answer it.
[[nodiscard]] inline bool shows_values_at_mouse(const Course& course) {
  return !is_question_open(course) && course.also_hidden.empty();
}

/// Whether a widget shows the answer to a question that is open: the step's, or one of Course::also_hidden.
[[nodiscard]] bool is_hidden(const Course& course, std::string_view widget);

/// The largest course file that is read.
inline constexpr std::uintmax_t max_course_bytes = 1 << 20;

/// Whether a file is a course, by its content: an object with the key "texelscope_course". False for an unreadable
/// file.
[[nodiscard]] bool is_course_file(const std::filesystem::path& path);

}  // namespace texelscope::app
