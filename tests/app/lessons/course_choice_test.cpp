#include "app/lessons/course_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/lessons/course.h"
#include "app/workspace/session.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class CourseChoice : public testing::Test {
 protected:
  /// A course with a lesson of its own, which has two steps, and a built-in lesson.
  [[nodiscard]] std::filesystem::path course(const std::string& name) const {
    static_cast<void>(folder.write(
        "mine.json",
        R"({"texelscope_lesson": 1, "title": "Mine", "summary": "S", "steps": [{"title": "A", "text": []}, {"title": "B", "text": []}]})"));
    return folder.write(name, R"({"texelscope_course": 1, "title": "Week )" + name +
                                  R"(", "language": "en", "lessons": ["mine.json", "srgb"]})");
  }

  tests::TemporaryFolder folder;
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
};

TEST_F(CourseChoice, KeepsProgressByCourseAndLesson) {
  read_course(state.course);
  const std::size_t built_in = state.course.lessons.size();
  state.course.progress["srgb"].step = 1;
  open_course(state, course("a.json"));
  EXPECT_EQ(state.course.title, "Week a.json");
  EXPECT_TRUE(state.arrangement.panels.lessons.is_shown);
  ASSERT_EQ(state.course.lessons.size(), 2U);
  EXPECT_TRUE(state.course.progress.empty()) << "the progress belongs to a lesson with the same name in another course";
  open_lesson(state, 0);
  go_to_step(state, 1);
  open_course(state, course("b.json"));
  EXPECT_FALSE(state.course.lesson);
  EXPECT_TRUE(state.course.progress.empty());
  open_built_in_course(state);
  EXPECT_EQ(state.course.lessons.size(), built_in);
  EXPECT_EQ(state.course.progress.at("srgb").step, 1U);
  EXPECT_EQ(state.course.progress.size(), 1U);
  open_course(state, folder / "a.json");
  EXPECT_EQ(state.course.progress.at("mine").step, 1U);
}

TEST_F(CourseChoice, StaysUnchangedIfACourseCannotBeRead) {
  open_course(state, course("a.json"));
  open_lesson(state, 0);
  const std::string before = session_text(state);
  EXPECT_THROW(open_course(state, folder / "missing.json"), FileError);
  EXPECT_THROW(open_course(state, folder.write("c.json", R"({"texelscope_course": 1})")), FileError);
  EXPECT_EQ(state.course.lesson, 0U);
  EXPECT_EQ(session_text(state), before);
}

TEST_F(CourseChoice, IsRestoredWithTheSessionAndItsLesson) {
  state.course.progress["srgb"].is_finished = true;
  open_course(state, course("a.json"));
  open_lesson(state, 0);
  go_to_step(state, 1);
  const std::string session = session_text(state);

  State other{scenes, labs()};
  take_session(session, other);
  EXPECT_EQ(session_text(other), session) << "the course is saved although it has not been opened yet";
  watch_course(other);
  EXPECT_EQ(other.course.title, "Week a.json");
  ASSERT_EQ(other.course.lesson, 0U);
  EXPECT_EQ(other.course.step, 1U);
  EXPECT_EQ(session_text(other), session);
  open_built_in_course(other);
  EXPECT_TRUE(other.course.progress.at("srgb").is_finished);

  take_session(R"({"texelscope_session": 1, "scene": "picture"})", state);
  watch_course(state);
  read_course(state.course);
  EXPECT_TRUE(state.course.file.empty()) << "the session names no course";
  EXPECT_GT(state.course.lessons.size(), 2U);
}

TEST_F(CourseChoice, NamesTheCourseOfASessionOnlyIfItIsRead) {
  open_course(state, course("a.json"));
  const std::string file = (folder / "a.json").string();
  save_session(folder / "session.json", state);
  const auto is_named = [&](const State& shown) {
    return std::ranges::any_of(shown.notices.entries(),
                               [&](const Notice& notice) { return notice.text.find(file) != std::string::npos; });
  };
  State other{scenes, labs()};
  load_session(folder / "session.json", other);
  open_course(other, course("b.json"));
  watch_course(other);
  EXPECT_EQ(other.course.title, "Week b.json");
  EXPECT_FALSE(is_named(other)) << "another course is opened instead";
  load_session(folder / "session.json", other);
  watch_course(other);
  EXPECT_EQ(other.course.title, "Week a.json");
  EXPECT_TRUE(is_named(other));
}

TEST_F(CourseChoice, LoadsTheLettersOfItsTexts) {
  open_course(state, course("a.json"));
  EXPECT_EQ(state.course.letters, Letters::own);
  static_cast<void>(folder.write(
      "mine.json",
      R"({"texelscope_lesson": 1, "title": "T", "summary": "S", "steps": [{"title": "Шаг", "text": []}]})"));
  open_course(state, folder / "a.json");
  EXPECT_EQ(state.course.letters, Letters::all);
  open_built_in_course(state);
  EXPECT_EQ(state.course.letters, Letters::own);
}

TEST_F(CourseChoice, IsReloadedIfItIsAlreadyOpen) {
  open_course(state, course("a.json"));
  state.course.progress["mine"].step = 1;
  static_cast<void>(folder.write("a.json", R"({"texelscope_course": 1, "title": "Changed", "language": "en",
                                               "lessons": ["mine.json"]})"));
  open_course(state, folder / "a.json");
  EXPECT_EQ(state.course.title, "Changed");
  EXPECT_EQ(state.course.lessons.size(), 1U);
  EXPECT_EQ(state.course.progress.at("mine").step, 1U);
}

TEST_F(CourseChoice, ReportsAMissingCourseAndShowsTheBuiltInLessons) {
  open_course(state, course("a.json"));
  open_lesson(state, 1);
  const std::string session = session_text(state);
  std::filesystem::remove(folder / "a.json");
  State other{scenes, labs()};
  take_session(session, other);
  watch_course(other);
  ASSERT_EQ(other.notices.entries().size(), 1U);
  EXPECT_NE(other.notices.entries()[0].text.find("a.json"), std::string::npos) << other.notices.entries()[0].text;
  EXPECT_NE(other.notices.entries()[0].text.find("no such file"), std::string::npos);
  EXPECT_FALSE(other.course.lesson) << "a lesson with the same name in another course was opened";
  read_course(other.course);
  EXPECT_GT(other.course.lessons.size(), 2U);
  watch_course(other);
  EXPECT_EQ(other.notices.entries().size(), 1U);
}

TEST_F(CourseChoice, IsNotTheOneOfARelativePath) {
  static_cast<void>(course("a.json"));
  take_session(R"({"texelscope_session": 1, "scene": "picture", "course": "a.json", "courses": {"": {"srgb": {}}}})",
               state);
  EXPECT_TRUE(state.course.wanted_file.path.empty());
  EXPECT_TRUE(state.course.other_progress.empty());
}

}  // namespace
}  // namespace texelscope::app
