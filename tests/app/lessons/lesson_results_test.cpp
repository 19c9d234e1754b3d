#include "app/lessons/lesson_results.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/files/file_error.h"
#include "app/lessons/course.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

LessonStep step_to_answer() {
  LessonStep step;
  step.question = {.text = "How many?", .answer = "8", .hint = "h", .explanation = "e"};
  return step;
}

LessonStep step_to_do() {
  LessonStep step;
  step.question = {.text = "Do it.", .goals = {{"lab", "x"}}, .solution = "{}", .hint = "h", .explanation = "e"};
  return step;
}

app::Course answered_course() {
  app::Course course;
  course.title = "Week 3";
  course.file = "/week_3.json";
  course.student = "Ada “A” Löwe";
  const LessonStep asked = step_to_answer();
  const LessonStep task = step_to_do();
  course.lessons = {{.name = "first", .title = "F", .summary = "S", .steps = {asked, {}, asked, task, asked}},
                    {.name = "second", .title = "T", .summary = "S", .steps = {asked}},
                    {.name = "third", .title = "U", .summary = "S", .steps = {asked, asked, task, task, task}}};
  course.progress["third"] = {
      .step = 0, .is_finished = true, .first_answers = {{0, {"7", false}}, {2, {"done", true}}, {3, {"shown", false}}}};
  course.progress["first"] = {.step = 3, .first_answers = {{2, {"8", true}}, {9, {"of an earlier version", true}}}};
  course.progress["of an earlier version"] = {.step = 0, .is_finished = true};
  return course;
}

TEST(LessonResults, HaveAllLessonsOfTheCourseAndTheOutcomeOfEachStep) {
  app::Course course = answered_course();
  const auto json = nlohmann::json::parse(results_text(results_of(course, "2026-11-26T19:44:18Z")));
  auto expected = nlohmann::json::parse(R"({
    "texelscope_lesson_results": 1, "student": "Ada “A” Löwe", "course": "Week 3", "is_built_in": false,
    "saved": "2026-11-26T19:44:18Z",
    "lessons": [{"lesson": "first", "title": "F", "is_begun": true, "is_finished": false,
                 "steps": [{"step": 1, "kind": "question", "outcome": "skipped"},
                           {"step": 3, "kind": "question", "outcome": "right", "answer": "8"},
                           {"step": 4, "kind": "task", "outcome": "open"},
                           {"step": 5, "kind": "question", "outcome": "open"}]},
                {"lesson": "second", "title": "T", "is_begun": false, "is_finished": false,
                 "steps": [{"step": 1, "kind": "question", "outcome": "open"}]},
                {"lesson": "third", "title": "U", "is_begun": true, "is_finished": true,
                 "steps": [{"step": 1, "kind": "question", "outcome": "wrong", "answer": "7"},
                           {"step": 2, "kind": "question", "outcome": "skipped"},
                           {"step": 3, "kind": "task", "outcome": "done"},
                           {"step": 4, "kind": "task", "outcome": "shown"},
                           {"step": 5, "kind": "task", "outcome": "skipped"}]}]})");
  for (nlohmann::json& lesson : expected["lessons"]) {
    for (nlohmann::json& step : lesson["steps"]) {
      step["question"] = question_identity(step["kind"] == "task" ? step_to_do() : step_to_answer());
    }
  }
  EXPECT_EQ(json, expected);
  course.file.clear();
  EXPECT_TRUE(results_of(course, "now").is_built_in);
}

TEST(LessonResults, AreReadAsTheyWereWritten) {
  const tests::TemporaryFolder folder;
  const LessonResults results = results_of(answered_course(), "now");
  EXPECT_EQ(load_results(folder.write("a.json", results_text(results))), results);
}

TEST(LessonResults, HaveNoAnswerToAQuestionThatTheStepHadBefore) {
  app::Course course = answered_course();
  course.progress["third"].first_answers[0].question = "0123456789abcdef";
  EXPECT_EQ(results_of(course, "now").lessons[2].steps[0].outcome, StepOutcome::skipped);
}

TEST(LessonResults, AreReadWithoutTheIdentitiesOfQuestions) {
  const tests::TemporaryFolder folder;
  LessonResults results = results_of(answered_course(), "now");
  for (LessonResult& lesson : results.lessons) {
    for (StepResult& step : lesson.steps) {
      step.question.clear();
    }
  }
  const std::string text = results_text(results);
  EXPECT_EQ(text.find("\"question\":"), std::string::npos);
  EXPECT_EQ(load_results(folder.write("a.json", text)), results);
}

TEST(LessonResults, HaveNoControlCharactersAndNoEndlessTexts) {
  const tests::TemporaryFolder folder;
  LessonResults results = results_of(answered_course(), "now");
  results.student = " \x1b[2JEve\n" + std::string(5000, 'x');
  results.lessons[2].steps[0].answer = "1\x07\t2" + std::string(5000, 'y');
  const LessonResults read = load_results(folder.write("a.json", results_text(results)));
  EXPECT_TRUE(read.student.starts_with("[2JEve x")) << read.student;
  EXPECT_LE(read.student.size(), 200U + std::string{"…"}.size());
  EXPECT_TRUE(read.lessons[2].steps[0].answer.starts_with("1  2y"));
  EXPECT_LE(read.lessons[2].steps[0].answer.size(), max_answer_bytes + std::string{"…"}.size());
}

TEST(LessonResults, AreRefusedWithTheWrongEntry) {
  const tests::TemporaryFolder folder;
  const std::string names = R"("student": "A", "course": "C", "is_built_in": false, "saved": "now", "lessons": [)";
  const std::string head = R"({"texelscope_lesson_results": 1, )" + names;
  const std::string lesson = R"({"lesson": "a", "title": "T", "is_begun": true, "is_finished": true, "steps": [)";
  const std::string step = R"({"step": 1, "kind": "question", )";
  const std::pair<std::string, const char*> cases[] = {
      {"", "line 1"},
      {"[]", "use an object"},
      {R"({"texelscope_session": 1})", "it is not a version 1 results file"},
      {R"({"texelscope_lesson_results": 2, )" + names + "]}", "version 1"},
      {R"({"texelscope_lesson_results": 1, "student": "", "course": "C", "saved": "now", "lessons": []})",
       "student is \"\"; use a name that is not blank"},
      {R"({"texelscope_lesson_results": 1, "student": "\n", "course": "C", "saved": "now", "lessons": []})", "student"},
      {R"({"texelscope_lesson_results": 1, "student": 5, "course": "C", "saved": "now", "lessons": []})",
       "student is 5"},
      {R"({"texelscope_lesson_results": 1, "course": "C", "saved": "now", "lessons": []})", "student is missing"},
      {R"({"texelscope_lesson_results": 1, "student": "A", "course": "C", "saved": "now", "lessons": []})",
       "is_built_in is missing"},
      {head + "5]}", "lessons[0] is 5"},
      {head + lesson + R"({"step": 0}]}]})", "lessons[0].steps[0].step is 0"},
      {head + lesson + R"({"step": 1.5}]}]})", "step is 1.5"},
      {head + lesson + R"({"step": 1, "kind": "riddle"}]}]})", "kind is \"riddle\"; use one of: question, task"},
      {head + lesson + step + R"("outcome": "lost"}]}]})", "outcome is \"lost\""},
      {head + lesson + step + R"("outcome": "done"}]}]})", "only tasks can be done or shown"},
      {head + lesson + R"({"step": 1, "kind": "task", "outcome": "wrong", "answer": "5"}]}]})",
       "only tasks can be done"},
      {head + lesson + step + R"("outcome": "wrong"}]}]})", "answer is missing"},
      {head + lesson + step + R"("outcome": "wrong", "answer": 5}]}]})", "answer is 5"},
      {head + lesson + step + R"("outcome": "open", "answer": "5"}]}]})", "does not match this outcome"},
      {head + lesson + step + R"("outcome": "open", "note": ""}]}]})", "note"},
      {head + lesson + step + R"("outcome": "open"}, )" + step + R"("outcome": "open"}]}]})",
       "lessons[0].steps[1].step is 1; the lesson has this step twice"},
      {head + lesson + "]}, " + lesson + "]}]}", "lessons[1].lesson is \"a\"; the file has this lesson twice"},
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
    many += R"(, {"lesson": "b)" + std::to_string(i) +
            R"(", "title": "T", "is_begun": true, "is_finished": true, "steps": []})";
  }
  EXPECT_THROW(static_cast<void>(load_results(folder.write("a.json", head + many + "]}"))), FileError);
}

}  // namespace
}  // namespace texelscope::app
