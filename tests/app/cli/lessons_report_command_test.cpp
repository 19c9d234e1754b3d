#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/gui/lab_registry.h"
#include "app/lessons/course_file.h"
#include "app/lessons/lesson_results.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/test_scenes.h"

namespace texelscope::tests {
namespace {

class LessonsReport : public testing::Test {
 protected:
  [[nodiscard]] std::string hand_in(const std::string& file, const std::string& student, bool is_right) const {
    const app::StepOutcome outcome = is_right ? app::StepOutcome::right : app::StepOutcome::wrong;
    app::LessonResults results{.student = student, .course = "C", .saved = "now"};
    results.lessons = {{"a", "A", true, true, {{1, app::StepKind::question, outcome, is_right ? "48" : "12"}}}};
    return folder.write(file, app::results_text(results));
  }

  TemporaryFolder folder;
};

/// Runs with the window's state, which is required to compute the answers.
Outcome run_with_state(const std::vector<std::string>& arguments) {
  const std::vector<app::SceneDeclaration> scenes = test_scenes();
  std::vector<const char*> argv{"texelscope", "lessons", "report"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Outcome outcome;
  outcome.code = app::run(static_cast<int>(argv.size()), argv.data(), {.make_state = [&] {
                            return app::State{scenes, app::labs()};
                          }});
  outcome.out = testing::internal::GetCapturedStdout();
  outcome.err = testing::internal::GetCapturedStderr();
  return outcome;
}

TEST_F(LessonsReport, SummarizesManyFiles) {
  const std::string ada = hand_in("ada.json", "Ada", true);
  const std::string ben = hand_in("ben.json", "Ben", false);
  const Outcome text = run_command({"lessons", "report", ada, ben});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("C: 2 students; of 2 questions in all, 2 answered, 1 right the first time"),
            std::string::npos)
      << text.out;
  const auto json = nlohmann::json::parse(run_command({"lessons", "report", ada, ben, "--json"}).out);
  EXPECT_EQ(json.at("courses").at(0).at("questions"), 2);
  EXPECT_TRUE(json.at("unread").empty());
  EXPECT_NE(run_command({"lessons", "report", ada, ben, "--csv"}).out.find("\"C\",\"Ben\",\"a\",true,true,1,1,0"),
            std::string::npos);
  EXPECT_NE(run_command({"lessons", "report", ada, ben, "--csv", "--steps"})
                .out.find("\"C\",\"a\",1,,,,2,2,1,0,0,0,0,\"12\",1"),
            std::string::npos);
  EXPECT_NE(run_command({"lessons", "report", ada, ben, "--csv", "--answers"}).out.find("question,wrong,\"12\""),
            std::string::npos);
}

TEST_F(LessonsReport, ExplainsTheAnswersWithTheCourse) {
  const std::string ben = hand_in("ben.json", "Ben", false);
  static_cast<void>(folder.write("a.json", R"({"texelscope_lesson": 1, "title": "Strides", "summary": "S", "steps": [
    {"title": "Bytes", "text": ["T"], "compute": {"t": {"layout": {"shape": "3,4", "itemsize": 4}}},
     "question": {"text": "How many bytes?", "answer": "{t.required_size_in_bytes}", "hint": "h", "explanation": "e",
                  "mistakes": {"{t.volume}": "These are elements."}}, "sources": ["S"]}]})"));
  const std::string course =
      folder.write("c.json", R"({"texelscope_course": 1, "title": "C", "language": "en", "lessons": ["a.json"]})");
  const Outcome text = run_with_state({ben, "--course", course});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find(R"(1  a: Strides
 ! step 1, Bytes: 0 right, 1 wrong
      How many bytes?
      right: "48"
      wrong: "12" (1): These are elements.
)"),
            std::string::npos)
      << text.out;
  const std::string other =
      folder.write("d.json", R"({"texelscope_course": 1, "title": "D", "language": "en", "lessons": ["a.json"]})");
  const Outcome of_other = run_with_state({ben, "--course", other});
  EXPECT_EQ(of_other.code, 0);
  EXPECT_NE(of_other.err.find("none of the results are for the course 'D'"), std::string::npos) << of_other.err;
  EXPECT_EQ(run_with_state({ben, "--course", folder / "none.json"}).code, 2);
}

TEST_F(LessonsReport, ExplainsTheProgramsOwnLessonsByThemselves) {
  app::LessonResults results{.student = "Ada", .course = "Lessons", .is_built_in = true, .saved = "now"};
  results.lessons = {
      {"texel_centers", "of the file", true, true, {{1, app::StepKind::question, app::StepOutcome::wrong, "9999"}}}};
  const Outcome json = run_with_state({"--json", folder.write("a.json", app::results_text(results))});
  EXPECT_EQ(json.code, 0);
  EXPECT_EQ(json.err, "");
  EXPECT_TRUE(nlohmann::json::parse(json.out).at("courses")[0].at("steps")[0].contains("right_answer")) << json.out;
}

TEST_F(LessonsReport, NamesUnreadableFilesAndContinues) {
  const std::string ada = hand_in("ada.json", "Ada", true);
  const std::string bad = folder.write("bad\x1b[31m.json", "no results");
  const Outcome text = run_command({"lessons", "report", bad, ada, folder / "missing.json"});
  EXPECT_EQ(text.code, 2);
  EXPECT_EQ(text.error_lines(), 2) << text.err;
  EXPECT_NE(text.err.find("missing.json"), std::string::npos);
  EXPECT_EQ(text.err.find('\x1b'), std::string::npos);
  EXPECT_NE(text.out.find("C: 1 student; of 1 question in all, 1 answered"), std::string::npos) << text.out;
  const Outcome as_json = run_command({"lessons", "report", bad, ada, "--json"});
  EXPECT_EQ(as_json.code, 2);
  const auto json = nlohmann::json::parse(as_json.out);
  EXPECT_EQ(json.at("courses").size(), 1U);
  EXPECT_EQ(json.at("unread").at(0).at("file"), bad);
  EXPECT_EQ(run_command({"lessons", "report", bad}).code, 2);
  EXPECT_EQ(run_command({"lessons", "report"}).code, 2);
  EXPECT_EQ(run_command({"lessons", "report", ada, "--json", "--csv"}).code, 2);
  EXPECT_EQ(run_command({"lessons", "report", ada, "--steps"}).code, 2);
  EXPECT_EQ(run_command({"lessons", "report", ada, "--csv", "--steps", "--answers"}).code, 2);
}

TEST_F(LessonsReport, CountsTwoFilesOfOneStudentOnce) {
  const std::string first = hand_in("1.json", "Ada", true);
  const std::string second = hand_in("2.json", "Ada", false);
  const Outcome text = run_command({"lessons", "report", first, second});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.err, "texelscope: warning: " + first + " and " + second +
                          " are from one student, 'Ada': for each step, the answer that was saved first counts\n");
  EXPECT_NE(text.out.find("C: 1 student; of 1 question in all, 1 answered"), std::string::npos) << text.out;
  const auto json = nlohmann::json::parse(run_command({"lessons", "report", first, second, "--json"}).out);
  EXPECT_EQ(json.at("merged").at(0).at("files"), (std::vector<std::string>{first, second}));
  const Outcome rows = run_command({"lessons", "report", first, second, "--csv", "--answers"});
  EXPECT_EQ(std::ranges::count(rows.out, '\n'), 2) << rows.out;
}

TEST_F(LessonsReport, ExplainsBuiltInLessonsOfATeachersCourse) {
  app::LessonResults results{.student = "Ada", .course = "Week 3", .saved = "now"};
  const std::string title = app::load_lesson(app::built_in_lesson_file("texel_centers")).title;
  const std::vector<app::StepResult> wrong{{1, app::StepKind::question, app::StepOutcome::wrong, "9999"}};
  results.lessons = {{"texel_centers", title, true, true, wrong},
                     {"srgb", "A teacher's own", true, true, wrong},
                     {"mine", "Mine", true, true, wrong}};
  const std::string file = folder.write("a.json", app::results_text(results));
  const Outcome text = run_with_state({file});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("1  texel_centers: " + title + "\n ! step 1, "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\nNot explained: srgb: not a lesson of "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("\nNot explained: mine: not a lesson of "), std::string::npos) << text.out;
  const Outcome steps = run_with_state({file, "--csv", "--steps"});
  EXPECT_NE(steps.out.find("\"Week 3\",\"texel_centers\",1,\""), std::string::npos) << steps.out;
}

}  // namespace
}  // namespace texelscope::tests
