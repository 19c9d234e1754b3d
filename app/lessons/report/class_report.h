#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/course_file.h"
#include "app/lessons/lesson_results.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// JSON with the entries in the order in which they are printed.
using ReportTable = nlohmann::ordered_json;

/// An answer of a class, and its frequency.
struct AnswerCount {
  /// In the most frequent spelling.
  std::string answer;
  std::size_t count = 0;
  bool operator==(const AnswerCount&) const = default;
};

/// Whether two answers to one question have the same value, such as "4" and "4 sectors", or "(10, 1)" and "10 1".
/// Answers with different units do not.
[[nodiscard]] bool has_same_value(std::string_view a, std::string_view b);

/// The answers to one question, grouped by value: most frequent first, ties in alphabetical order.
[[nodiscard]] std::vector<AnswerCount> count_answers(std::span<const std::string> answers);

/// A results file that was read.
struct ResultsFile {
  std::string name;
  LessonResults results;
};

/// One entry for each student and course, in the order of their first files.
struct MergedResults {
  std::vector<LessonResults> results{};
  /// [{"student", "course", "files": the names, oldest first}, …] where multiple files count as one.
  ReportTable merged = ReportTable::array();
};

/// Merges files of the same student in the same course: for each step, the first answer in the order of
/// LessonResults::saved counts, because a later file may come from another session in which the student already knew
/// the answer. A step without an answer is skipped if it is in any of the files. If the question has changed, the first
/// answer to the latest version counts. A lesson is begun or finished if it is in any of the files.
[[nodiscard]] MergedResults merge_results(std::span<const ResultsFile> files);

/// Combines results, one for each student and course, into one report per course, in the order of their first
/// occurrence. A report is a table from which the text, JSON and CSV are printed:
///
/// {"course", "is_built_in",
///  "discuss": see steps_to_discuss(),
///  "lessons": [{"lesson", "title"}, …], in the order of the first file, then additional ones of other files,
///  "students": [{"student", "lessons": [{"lesson", "is_begun", "is_finished", COUNTS}, …], COUNTS}, …], by name,
///  "steps": [{"lesson", "step", "title", "question", "right_answer", COUNTS, "changed",
///             "wrong_answers": [{"answer", "count", "mistake"}, …], most frequent first, "kind", "versions"}, …],
///  "not_explained": the steps that are not explained, with the reasons, COUNTS}
///
/// COUNTS are the outcomes of first attempts: "questions", "answered", "right", "tasks", "done", "shown", "skipped";
/// the questions and tasks include those that were skipped. "versions" has the number of attempts at each version of
/// the question, by question_identity(), if known; "changed", the number of attempts at versions other than the
/// course's or, without the course, other than the most frequent one. Unknown texts, and a "changed" of 0, are null.
[[nodiscard]] ReportTable make_class_reports(std::span<const LessonResults> files);

/// Adds the course's information to the steps of a report: title and question, the right answer as computed on the CPU
/// device, and the misconception behind each wrong answer. The steps of lessons that nobody has begun get only their
/// title, because nothing is computed for them. `fresh_state` creates the initial state of a session. Lists steps that
/// are not explained as "LESSON, step N: …".
void explain_report(ReportTable& report, const LessonCourse& course, const std::function<State()>& fresh_state);

/// The questions that students answered wrongly or skipped: first those in which the most students share one
/// misconception, then those with the most wrong answers, then those skipped most often; otherwise in the order of the
/// report. [{"lesson", "step", "answered", "wrong", "skipped", "sharing", "answer", "mistake"}, …]: "sharing" students
/// have the most frequent misconception, which the lesson may name for different answers; "answer" is the most frequent
/// answer with it.
[[nodiscard]] ReportTable steps_to_discuss(const ReportTable& report);

/// Sets "changed", the number of attempts at versions of the question other than `version`.
void set_changed(ReportTable& step, const std::string& version);

/// Whether any student has begun a lesson, by its position in the report.
[[nodiscard]] bool is_begun(const ReportTable& report, std::size_t lesson);

/// A count of a row.
[[nodiscard]] std::size_t count_of(const ReportTable& row, const char* name);
/// A text of a row; empty if it is unknown.
[[nodiscard]] std::string text_of(const ReportTable& row, const char* name);
/// "2 of 3 first attempts were made before the question changed".
[[nodiscard]] std::string changed_text(const ReportTable& step);

}  // namespace texelscope::app
