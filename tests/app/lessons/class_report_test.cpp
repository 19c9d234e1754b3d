#include "app/lessons/class_report.h"

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

TEST(ClassReport, SumsUpEachStudentLessonAndStep) {
  const std::vector<LessonResults> files{handed_in("Ada", "C", {{"a", true, {{1, "5", true}, {2, "7", false}}}}),
                                         handed_in("Ben", "C", {{"b", false, {}}, {"a", false, {{2, "8", false}}}}),
                                         handed_in("Cyd", "C", {{"a", true, {{2, "7", false}, {1, "4", false}}}}),
                                         handed_in("Dan", "D", {{"a", true, {{1, "5", true}}}})};
  const std::vector<ClassReport> reports = make_class_reports(files);
  ASSERT_EQ(reports.size(), 2U);
  const ClassReport& report = reports[0];
  EXPECT_EQ(report.course, "C");
  EXPECT_EQ(report.all, (AnswerCount{1, 5}));
  ASSERT_EQ(report.lessons.size(), 2U);
  EXPECT_EQ(report.lessons[0].name, "a");
  EXPECT_EQ(report.lessons[0].all, (AnswerCount{1, 5}));
  ASSERT_EQ(report.students.size(), 3U);
  EXPECT_FALSE(report.students[0].lessons[1].is_begun);
  EXPECT_TRUE(report.students[1].lessons[1].is_begun);
  EXPECT_FALSE(report.students[1].lessons[0].is_finished);
  EXPECT_EQ(report.students[0].lessons[0].answers, (AnswerCount{1, 2}));
  EXPECT_EQ(report.students[1].all, (AnswerCount{0, 1}));
  ASSERT_EQ(report.lessons[0].steps.size(), 2U);
  EXPECT_EQ(report.lessons[0].steps[0].answers, (AnswerCount{1, 2}));
  EXPECT_EQ(report.lessons[0].steps[0].wrong_answers, (std::vector<WrongAnswer>{{"4", 1}}));
  EXPECT_EQ(report.lessons[0].steps[1].step, 2U);
  EXPECT_EQ(report.lessons[0].steps[1].wrong_answers, (std::vector<WrongAnswer>{{"7", 2}, {"8", 1}}));
  EXPECT_EQ(reports[1].all, (AnswerCount{1, 1}));
  EXPECT_TRUE(make_class_reports({}).empty());
}

/// Counts again for each number of the report, by going through all files.
template <class IsCounted>
AnswerCount naive_count(const std::vector<LessonResults>& files, IsCounted is_counted) {
  AnswerCount sum;
  for (const LessonResults& file : files) {
    for (const LessonResult& lesson : file.lessons) {
      for (const StepResult& step : lesson.steps) {
        if (is_counted(file, lesson, step)) {
          sum.asked += 1;
          sum.right += step.is_right ? 1 : 0;
        }
      }
    }
  }
  return sum;
}

TEST(ClassReport, CountsWhatANaiveCountCounts) {
  std::mt19937 random{7};
  const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
  for (int round = 0; round < 20; ++round) {
    std::vector<LessonResults> files;
    for (unsigned student = 0; student < 1 + below(30); ++student) {
      LessonResults file = handed_in(std::to_string(student), std::string(1, static_cast<char>('C' + below(3))), {});
      for (unsigned lesson = below(3); lesson < 8; lesson += 1 + below(4)) {
        LessonResult result{.lesson = "lesson" + std::to_string(lesson), .is_finished = below(2) == 0, .steps = {}};
        for (std::size_t step = 1; step < 6; step += 1 + below(2)) {
          result.steps.push_back({step, std::to_string(below(4)), below(2) == 0});
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
          EXPECT_EQ(student.lessons.at(i).answers,
                    naive_count(files, [&](const auto& file, const auto& result, const auto&) {
                      return is_of_course(file) && file.student == student.student && result.lesson == lesson.name;
                    }));
        }
        for (const StepScore& step : lesson.steps) {
          const auto is_here = [&](const auto& file, const auto& result, const auto& answered) {
            return is_of_course(file) && result.lesson == lesson.name && answered.step == step.step;
          };
          EXPECT_EQ(step.answers, naive_count(files, is_here));
          std::size_t wrong = 0;
          for (const WrongAnswer& answer : step.wrong_answers) {
            const auto is_it = [&](const auto& file, const auto& result, const auto& answered) {
              return is_here(file, result, answered) && !answered.is_right && answered.answer == answer.answer;
            };
            EXPECT_EQ(answer.count, naive_count(files, is_it).asked);
            wrong += answer.count;
          }
          EXPECT_EQ(wrong, step.answers.asked - step.answers.right);
          EXPECT_TRUE(std::ranges::is_sorted(step.wrong_answers, std::ranges::greater{}, &WrongAnswer::count));
        }
      }
    }
    EXPECT_EQ(students, files.size());
  }
}

}  // namespace
}  // namespace texelscope::app
