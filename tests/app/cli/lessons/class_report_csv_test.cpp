#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "app/cli/lessons/class_report_text.h"
#include "app/lessons/report/class_report.h"

namespace texelscope::app {
namespace {

std::vector<LessonResults> files_of_two() {
  LessonResults jorg{.student = "Jörg", .course = "Week 3", .saved = "now"};
  jorg.lessons = {{"a",
                   "A",
                   true,
                   true,
                   {{1, StepKind::question, StepOutcome::right, "5"},
                    {2, StepKind::task, StepOutcome::shown},
                    {3, StepKind::question, StepOutcome::skipped}}},
                  {"b", "B", false, false, {{1, StepKind::question, StepOutcome::open}}}};
  LessonResults ann{.student = "Ann", .course = "Week 3", .saved = "now"};
  ann.lessons = {{"b", "B", true, false, {{1, StepKind::question, StepOutcome::wrong, "=1+1"}}}};
  return {jorg, ann};
}

TEST(ClassReportCsv, IsATableForSpreadsheets) {
  const ReportTable reports = make_class_reports(files_of_two());
  const std::string students = students_csv(reports);
  EXPECT_TRUE(
      students.starts_with("course,student,lesson,is_begun,is_finished,questions,answered,right,tasks,done,"
                           "shown,skipped\r\n"
                           "\"Week 3\",\"Ann\",\"a\",false,false,0,0,0,0,0,0,0\r\n"
                           "\"Week 3\",\"Ann\",\"b\",true,false,1,1,0,0,0,0,0\r\n"
                           "\"Week 3\",\"Jörg\",\"a\",true,true,2,1,1,1,0,1,1\r\n"))
      << students;
  const std::string steps = steps_csv(reports);
  EXPECT_TRUE(
      steps.ends_with("\"Week 3\",\"a\",3,,,,1,0,0,0,0,0,1,,,,,,\r\n"
                      "\"Week 3\",\"b\",1,,,,2,1,0,0,0,0,0,\"'=1+1\",1,,,,\r\n"))
      << steps;
}

TEST(ClassReportCsv, HasTheQuestionsOfStepsWhereTheyAreKnown) {
  ReportTable reports = make_class_reports(files_of_two());
  ReportTable& step = reports[0]["steps"][0];
  step["title"] = "T";
  step["question"] = "How \"many\"?";
  step["right_answer"] = "=5";
  const std::string steps = steps_csv(reports);
  EXPECT_TRUE(steps.starts_with("course,lesson,step,title,question,right_answer,questions,")) << steps;
  EXPECT_NE(steps.find("\"a\",1,\"T\",\"How \"\"many\"\"?\",\"'=5\",1,1,1,"), std::string::npos) << steps;
}

TEST(ClassReportCsv, HasARowForEachStudentAndStep) {
  EXPECT_EQ(answers_csv(files_of_two()),
            "course,student,lesson,step,kind,outcome,answer\r\n"
            "\"Week 3\",\"Jörg\",\"a\",1,question,right,\"5\"\r\n"
            "\"Week 3\",\"Jörg\",\"a\",2,task,shown,\r\n"
            "\"Week 3\",\"Jörg\",\"a\",3,question,skipped,\r\n"
            "\"Week 3\",\"Jörg\",\"b\",1,question,open,\r\n"
            "\"Week 3\",\"Ann\",\"b\",1,question,wrong,\"'=1+1\"\r\n");
}

TEST(ClassReportCsv, HasNoCellThatASpreadsheetEvaluates) {
  const std::pair<const char*, const char*> cases[] = {
      {"=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""},
      {"+1+cmd|'/C calc'!A0", "\"'+1+cmd|'/C calc'!A0\""},
      {"-2+3", "\"'-2+3\""},
      {"@SUM(A1)", "\"'@SUM(A1)\""},
      {"  =1", "\"'  =1\""},
      {"\t=1", "\"'\t=1\""},
      {"\uff1d1", "\"'\uff1d1\""},
      {"\uff0b1", "\"'\uff0b1\""},
      {"\uff0d1", "\"'\uff0d1\""},
      {"\uff20A1", "\"'\uff20A1\""},
      {"\u00a0\u3000\u200b\ufeff=1", "\"'\u00a0\u3000\u200b\ufeff=1\""},
      {"\u3000", "\"\u3000\""},
      {"-", "\"'-\""},
      {"-2.5", "\"-2.5\""},
      {"+3", "\"+3\""},
      {"-1e300", "\"-1e300\""},
      {"a=b", "\"a=b\""},
      {"1;=2", "\"1;=2\""},
      {"", "\"\""},
      {"two\nlines", "\"two\nlines\""},
  };
  for (const auto& [text, cell] : cases) {
    EXPECT_EQ(csv_cell(text), cell);
  }
}

}  // namespace
}  // namespace texelscope::app
