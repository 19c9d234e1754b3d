#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/gui/lab_registry.h"
#include "app/lessons/course.h"
#include "app/lessons/report/class_report.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

LessonCourse course_of_one_lesson() {
  LessonStep asked;
  asked.title = "Strides";
  asked.computations = {{"t", "layout", R"({"shape": "3,4", "itemsize": 4})"}};
  asked.question = {.text = "How many bytes do {t.volume} elements occupy?",
                    .answer = "{t.required_size_in_bytes}",
                    .mistakes = {{"{t.volume}", "elements, not bytes"}},
                    .hint = "h",
                    .explanation = "e"};
  LessonStep broken = asked;
  broken.title = "Broken";
  broken.computations.clear();
  return {.title = "C",
          .language = "en",
          .lessons = {{.name = "a", .title = "All of it", .summary = "S", .steps = {asked, broken}}}};
}

class ReportExplanation : public testing::Test {
 protected:
  /// Returns the steps that are not explained.
  [[nodiscard]] std::vector<std::string> explain(ReportTable& report) const {
    explain_report(report, course_of_one_lesson(), [&] { return State{scenes, labs()}; });
    return report.at("not_explained");
  }

  static ReportTable report_of(std::vector<LessonResult> lessons) {
    return make_class_reports(std::vector<LessonResults>{
        {.student = "Ada", .course = "C", .saved = "now", .lessons = std::move(lessons)}})[0];
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
};

TEST_F(ReportExplanation, HasTheComputedAnswerAndTheIdeaBehindEachWrongOne) {
  ReportTable report =
      report_of({{"a", "of the file", true, true, {{1, StepKind::question, StepOutcome::wrong, "12 bytes"}}}});
  EXPECT_TRUE(explain(report).empty());
  EXPECT_EQ(report["lessons"][0]["title"], "All of it");
  const ReportTable& step = report["steps"][0];
  EXPECT_EQ(step["title"], "Strides");
  EXPECT_EQ(step["question"], "How many bytes do 12 elements occupy?");
  EXPECT_EQ(step["right_answer"], "48") << "3 x 4 elements of 4 bytes";
  EXPECT_EQ(step["wrong_answers"][0]["mistake"], "elements, not bytes");
}

TEST_F(ReportExplanation, IncludesStepsThatNobodyAnsweredInALessonThatSomebodyBegan) {
  ReportTable skipped = report_of({{"a", "A", true, true, {{1, StepKind::question, StepOutcome::skipped}}}});
  EXPECT_TRUE(explain(skipped).empty());
  EXPECT_EQ(skipped["steps"][0]["question"], "How many bytes do 12 elements occupy?");
  EXPECT_EQ(skipped["steps"][0]["right_answer"], "48");
  ReportTable unbegun = report_of({{"a", "A", false, false, {{2, StepKind::question, StepOutcome::open}}}});
  EXPECT_TRUE(explain(unbegun).empty()) << "steps without attempts are not computed";
  EXPECT_EQ(unbegun["steps"][0]["title"], "Broken");
}

TEST_F(ReportExplanation, ReportsUnexplainedStepsAndContinues) {
  ReportTable report = report_of({{"a",
                                   "A",
                                   true,
                                   true,
                                   {{1, StepKind::question, StepOutcome::right, "48"},
                                    {2, StepKind::question, StepOutcome::right, "48"},
                                    {3, StepKind::question, StepOutcome::right, "48"}}},
                                  {"b", "B", true, true, {}}});
  const std::vector<std::string> faults = explain(report);
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_TRUE(faults[0].starts_with("a, step 2: ")) << faults[0];
  EXPECT_EQ(faults[1], "a, step 3: the course's lesson has only 2 steps");
  EXPECT_EQ(faults[2], "b: not a lesson of 'C'; specify its course with --course");
  EXPECT_EQ(report["steps"][0]["right_answer"], "48");
}

TEST_F(ReportExplanation, ReportsAChangedQuestionInsteadOfExplainingIt) {
  const std::string now = question_identity(course_of_one_lesson().lessons[0].steps[0]);
  const auto answer_to = [](const char* student, const std::string& version) {
    return LessonResults{
        .student = student,
        .course = "C",
        .saved = "now",
        .lessons = {{"a", "A", true, true, {{1, StepKind::question, StepOutcome::wrong, "12", version}}}}};
  };
  const std::vector<LessonResults> files{answer_to("Ada", "0123456789abcdef"), answer_to("Ben", now),
                                         answer_to("Cyd", "")};
  ReportTable report = make_class_reports(files)[0];
  EXPECT_EQ(report["steps"][0]["changed"], 1U) << "without the course, versions still differ";
  EXPECT_EQ(explain(report),
            std::vector<std::string>{"a, step 1: 1 of 3 first attempts were made before the question changed"});
  EXPECT_EQ(report["steps"][0]["right_answer"], nullptr);
  EXPECT_EQ(report["steps"][0]["wrong_answers"][0]["mistake"], nullptr);
  ReportTable same = make_class_reports(std::vector{files[1], files[2]})[0];
  EXPECT_TRUE(explain(same).empty());
  EXPECT_EQ(same["steps"][0]["right_answer"], "48");
}

TEST_F(ReportExplanation, DoesNotMistakeATaskForAQuestion) {
  ReportTable report = report_of({{"a", "A", true, true, {{1, StepKind::task, StepOutcome::done}}}});
  EXPECT_EQ(explain(report), std::vector<std::string>{"a, step 1: the course's lesson has a different question"});
}

}  // namespace
}  // namespace texelscope::app
