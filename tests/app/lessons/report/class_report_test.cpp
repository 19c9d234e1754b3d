#include "app/lessons/report/class_report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

namespace texelscope::app {
namespace {

LessonResults handed_in(const std::string& student, const std::string& course, std::vector<LessonResult> lessons) {
  return {.student = student, .course = course, .saved = "now", .lessons = std::move(lessons)};
}

StepResult right(std::size_t step, std::string answer) {
  return {step, StepKind::question, StepOutcome::right, std::move(answer)};
}
StepResult wrong(std::size_t step, std::string answer) {
  return {step, StepKind::question, StepOutcome::wrong, std::move(answer)};
}
StepResult without_answer(std::size_t step, StepOutcome outcome) { return {step, StepKind::question, outcome}; }
StepResult task(std::size_t step, StepOutcome outcome) { return {step, StepKind::task, outcome}; }

std::string counts_in(const ReportTable& row) {
  return fmt::format("{} questions, {} answered, {} right; {} tasks, {} done, {} shown; {} skipped",
                     count_of(row, "questions"), count_of(row, "answered"), count_of(row, "right"),
                     count_of(row, "tasks"), count_of(row, "done"), count_of(row, "shown"), count_of(row, "skipped"));
}

TEST(ClassReport, SumsUpEachStudentLessonAndStep) {
  const LessonResult unbegun{"z", "Z", false, false, {without_answer(1, StepOutcome::open)}};
  const std::vector<LessonResults> files{
      handed_in("Ada", "C", {unbegun, {"a", "A", true, true, {right(1, "5"), wrong(2, "7")}}}),
      handed_in("Ben", "C",
                {unbegun,
                 {"a", "A", true, false, {without_answer(1, StepOutcome::skipped), wrong(2, "8")}},
                 {"b", "B", true, false, {task(4, StepOutcome::shown), task(5, StepOutcome::done)}}}),
      handed_in("Cyd", "C", {unbegun, {"a", "A", true, true, {wrong(2, "7"), wrong(1, "4")}}}),
      handed_in("Dan", "D", {{"a", "A", true, true, {right(1, "5")}}})};
  const ReportTable reports = make_class_reports(files);
  ASSERT_EQ(reports.size(), 2U);
  const ReportTable& report = reports[0];
  EXPECT_EQ(report.at("course"), "C");
  EXPECT_EQ(counts_in(report), "9 questions, 5 answered, 1 right; 2 tasks, 1 done, 1 shown; 1 skipped");
  EXPECT_EQ(report.at("lessons").dump(),
            R"([{"lesson":"z","title":"Z"},{"lesson":"a","title":"A"},{"lesson":"b","title":"B"}])")
      << "the report lists all lessons in the course's order, although no student began the first one";
  const ReportTable& students = report.at("students");
  ASSERT_EQ(students.size(), 3U);
  EXPECT_EQ(students[0].at("lessons")[0].at("is_begun"), false);
  EXPECT_EQ(students[0].at("lessons")[2].at("is_begun"), false);
  EXPECT_EQ(students[1].at("lessons")[2].at("is_begun"), true);
  EXPECT_EQ(students[1].at("lessons")[1].at("is_finished"), false);
  EXPECT_EQ(counts_in(students[0].at("lessons")[1]),
            "2 questions, 2 answered, 1 right; 0 tasks, 0 done, 0 shown; 0 skipped");
  EXPECT_EQ(students[0].at("questions"), 3);
  const ReportTable& steps = report.at("steps");
  ASSERT_EQ(steps.size(), 5U);
  EXPECT_EQ(counts_in(steps[1]), "3 questions, 2 answered, 1 right; 0 tasks, 0 done, 0 shown; 1 skipped");
  EXPECT_EQ(steps[1].at("wrong_answers").dump(), R"([{"answer":"4","count":1,"mistake":null}])");
  EXPECT_EQ(steps[2].at("step"), 2);
  EXPECT_EQ(steps[2].at("wrong_answers").dump(),
            R"([{"answer":"7","count":2,"mistake":null},{"answer":"8","count":1,"mistake":null}])");
  EXPECT_EQ(steps[3].at("kind"), "task");
  EXPECT_EQ(counts_in(reports[1]), "1 questions, 1 answered, 1 right; 0 tasks, 0 done, 0 shown; 0 skipped");
  EXPECT_TRUE(make_class_reports({}).empty());
}

TEST(ClassReport, ScoresASkippedQuestionLikeAWrongAnswer) {
  const std::vector<LessonResults> files{
      handed_in("Ada", "C", {{"a", "A", true, true, {right(1, "5"), wrong(2, "7")}}}),
      handed_in("Ben", "C", {{"a", "A", true, true, {right(1, "5"), without_answer(2, StepOutcome::skipped)}}})};
  const ReportTable students = make_class_reports(files)[0].at("students");
  EXPECT_EQ(students[0].at("right"), students[1].at("right"));
  EXPECT_EQ(students[0].at("questions"), students[1].at("questions"));
  EXPECT_EQ(students[1].at("answered"), 1);
}

TEST(ClassReport, SeparatesTheBuiltInCourseFromATeachersWithItsTitle) {
  LessonResults built_in = handed_in("Ada", "Lessons", {});
  built_in.is_built_in = true;
  EXPECT_EQ(make_class_reports(std::vector{built_in, handed_in("Ben", "Lessons", {})}).size(), 2U);
}

/// Counts all questions in files again, as counts_in().
template <class IsCounted>
std::string naive_counts(const std::vector<LessonResults>& files, IsCounted is_counted) {
  std::size_t questions = 0;
  std::map<StepOutcome, std::size_t> outcomes;
  for (const LessonResults& file : files) {
    for (const LessonResult& lesson : file.lessons) {
      for (const StepResult& step : lesson.steps) {
        if (is_counted(file, lesson, step)) {
          ++questions;
          ++outcomes[step.outcome];
        }
      }
    }
  }
  return fmt::format("{} questions, {} answered, {} right; 0 tasks, 0 done, 0 shown; {} skipped", questions,
                     outcomes[StepOutcome::right] + outcomes[StepOutcome::wrong], outcomes[StepOutcome::right],
                     outcomes[StepOutcome::skipped]);
}

TEST(ClassReport, AgreesWithANaiveCount) {
  std::mt19937 random{7};
  const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  for (int round = 0; round < 20; ++round) {
    std::vector<LessonResults> files;
    for (unsigned student = 0; student < 1 + below(30); ++student) {
      LessonResults file = handed_in(std::to_string(student), std::string(1, static_cast<char>('C' + below(3))), {});
      for (unsigned lesson = below(3); lesson < 8; lesson += 1 + below(4)) {
        LessonResult result{
            .lesson = "lesson" + std::to_string(lesson), .title = "T", .is_begun = true, .is_finished = below(2) == 0};
        for (std::size_t step = 1; step < 6; step += 1 + below(2)) {
          const auto outcome = static_cast<StepOutcome>(below(4));
          const bool is_answered = outcome == StepOutcome::right || outcome == StepOutcome::wrong;
          result.steps.push_back(
              {step, StepKind::question, outcome, is_answered ? std::to_string(below(4)) : std::string{}});
        }
        file.lessons.push_back(result);
      }
      files.push_back(file);
    }
    std::size_t students = 0;
    for (const ReportTable& report : make_class_reports(files)) {
      students += report.at("students").size();
      const auto is_of_course = [&](const LessonResults& file) { return report.at("course") == file.course; };
      EXPECT_EQ(counts_in(report),
                naive_counts(files, [&](const auto& file, const auto&, const auto&) { return is_of_course(file); }));
      for (const ReportTable& student : report.at("students")) {
        for (const ReportTable& lesson : student.at("lessons")) {
          EXPECT_EQ(counts_in(lesson), naive_counts(files, [&](const auto& file, const auto& result, const auto&) {
                      return is_of_course(file) && student.at("student") == file.student &&
                             lesson.at("lesson") == result.lesson;
                    }));
        }
      }
      for (const ReportTable& step : report.at("steps")) {
        const auto is_here = [&](const auto& file, const auto& result, const auto& answered) {
          return is_of_course(file) && step.at("lesson") == result.lesson && step.at("step") == answered.step;
        };
        EXPECT_EQ(counts_in(step), naive_counts(files, is_here));
        std::map<std::string, std::size_t> wrong;
        static_cast<void>(naive_counts(files, [&](const auto& file, const auto& result, const auto& answered) {
          wrong[answered.answer] += is_here(file, result, answered) && answered.outcome == StepOutcome::wrong ? 1 : 0;
          return true;
        }));
        std::erase_if(wrong, [](const auto& answer) { return answer.second == 0; });
        std::map<std::string, std::size_t> reported;
        for (const ReportTable& answer : step.at("wrong_answers")) {
          reported[text_of(answer, "answer")] = count_of(answer, "count");
        }
        EXPECT_EQ(reported, wrong);
        EXPECT_TRUE(std::ranges::is_sorted(step.at("wrong_answers"), std::ranges::greater{},
                                           [](const ReportTable& answer) { return count_of(answer, "count"); }));
      }
    }
    EXPECT_EQ(students, files.size());
  }
}

}  // namespace
}  // namespace texelscope::app
