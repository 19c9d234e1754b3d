#include "app/lessons/report/class_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

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
  const std::vector<ClassReport> reports = make_class_reports(files);
  ASSERT_EQ(reports.size(), 2U);
  const ClassReport& report = reports[0];
  EXPECT_EQ(report.course, "C");
  EXPECT_EQ(report.all,
            (OutcomeCounts{.questions = 9, .right = 1, .wrong = 4, .tasks = 2, .done = 1, .shown = 1, .skipped = 1}));
  ASSERT_EQ(report.lessons.size(), 3U);
  EXPECT_EQ(report.lessons[0].name, "z")
      << "the report lists all lessons in the course's order, although no student began this one";
  const ReportedLesson& lesson = report.lessons[1];
  EXPECT_EQ(lesson.title, "A");
  EXPECT_EQ(lesson.all, (OutcomeCounts{.questions = 6, .right = 1, .wrong = 4, .skipped = 1}));
  ASSERT_EQ(report.students.size(), 3U);
  EXPECT_FALSE(report.students[0].lessons[0].is_begun);
  EXPECT_FALSE(report.students[0].lessons[2].is_begun);
  EXPECT_TRUE(report.students[1].lessons[2].is_begun);
  EXPECT_FALSE(report.students[1].lessons[1].is_finished);
  EXPECT_EQ(report.students[0].lessons[1].counts, (OutcomeCounts{.questions = 2, .right = 1, .wrong = 1}));
  EXPECT_EQ(report.students[0].all.questions, 3U);
  ASSERT_EQ(lesson.steps.size(), 2U);
  EXPECT_EQ(lesson.steps[0].counts, (OutcomeCounts{.questions = 3, .right = 1, .wrong = 1, .skipped = 1}));
  EXPECT_EQ(lesson.steps[0].wrong_answers, (std::vector<WrongAnswer>{{{"4", 1}}}));
  EXPECT_EQ(lesson.steps[1].step, 2U);
  EXPECT_EQ(lesson.steps[1].wrong_answers, (std::vector<WrongAnswer>{{{"7", 2}}, {{"8", 1}}}));
  EXPECT_EQ(report.lessons[2].steps[0].kind, StepKind::task);
  EXPECT_EQ(reports[1].all, (OutcomeCounts{.questions = 1, .right = 1}));
  EXPECT_TRUE(make_class_reports({}).empty());
}

TEST(ClassReport, ScoresASkippedQuestionLikeAWrongAnswer) {
  const std::vector<LessonResults> files{
      handed_in("Ada", "C", {{"a", "A", true, true, {right(1, "5"), wrong(2, "7")}}}),
      handed_in("Ben", "C", {{"a", "A", true, true, {right(1, "5"), without_answer(2, StepOutcome::skipped)}}})};
  const std::vector<StudentScore> students = make_class_reports(files)[0].students;
  EXPECT_EQ(students[0].all.right, students[1].all.right);
  EXPECT_EQ(students[0].all.questions, students[1].all.questions);
  EXPECT_EQ(students[1].all.answered(), 1U);
}

TEST(ClassReport, SeparatesTheBuiltInCourseFromATeachersWithItsTitle) {
  LessonResults built_in = handed_in("Ada", "Lessons", {});
  built_in.is_built_in = true;
  EXPECT_EQ(make_class_reports(std::vector{built_in, handed_in("Ben", "Lessons", {})}).size(), 2U);
}

/// Recomputes each number of the report from all files.
template <class IsCounted>
OutcomeCounts naive_count(const std::vector<LessonResults>& files, IsCounted is_counted) {
  OutcomeCounts sum;
  for (const LessonResults& file : files) {
    for (const LessonResult& lesson : file.lessons) {
      for (const StepResult& step : lesson.steps) {
        if (is_counted(file, lesson, step)) {
          sum.questions += 1;
          sum.right += step.outcome == StepOutcome::right ? 1 : 0;
          sum.wrong += step.outcome == StepOutcome::wrong ? 1 : 0;
          sum.skipped += step.outcome == StepOutcome::skipped ? 1 : 0;
        }
      }
    }
  }
  return sum;
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
    for (const ClassReport& report : make_class_reports(files)) {
      students += report.students.size();
      const auto is_of_course = [&](const LessonResults& file) { return file.course == report.course; };
      EXPECT_EQ(report.all,
                naive_count(files, [&](const auto& file, const auto&, const auto&) { return is_of_course(file); }));
      for (std::size_t i = 0; i < report.lessons.size(); ++i) {
        const ReportedLesson& lesson = report.lessons[i];
        for (const StudentScore& student : report.students) {
          EXPECT_EQ(student.lessons.at(i).counts,
                    naive_count(files, [&](const auto& file, const auto& result, const auto&) {
                      return is_of_course(file) && file.student == student.student && result.lesson == lesson.name;
                    }));
        }
        for (const StepScore& step : lesson.steps) {
          const auto is_here = [&](const auto& file, const auto& result, const auto& answered) {
            return is_of_course(file) && result.lesson == lesson.name && answered.step == step.step;
          };
          EXPECT_EQ(step.counts, naive_count(files, is_here));
          std::size_t wrong = 0;
          for (const WrongAnswer& answer : step.wrong_answers) {
            const auto is_it = [&](const auto& file, const auto& result, const auto& answered) {
              return is_here(file, result, answered) && answered.outcome == StepOutcome::wrong &&
                     answered.answer == answer.answer.answer;
            };
            EXPECT_EQ(answer.answer.count, naive_count(files, is_it).wrong);
            wrong += answer.answer.count;
          }
          EXPECT_EQ(wrong, step.counts.wrong);
          EXPECT_TRUE(std::ranges::is_sorted(step.wrong_answers, std::ranges::greater{},
                                             [](const WrongAnswer& answer) { return answer.answer.count; }));
        }
      }
    }
    EXPECT_EQ(students, files.size());
  }
}

}  // namespace
}  // namespace texelscope::app
