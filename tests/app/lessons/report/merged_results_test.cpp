#include <gtest/gtest.h>

#include "app/lessons/report/class_report.h"

namespace texelscope::app {
namespace {

StepResult answered(std::size_t step, StepOutcome outcome, const char* answer) {
  return {step, StepKind::question, outcome, answer};
}
StepResult unanswered(std::size_t step, StepOutcome outcome) { return {step, StepKind::question, outcome}; }

ResultsFile file_of(const char* name, const char* student, const char* saved, std::vector<LessonResult> lessons) {
  return {name, {.student = student, .course = "C", .saved = saved, .lessons = std::move(lessons)}};
}

TEST(MergedResults, CountsTheFirstAnswerOfOneStudentsFiles) {
  const std::vector<ResultsFile> files{
      file_of("late", "Ada", "2026-11-26T10:00:00Z",
              {{"a",
                "A",
                true,
                true,
                {answered(1, StepOutcome::right, "5"), answered(2, StepOutcome::right, "6"),
                 unanswered(3, StepOutcome::skipped), unanswered(4, StepOutcome::open)}},
               {"b", "B", true, false, {answered(1, StepOutcome::wrong, "7")}}}),
      file_of("ben", "Ben", "2026-11-25T09:00:00Z", {{"a", "A", true, true, {answered(1, StepOutcome::right, "5")}}}),
      file_of("early", "Ada", "2026-11-25T10:00:00Z",
              {{"a",
                "A",
                true,
                false,
                {answered(1, StepOutcome::wrong, "4"), unanswered(2, StepOutcome::skipped),
                 unanswered(3, StepOutcome::open), unanswered(4, StepOutcome::skipped)}}})};
  const MergedResults merged = merge_results(files);
  ASSERT_EQ(merged.results.size(), 2U);
  const LessonResults& ada = merged.results[0];
  EXPECT_EQ(ada.student, "Ada");
  EXPECT_EQ(ada.saved, "2026-11-26T10:00:00Z");
  ASSERT_EQ(ada.lessons.size(), 2U);
  EXPECT_EQ(ada.lessons[0], (LessonResult{"a",
                                          "A",
                                          true,
                                          true,
                                          {answered(1, StepOutcome::wrong, "4"), answered(2, StepOutcome::right, "6"),
                                           unanswered(3, StepOutcome::skipped), unanswered(4, StepOutcome::skipped)}}));
  EXPECT_EQ(ada.lessons[1].lesson, "b");
  EXPECT_EQ(merged.merged.dump(), R"([{"student":"Ada","course":"C","files":["early","late"]}])");
}

TEST(MergedResults, CountsTheAnswerToTheLatestVersionOfAQuestion) {
  const auto of_version = [](StepOutcome outcome, const char* answer, const char* question) {
    return StepResult{1, StepKind::question, outcome, answer, question};
  };
  const auto merged = [&](const StepResult& early, const StepResult& late) {
    return merge_results(std::vector<ResultsFile>{file_of("1", "Ada", "1", {{"a", "A", true, true, {early}}}),
                                                  file_of("2", "Ada", "2", {{"a", "A", true, true, {late}}})})
        .results[0]
        .lessons[0]
        .steps[0];
  };
  const StepResult before = of_version(StepOutcome::wrong, "4", "x");
  EXPECT_EQ(merged(before, of_version(StepOutcome::right, "5", "y")), of_version(StepOutcome::right, "5", "y"));
  EXPECT_EQ(merged(before, of_version(StepOutcome::right, "5", "x")), before);
  EXPECT_EQ(merged(before, of_version(StepOutcome::right, "5", "")), before)
      << "earlier versions of the program saved no identity";
  EXPECT_EQ(merged(before, of_version(StepOutcome::open, "", "y")), before);
}

TEST(MergedResults, KeepsOtherStudentsAndCoursesApart) {
  ResultsFile other = file_of("2", "Ada", "1", {});
  other.results.course = "D";
  ResultsFile built_in = file_of("3", "Ada", "1", {});
  built_in.results.is_built_in = true;
  const std::vector<ResultsFile> files{file_of("1", "Ada", "1", {}), other, built_in, file_of("4", "Ben", "1", {})};
  const MergedResults merged = merge_results(files);
  EXPECT_EQ(merged.results.size(), 4U);
  EXPECT_TRUE(merged.merged.empty());
}

}  // namespace
}  // namespace texelscope::app
