#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson_results.h"
#include "app/lessons/report/answer_count.h"

namespace texelscope::app {

/// Outcomes of first attempts at questions and tasks. Skipped ones are included in the total.
struct OutcomeCounts {
  std::size_t questions = 0;
  std::size_t right = 0;
  std::size_t wrong = 0;
  std::size_t tasks = 0;
  std::size_t done = 0;
  std::size_t shown = 0;
  /// Skipped questions and tasks.
  std::size_t skipped = 0;

  [[nodiscard]] std::size_t answered() const noexcept { return right + wrong; }
  void add(const StepResult& step);
  bool operator==(const OutcomeCounts&) const = default;
};

/// A student in a lesson.
struct LessonScore {
  OutcomeCounts counts{};
  bool is_begun = false;
  bool is_finished = false;
};

/// A student in a course.
struct StudentScore {
  std::string student;
  /// One for each lesson of the report.
  std::vector<LessonScore> lessons{};
  OutcomeCounts all{};
};

/// A wrong answer of a class.
struct WrongAnswer {
  AnswerCount answer;
  /// The misconception behind it, from the lesson; empty if unknown.
  std::string mistake{};
  bool operator==(const WrongAnswer&) const = default;
};

/// A question or a task in a class.
struct StepScore {
  /// From 1.
  std::size_t step = 1;
  StepKind kind = StepKind::question;
  OutcomeCounts counts{};
  /// Most frequent first.
  std::vector<WrongAnswer> wrong_answers{};
  /// Set from the course by explain_report(); empty if the course is not available.
  std::string title{};
  std::string question{};
  std::string right_answer{};
  /// The number of attempts at each version of the question, by question_identity(), if known.
  std::map<std::string, std::size_t> versions{};
  /// The number of attempts at versions other than the course's or, without the course, other than the most frequent
  /// one.
  std::size_t changed = 0;

  [[nodiscard]] std::size_t attempts() const noexcept { return counts.answered() + counts.done + counts.shown; }
  /// Whether at least half of the answers were wrong.
  [[nodiscard]] bool is_hard() const noexcept { return counts.wrong > 0 && counts.wrong >= counts.right; }
};

/// A lesson in a class.
struct ReportedLesson {
  std::string name;
  std::string title{};
  /// Sums over all students.
  OutcomeCounts all{};
  /// All questions and tasks, in order.
  std::vector<StepScore> steps{};
};

/// A class in a course.
struct ClassReport {
  std::string course;
  bool is_built_in = false;
  /// All lessons of the course, in its order: those of the first file, then additional ones of other files.
  std::vector<ReportedLesson> lessons{};
  /// By name, see is_name_before().
  std::vector<StudentScore> students{};
  OutcomeCounts all{};
  /// The steps that are not explained, with the reasons, see explain_report().
  std::vector<std::string> unexplained{};
};

/// Combines results, one for each student and course (see merge_results()), into one report per course, in the order of
/// their first occurrence.
[[nodiscard]] std::vector<ClassReport> make_class_reports(std::span<const LessonResults> files);

}  // namespace texelscope::app
