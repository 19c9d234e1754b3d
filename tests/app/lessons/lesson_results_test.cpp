#include "app/lessons/lesson_results.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

app::Course answered_course() {
  app::Course course;
  course.title = "Week 3";
  course.student = "Ada “A” Löwe";
  for (const char* const name : {"first", "second", "third"}) {
    course.lessons.push_back({.name = name, .title = "T", .summary = "S", .steps = {}});
  }
  course.progress["third"] = {.step = 0, .is_finished = true, .first_answers = {{0, {"7", false}}, {4, {"8", true}}}};
  course.progress["first"] = {.step = 2};
  course.progress["of an earlier version"] = {.step = 0, .is_finished = true};
  return course;
}

TEST(LessonResults, AreTheFirstAnswersInTheOrderOfTheCourse) {
  const auto json = nlohmann::json::parse(results_text(results_of(answered_course(), "2026-11-26T19:44:18Z")));
  EXPECT_EQ(json, nlohmann::json::parse(R"({
    "texelscope_lesson_results": 1, "student": "Ada “A” Löwe", "course": "Week 3", "saved": "2026-11-26T19:44:18Z",
    "lessons": [{"lesson": "first", "is_finished": false, "steps": []},
                {"lesson": "third", "is_finished": true, "steps": [{"step": 1, "answer": "7", "is_right": false},
                                                                   {"step": 5, "answer": "8", "is_right": true}]}]})"));
  EXPECT_TRUE(std::regex_match(time_of_results(), std::regex(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)")))
      << time_of_results();
}

TEST(LessonResults, AreReadAsTheyWereWritten) {
  const tests::TemporaryFolder folder;
  const LessonResults results = results_of(answered_course(), "now");
  EXPECT_EQ(load_results(folder.write("a.json", results_text(results))), results);
}

TEST(LessonResults, HaveNoControlCharactersAndNoEndlessTexts) {
  const tests::TemporaryFolder folder;
  LessonResults results = results_of(answered_course(), "now");
  results.student = " \x1b[2JEve\n" + std::string(5000, 'x');
  results.lessons[1].steps[0].answer = "1\x07\t2" + std::string(5000, 'y');
  const LessonResults read = load_results(folder.write("a.json", results_text(results)));
  EXPECT_TRUE(read.student.starts_with("[2JEve x")) << read.student;
  EXPECT_LE(read.student.size(), 200U + std::string{"…"}.size());
  EXPECT_TRUE(read.lessons[1].steps[0].answer.starts_with("1  2y"));
  EXPECT_LE(read.lessons[1].steps[0].answer.size(), max_answer_bytes + std::string{"…"}.size());
}

TEST(LessonResults, AreRefusedWithTheEntryThatIsWrong) {
  const tests::TemporaryFolder folder;
  const std::string head =
      R"({"texelscope_lesson_results": 1, "student": "A", "course": "C", "saved": "now", "lessons": [)";
  const std::string lesson = R"({"lesson": "a", "is_finished": true, "steps": [)";
  const std::pair<std::string, const char*> cases[] = {
      {"", "line 1"},
      {"[]", "give an object"},
      {R"({"texelscope_session": 1})", "no texelscope results"},
      {R"({"texelscope_lesson_results": 2, "student": "A", "course": "C", "saved": "now", "lessons": []})",
       "version 1"},
      {R"({"texelscope_lesson_results": 1, "student": "", "course": "C", "saved": "now", "lessons": []})",
       "student is \"\"; give a name"},
      {R"({"texelscope_lesson_results": 1, "student": "\n", "course": "C", "saved": "now", "lessons": []})", "student"},
      {R"({"texelscope_lesson_results": 1, "student": 5, "course": "C", "saved": "now", "lessons": []})",
       "student is 5"},
      {R"({"texelscope_lesson_results": 1, "course": "C", "saved": "now", "lessons": []})", "student is missing"},
      {head + "5]}", "lessons[0] is 5"},
      {head + lesson + R"({"step": 0, "answer": "", "is_right": true}]}]})", "lessons[0].steps[0].step is 0"},
      {head + lesson + R"({"step": 1.5, "answer": "", "is_right": true}]}]})", "step is 1.5"},
      {head + lesson + R"({"step": 1, "answer": 5, "is_right": true}]}]})", "answer is 5"},
      {head + lesson + R"({"step": 1, "answer": "", "is_right": "yes"}]}]})", "is_right is \"yes\""},
      {head + lesson + R"({"step": 1, "answer": "", "is_right": true, "note": ""}]}]})", "note"},
      {head + lesson +
           R"({"step": 1, "answer": "", "is_right": true}, {"step": 1, "answer": "", "is_right": true}]}]})",
       "lessons[0].steps[1].step is 1; the lesson has a first answer"},
      {head + lesson + "]}, " + lesson + "]}]}", "lessons[1].lesson is \"a\"; the results of this lesson are there"},
      {std::string((1 << 20) + 1, ' '), "1048576"},
  };
  for (const auto& [text, part] : cases) {
    try {
      static_cast<void>(load_results(folder.write("a.json", text)));
      ADD_FAILURE() << text;
    } catch (const FileError& error) {
      EXPECT_NE(std::string{error.what()}.find(part), std::string::npos) << text << "\n" << error.what();
      EXPECT_NE(std::string{error.what()}.find("a.json"), std::string::npos) << error.what();
    }
  }
  std::string many = lesson + "]}";
  for (int i = 0; i < 200; ++i) {
    many += R"(, {"lesson": "b)" + std::to_string(i) + R"(", "is_finished": true, "steps": []})";
  }
  EXPECT_THROW(static_cast<void>(load_results(folder.write("a.json", head + many + "]}"))), FileError);
}

}  // namespace
}  // namespace texelscope::app
