#include "app/lessons/lesson_check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/lessons/course.h"
#include "app/lessons/lesson_file.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

class LessonCheck : public testing::Test {
 protected:
  void TearDown() override { fs::remove(path); }

  [[nodiscard]] Lesson read(const std::string& steps) const {
    std::ofstream{path} << R"({"texelscope_lesson": 1, "title": "T", "summary": "S", "steps": [)" << steps << "]}";
    return load_lesson(path);
  }
  /// What is wrong with a lesson of such steps, where the panels draw a widget "there".
  [[nodiscard]] std::string faults(const std::string& steps) {
    std::string text;
    const auto fresh = [&] {
      State state{scenes, labs()};
      state.device = device;
      return state;
    };
    for (const LessonFault& fault :
         check_lesson(read(steps), fresh, [](State&) { return std::set<std::string, std::less<>>{"there"}; })) {
      text += std::to_string(fault.step) + ": " + fault.what + "\n";
    }
    return text;
  }

  fs::path path = fs::temp_directory_path() / ("texelscope-lesson-" + std::to_string(::getpid()) + ".json");
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  gpu::Device device = gpu::Device::open({});
};

constexpr const char* layout_step =
    R"("title": "A", "text": ["{a.strides} in {labs.layouts.shape}"], "look_at": "there",
       "state": {"lab": "layouts", "labs": {"layouts": {"shape": "3, 4"}}}, "compute": {"a": {"layout": {"shape": "3,4"}}})";

TEST_F(LessonCheck, FindsNothingInALessonThatIsRight) {
  EXPECT_EQ(
      faults(
          std::string("{") + layout_step +
          R"(, "question": {"text": "?", "choices": ["4,1", "1,4"], "answer": "{a.strides}", "hint": "", "explanation": ""}, "sources": ["NumPy's strides"]},
                     {"title": "B", "text": [], "question": {"text": "?", "goals": {"labs.layouts.shape": "7"},
                      "solution": {"labs": {"layouts": {"shape": "7"}}}, "hint": "", "explanation": ""}})"),
      "");
}

TEST_F(LessonCheck, FindsEachWayToBeWrong) {
  const auto has = [&](const std::string& steps, const std::string& what) {
    const std::string found = faults(steps);
    EXPECT_NE(found.find(what), std::string::npos) << steps << "\n" << found;
  };
  const std::string question = R"("hint": "", "explanation": ""}})";
  has(R"({"title": "A", "text": [], "state": {"lab": "nothing"}})", "lab: there is no 'nothing'");
  has(R"({"title": "A", "text": ["{a.b}"]})", "'{a.b}' is neither");
  has(R"({"title": "A", "text": [], "look_at": "elsewhere"})", "no widget 'elsewhere'");
  has(R"({"title": "A", "text": [], "compute": {"a": {"nothing": {}}}})", "there is no computation 'nothing'");
  has(std::string("{") + layout_step +
          R"(, "question": {"text": "?", "choices": ["1", "2"], "answer": "{a.strides}", )" + question,
      "0 times among the choices");
  has(std::string("{") + layout_step + R"x(, "question": {"text": "?", "answer": "(4, 1)", )x" + question,
      "is not computed");
  has(R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"lab": ""}, "solution": {}, )" + question,
      "is done before");
  has(R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"lab": "copies"}, "solution": {"lab": "layouts"}, )" +
          question,
      "leaves 'lab' at 'layouts'");
  has(R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"labs.x.y": "1"}, "solution": {}, )" + question,
      "there is no 'labs.x.y'");
  has(std::string("{") + layout_step + R"(, "question": {"text": "?", "answer": "{a.strides}", )" + question,
      "names no source");
  has(R"({"title": "A", "text": [], "sources": ["a section", " "]})", "sources[1] is empty");
}

TEST_F(LessonCheck, RefusesFilesThatAreNoLessons) {
  for (
      const char* const steps :
      {"", "3", R"({"title": "A"})", R"({"title": "A", "text": [], "nothing": 1})",
       R"({"title": "A", "text": [], "compute": {"a": {}}})", R"({"title": "A", "text": [], "sources": [1]})",
       R"({"title": "A", "text": [], "question": {"text": "?", "hint": "", "explanation": ""}})",
       R"({"title": "A", "text": [], "question": {"text": "?", "goals": {"lab": "x"}, "hint": "", "explanation": ""}})"}) {
    EXPECT_THROW(static_cast<void>(read(steps)), FileError) << steps;
  }
  for (const char* const version : {"1.5", "1e300", "2", "\"1\"", "null"}) {
    std::ofstream{path} << R"({"texelscope_lesson": )" << version
                        << R"(, "title": "t", "summary": "s", "steps": [{"title": "A", "text": []}]})";
    EXPECT_THROW(static_cast<void>(load_lesson(path)), FileError) << version;
  }
  // So deep that writing the state again would exhaust the stack.
  const std::string nested = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_THROW(static_cast<void>(read(R"({"title": "A", "text": [], "state": )" + nested + "}")), FileError);
}

TEST_F(LessonCheck, NamesTheKeyThatIsWrongInALesson) {
  const auto error_of_steps = [&](const std::string& steps) -> std::string {
    try {
      static_cast<void>(read(steps));
      return "";
    } catch (const FileError& error) {
      return error.what();
    }
  };
  EXPECT_TRUE(error_of_steps(R"({"title": 5, "text": []})").ends_with(": steps[0].title is 5; give a text, \"…\""))
      << error_of_steps(R"({"title": 5, "text": []})");
  const std::string twice = error_of_steps(R"({"title": "A", "text": [], "title": "B"})");
  EXPECT_NE(twice.find("the key steps[0].title is there twice"), std::string::npos) << twice;
}

TEST_F(LessonCheck, CoursesGoOnWhereTheLearnerLeftAndBringBackWhatWasSetUp) {
  State state{scenes, labs()};
  state.course.lessons = {read(std::string("{") + layout_step + R"(}, {"title": "B", "text": []})")};
  state.settings[0].values.set("rotation", 5.0);
  const Edit before = edit_of(state);
  open_lesson(state, 0);
  EXPECT_EQ(current_lab(state)->name, "layouts");
  go_to_step(state, 1);
  state.settings[0].values.set("rotation", 90.0);
  leave_lesson(state);
  EXPECT_EQ(edit_of(state), before);
  open_lesson(state, 0);
  EXPECT_EQ(state.course.step, 1U);
  go_to_step(state, 2);
  EXPECT_FALSE(state.course.lesson);
  EXPECT_TRUE(state.course.progress.at(state.course.lessons[0].name).is_finished);
  EXPECT_EQ(edit_of(state), before);
}

}  // namespace
}  // namespace texelscope::app
