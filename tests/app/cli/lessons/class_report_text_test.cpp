#include "app/cli/lessons/class_report_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace texelscope::app {
namespace {

std::vector<ClassReport> small_class() {
  const std::vector<LessonResults> files{
      {.student = "Jörg", .course = "Week 3", .saved = "", .lessons = {{"a", true, {{1, "5", true}, {3, "x", false}}}}},
      {.student = "Ann", .course = "Week 3", .saved = "", .lessons = {{"b", false, {{1, "=1+1", false}}}}},
      {.student = "B", .course = "Week 3", .saved = "", .lessons = {{"a", true, {{3, "y", false}}}}},
      {.student = "C", .course = "Week 3", .saved = "", .lessons = {{"a", true, {{3, "z", false}}}}},
      {.student = "D", .course = "Week 3", .saved = "", .lessons = {{"a", true, {{3, "y", false}}}}},
      {.student = "E", .course = "Week 3", .saved = "", .lessons = {{"a", true, {{3, "w", false}}}}}};
  return make_class_reports(files);
}

TEST(ClassReportText, IsATableOfStudentsAndTheirWrongAnswers) {
  EXPECT_EQ(class_report_text(small_class()), R"(Week 3: 6 students, 1 of 7 answers right the first time

student  1    2     all
Jörg     1/2  -     1/2
Ann      -    0/1*  0/1
B        0/1  -     0/1
C        0/1  -     0/1
D        0/1  -     0/1
E        0/1  -     0/1
all      1/6  0/1   1/7

Right the first time / asked; *: not finished; -: not begun.

1  a
   step 1: 1 of 1 right
   step 3: 0 of 5 right; wrong: "y" (2), "w" (1), "x" (1), and 1 more

2  b
   step 1: 0 of 1 right; wrong: "=1+1" (1)
)");
}

TEST(ClassReportText, HasAllOfItAsJson) {
  const auto json = class_report_json(small_class());
  ASSERT_EQ(json.size(), 1U);
  EXPECT_EQ(json[0].at("course"), "Week 3");
  EXPECT_EQ(json[0].at("right"), 1);
  EXPECT_EQ(json[0].at("asked"), 7);
  EXPECT_EQ(json[0].at("students").size(), 6U);
  EXPECT_EQ(json[0].at("students")[0].at("lessons")[1].at("is_begun"), false);
  EXPECT_EQ(json[0].at("steps")[1].at("wrong_answers").size(), 4U);
}

TEST(ClassReportText, IsATableForSpreadsheets) {
  const std::string students = students_csv(small_class());
  EXPECT_TRUE(
      students.starts_with("course,student,lesson,is_begun,is_finished,right,asked\r\n"
                           "\"Week 3\",\"Jörg\",\"a\",true,true,1,2\r\n"
                           "\"Week 3\",\"Jörg\",\"b\",false,false,0,0\r\n"))
      << students;
  const std::string steps = steps_csv(small_class());
  EXPECT_TRUE(
      steps.ends_with("\"Week 3\",\"a\",3,0,5,\"y\",2,\"w\",1,\"x\",1\r\n"
                      "\"Week 3\",\"b\",1,0,1,\"'=1+1\",1,,,,\r\n"))
      << steps;
}

TEST(ClassReportText, HasNoCellThatASpreadsheetComputes) {
  const std::pair<const char*, const char*> cases[] = {
      {"=HYPERLINK(\"http://x\")", "\"'=HYPERLINK(\"\"http://x\"\")\""},
      {"+1+cmd|'/C calc'!A0", "\"'+1+cmd|'/C calc'!A0\""},
      {"-2+3", "\"'-2+3\""},
      {"@SUM(A1)", "\"'@SUM(A1)\""},
      {"  =1", "\"'  =1\""},
      {"\t=1", "\"'\t=1\""},
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
