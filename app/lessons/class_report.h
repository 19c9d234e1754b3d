#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson_results.h"

namespace texelscope::app {

/// How many questions were answered, and how many of them right the first time.
struct AnswerCount {
  std::size_t right = 0;
  std::size_t asked = 0;
  bool operator==(const AnswerCount&) const = default;
};

/// A student in a lesson.
struct LessonScore {
  AnswerCount answers;
  bool is_begun = false;
  bool is_finished = false;
};

/// A student in a course: one file.
struct StudentScore {
  std::string student;
  /// One for each lesson of the report.
  std::vector<LessonScore> lessons;
  AnswerCount all;
};

/// An answer that was not right, and how many gave it first.
struct WrongAnswer {
  std::string answer;
  std::size_t count = 0;
  bool operator==(const WrongAnswer&) const = default;
};

/// A question in a class.
struct StepScore {
  /// From 1.
  std::size_t step = 1;
  AnswerCount answers;
  /// The most frequent one first, and of two that are as frequent the one that comes first in the alphabet.
  std::vector<WrongAnswer> wrong_answers;
};

/// A lesson in a class.
struct ReportedLesson {
  std::string name;
  /// Of all students.
  AnswerCount all;
  /// Those that somebody answered, in their order.
  std::vector<StepScore> steps;
};

/// A class in a course.
struct ClassReport {
  std::string course;
  /// Those that somebody began, as files name them first.
  std::vector<ReportedLesson> lessons;
  /// In the order of the files.
  std::vector<StudentScore> students;
  AnswerCount all;
};

/// Sums files up: one report a course, as files name them first.
[[nodiscard]] std::vector<ClassReport> make_class_reports(std::span<const LessonResults> files);

}  // namespace texelscope::app
