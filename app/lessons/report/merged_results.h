#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson_results.h"

namespace texelscope::app {

/// A results file that was read.
struct ResultsFile {
  std::string name;
  LessonResults results;
};

/// Multiple files of one student in one course that count as one.
struct MergedFiles {
  std::string student;
  std::string course;
  /// Oldest first.
  std::vector<std::string> files{};
};

/// One entry for each student and course, in the order of their first files.
struct MergedResults {
  std::vector<LessonResults> results{};
  std::vector<MergedFiles> merged{};
};

/// Merges files of the same student in the same course: for each step, the first answer in the order of
/// LessonResults::saved counts, because a later file may come from another session in which the student already knew
/// the answer. A step without an answer is skipped if it is in any of the files. If the question has changed, the first
/// answer to the latest version counts. A lesson is begun or finished if it is in any of the files.
[[nodiscard]] MergedResults merge_results(std::span<const ResultsFile> files);

}  // namespace texelscope::app
