#include "app/cli/lessons/class_report_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/report/class_report.h"

namespace texelscope::app {
namespace {

StepResult wrong_first(std::size_t step, const char* answer) {
  return {step, StepKind::question, StepOutcome::wrong, answer};
}

LessonResults results_in_week_3(const char* student, bool has_begun_a, std::vector<StepResult> steps_of_a,
                                std::vector<StepResult> steps_of_b) {
  LessonResults results{.student = student, .course = "Week 3", .saved = "now"};
  results.lessons = {{"nobody", "Nobody's", false, false, {{1, StepKind::task, StepOutcome::open}}},
                     {"a", "First", has_begun_a, has_begun_a, std::move(steps_of_a)},
                     {"b", "Second", !has_begun_a, false, std::move(steps_of_b)}};
  return results;
}

ReportTable small_class() {
  const StepResult right_first{1, StepKind::question, StepOutcome::right, "5"};
  const StepResult skipped{1, StepKind::question, StepOutcome::skipped};
  const StepResult done{2, StepKind::task, StepOutcome::done};
  const StepResult shown{2, StepKind::task, StepOutcome::shown};
  const StepResult open{1, StepKind::question, StepOutcome::open};
  const std::vector<LessonResults> files{
      results_in_week_3("Jörg", true, {right_first, done, wrong_first(3, "x")}, {open}),
      results_in_week_3("Ann", false, {open, {2, StepKind::task}, {3}}, {wrong_first(1, "=1+1")}),
      results_in_week_3("B", true, {skipped, shown, wrong_first(3, "y")}, {open}),
      results_in_week_3("C", true, {right_first, done, wrong_first(3, "z")}, {open}),
      results_in_week_3("D", true, {right_first, done, wrong_first(3, "y")}, {open}),
      results_in_week_3("E", true, {right_first, done, wrong_first(3, "w")}, {open})};
  return make_class_reports(files);
}

TEST(ClassReportText, IsATableOfStudentsAndTheirWrongAnswers) {
  EXPECT_EQ(class_report_text(small_class()),
            R"(Week 3: 6 students; of 18 questions in all, 10 answered, 4 right the first time

Discuss
  2.3: 5 of 5 wrong, 2 of them "y"
  3.1: 1 of 1 wrong, "=1+1"
  2.1: skipped by 1 of 5

student  1    2     3     all   answered
Ann      -    -     0/1*  0/3   1/3
B        -    0/2   -     0/3   1/3
C        -    1/2   -     1/3   2/3
D        -    1/2   -     1/3   2/3
E        -    1/2   -     1/3   2/3
Jörg     -    1/2   -     1/3   2/3
all      0/0  4/12  0/6   4/18  10/18

Right the first time / questions; *: not finished; -: not started; !: at least half of the answers are wrong.

1  nobody: Nobody's
   not started

2  a: First
   step 1: 4 right, 0 wrong, 1 skipped
   step 2: 4 done, 1 shown
 ! step 3: 0 right, 5 wrong
      wrong: "y" (2)
      wrong: "w" (1)
      wrong: "x" (1)
      and 1 other wrong answer

3  b: Second
 ! step 1: 0 right, 1 wrong
      wrong: "=1+1" (1)
)");
}

TEST(ClassReportText, HasTheQuestionAndTheIdeasBehindWrongAnswersAndShortensLongOnes) {
  ReportTable reports = small_class();
  ReportTable& step = reports[0]["steps"][3];
  step["title"] = "Bytes";
  step["question"] = "How many?";
  step["right_answer"] = std::string(200, '7');
  step["wrong_answers"] = {{{"answer", std::string(200, 'y')}, {"count", 2}, {"mistake", "This is only a guess."}}};
  const std::string text = class_report_text(reports);
  const std::string sevens(60, '7');
  EXPECT_NE(text.find(" ! step 3, Bytes: 0 right, 5 wrong\n      How many?\n      right: \"" + sevens.substr(0, 50)),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find(std::string(61, '7')), std::string::npos) << text;
  EXPECT_EQ(text.find(std::string(61, 'y')), std::string::npos) << text;
  EXPECT_NE(text.find("\" (2): This is only a guess.\n"), std::string::npos) << text;
  const auto json = class_report_json(reports)[0].at("steps")[3];
  EXPECT_EQ(json.at("question"), "How many?");
  EXPECT_EQ(json.at("right_answer"), step["right_answer"]);
  EXPECT_EQ(json.at("wrong_answers")[0].at("mistake"), "This is only a guess.");
}

TEST(ClassReportText, BeginsWithTheIdeasThatMostStudentsShare) {
  ReportTable reports = small_class();
  ReportTable& steps = reports[0]["steps"];
  steps[3]["wrong_answers"] = ReportTable::parse(
      R"([{"answer": "20", "count": 3, "mistake": "It is at 0.5, not at 1. So it blends."},
          {"answer": "x", "count": 2, "mistake": null}])");
  steps[4]["wrong_answers"] = ReportTable::parse(
      R"([{"answer": "8", "count": 3, "mistake": "Same"}, {"answer": "9", "count": 1, "mistake": "Same"}])");
  steps[4]["answered"] = 4;
  reports[0]["not_explained"] = {"mine: no course"};
  reports[0]["discuss"] = steps_to_discuss(reports[0]);
  const std::string text = class_report_text(reports);
  EXPECT_NE(text.find("\nDiscuss\n  3.1: 4 of 4 wrong, all \"8\": Same\n"
                      "  2.3: 5 of 5 wrong, 3 of them \"20\": It is at 0.5, not at 1.\n"
                      "  2.1: skipped by 1 of 5\n\nstudent"),
            std::string::npos)
      << text;
  EXPECT_TRUE(text.ends_with("\nNot explained: mine: no course\n")) << text;
  const auto json = class_report_json(reports)[0];
  EXPECT_EQ(json.at("discuss").dump(),
            R"([{"lesson":"b","step":1,"answered":4,"wrong":4,"skipped":0,"sharing":4,"answer":"8","mistake":"Same"},)"
            R"({"lesson":"a","step":3,"answered":5,"wrong":5,"skipped":0,"sharing":3,"answer":"20",)"
            R"("mistake":"It is at 0.5, not at 1. So it blends."},)"
            R"({"lesson":"a","step":1,"answered":4,"wrong":0,"skipped":1,"sharing":0}])");
  EXPECT_EQ(json.at("not_explained")[0], "mine: no course");
}

TEST(ClassReportText, ShortensTheListOfQuestionsToDiscuss) {
  std::vector<StepResult> steps;
  for (std::size_t i = 1; i <= 12; ++i) {
    steps.push_back(wrong_first(i, "0"));
  }
  const std::vector<LessonResults> files{results_in_week_3("A", true, steps, {})};
  const std::string text = class_report_text(make_class_reports(files));
  EXPECT_NE(text.find("  2.10: 1 of 1 wrong, \"0\"\n  and 2 other questions\n"), std::string::npos) << text;
}

TEST(ClassReportText, NamesBothWrongAndSkippedAnswersOfAQuestion) {
  const std::vector<LessonResults> files{
      results_in_week_3("A", true, {wrong_first(1, "4")}, {}),
      results_in_week_3("B", true, {{1, StepKind::question, StepOutcome::skipped}}, {}),
      results_in_week_3("C", true, {{1, StepKind::question, StepOutcome::skipped}}, {})};
  const std::string text = class_report_text(make_class_reports(files));
  EXPECT_NE(text.find("  2.1: skipped by 2 of 3; 1 of 1 wrong, \"4\"\n"), std::string::npos) << text;
}

TEST(ClassReportText, HasAllOfItAsJson) {
  const auto json = class_report_json(small_class());
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].at("course"), "Week 3");
  EXPECT_EQ(json[0].at("right"), 4);
  EXPECT_EQ(json[0].at("questions"), 18);
  EXPECT_EQ(json[0].at("answered"), 10);
  EXPECT_EQ(json[0].at("lessons")[1], nlohmann::ordered_json::parse(R"({"lesson": "a", "title": "First"})"));
  EXPECT_EQ(json[0].at("students").size(), 6U);
  EXPECT_EQ(json[0].at("students")[1].at("lessons")[2].at("is_begun"), false);
  EXPECT_EQ(json[0].at("steps")[2].at("shown"), 1);
  EXPECT_EQ(json[0].at("steps")[3].at("wrong_answers").size(), 4U);
  EXPECT_FALSE(json[0].at("steps")[3].contains("question"));
}

}  // namespace
}  // namespace texelscope::app
