#include "app/lessons/course_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/files/assets.h"
#include "app/files/file_error.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

constexpr const char* small_lesson =
    R"({"texelscope_lesson": 1, "title": "T", "summary": "S", "steps": [{"title": "A", "text": []}]})";

class CourseFile : public testing::Test {
 protected:
  /// Writes a course with these entries, as JSON.
  [[nodiscard]] std::filesystem::path write(const std::string& lessons) const {
    return folder.write("course.json", R"({"texelscope_course": 1, "title": "Week 3", "language": "de", "lessons": [)" +
                                           lessons + "]}");
  }
  [[nodiscard]] std::string error_of(const std::filesystem::path& path) const {
    try {
      static_cast<void>(load_course(path));
      return "";
    } catch (const FileError& error) {
      return error.what();
    }
  }
  void expect_error(const std::string& text, const std::string& part) const {
    const std::string error = error_of(folder.write("course.json", text));
    EXPECT_NE(error.find("course.json"), std::string::npos) << error;
    EXPECT_NE(error.find(part), std::string::npos) << text << "\n" << error;
  }

  tests::TemporaryFolder folder;
};

TEST_F(CourseFile, HasBuiltInLessonsAndItsOwnInTheirOrder) {
  std::filesystem::create_directory(folder / "more");
  static_cast<void>(folder.write("more/mine.json", small_lesson));
  const LessonCourse course = load_course(write(R"("srgb", "more/mine.json", "texel_centers")"));
  EXPECT_EQ(course.title, "Week 3");
  EXPECT_EQ(course.language, "de");
  std::vector<std::string> names;
  for (const Lesson& lesson : course.lessons) {
    names.push_back(lesson.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"srgb", "mine", "texel_centers"}));
  EXPECT_EQ(course.lessons[1].title, "T");
}

TEST_F(CourseFile, BuiltInIsValid) {
  const auto list = find_asset("lessons/lessons.json");
  ASSERT_TRUE(list);
  const LessonCourse course = load_built_in_course();
  const auto json = nlohmann::json::parse(tests::file_bytes(*list));
  EXPECT_EQ(course.language, "en");
  ASSERT_EQ(course.lessons.size(), json.at("lessons").size());
  for (std::size_t i = 0; i < course.lessons.size(); ++i) {
    EXPECT_EQ(course.lessons[i].name, json.at("lessons").at(i).get<std::string>());
  }
  EXPECT_EQ(load_course(*list).lessons.size(), course.lessons.size());
}

TEST_F(CourseFile, IsRefusedForALessonThatIsTooLargeToCheck) {
  nlohmann::ordered_json step = {{"title", "A"}, {"text", nlohmann::json::array()}};
  step["question"] = {{"text", "Q"}, {"answer", "{t.volume}"}, {"hint", "h"}, {"explanation", "e"}};
  const auto error_of_steps = [&](const nlohmann::ordered_json& steps) {
    static_cast<void>(folder.write(
        "mine.json",
        nlohmann::ordered_json{{"texelscope_lesson", 1}, {"title", "T"}, {"summary", "S"}, {"steps", steps}}.dump()));
    return error_of(write(R"("mine.json")"));
  };
  const auto error_of_step = [&](const std::string& path, const nlohmann::ordered_json& entries) {
    nlohmann::ordered_json changed = step;
    changed[nlohmann::ordered_json::json_pointer(path)] = entries;
    return error_of_steps(nlohmann::ordered_json::array({changed}));
  };
  const auto numbers = [](std::size_t count, bool is_object) {
    nlohmann::ordered_json entries = is_object ? nlohmann::ordered_json::object() : nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = std::to_string(i);
      is_object ? entries[name] = "e" : entries.emplace_back(name);
    }
    return entries;
  };
  EXPECT_EQ(error_of_step("/question/choices", numbers(50, false)), "");
  for (const auto& [error, part] : {
           std::pair(error_of_step("/question/choices", numbers(51, false)),
                     "steps[0].question.choices is a list of 51 entries; use at most 50"),
           std::pair(error_of_step("/question/mistakes", numbers(5000, true)),
                     "steps[0].question.mistakes is an object of 5000 entries; use at most 50"),
           std::pair(error_of_step("/compute", numbers(3000, true)),
                     "steps[0].compute is an object of 3000 entries; use at most 100"),
           std::pair(error_of_step("/text", std::vector<std::string>(25, std::string(16'000, 'w'))),
                     "steps[0]: its texts have 400003 bytes; use at most 65536"),
           std::pair(error_of_steps(nlohmann::ordered_json(std::vector(51, step))),
                     "steps is a list of 51 entries; use at most 50"),
       }) {
    EXPECT_NE(error.find(part), std::string::npos) << part << "\n" << error;
  }
}

TEST_F(CourseFile, IsRefusedWithTheWrongEntry) {
  static_cast<void>(folder.write("mine.json", small_lesson));
  static_cast<void>(folder.write("index.json", small_lesson));
  static_cast<void>(folder.write("two words.json", small_lesson));
  static_cast<void>(folder.write("bad.json", R"({"texelscope_lesson": 1, "title": 5})"));
  const std::pair<const char*, const char*> cases[] = {
      {R"("srgb", "texel_center")", "lessons[1]: there is no lesson 'texel_center'"},
      {R"("texel_center")", "did you mean 'texel_centers'?"},
      {R"("mine")",
       "lessons[0]: there is no built-in lesson 'mine'; for the file beside the course, write \"mine.json\""},
      {R"("missing.json")", "lessons[0]: cannot read the lesson"},
      {R"("bad.json")", "title is 5"},
      {R"("/etc/mine.json")", "lessons[0] is \"/etc/mine.json\"; use a path inside"},
      {R"("../mine.json")", "inside the course's folder"},
      {R"("a/../../mine.json")", "inside the course's folder"},
      {R"("two words.json")", "in the name of a lesson file"},
      {R"("mine.json", "srgb", "./mine.json")", "lessons[0] is also named mine"},
      {R"("srgb", "srgb")", "lessons[0] is also named srgb"},
      {R"("index.json")", "handouts have an index page with this name"},
      {R"("")", "there is no lesson ''"},
      {"3", "lessons[0] is 3"},
      {"", "list 1 to 200 lessons"},
  };
  for (const auto& [lessons, part] : cases) {
    const std::string error = error_of(write(lessons));
    EXPECT_NE(error.find("course.json"), std::string::npos) << error;
    EXPECT_NE(error.find(part), std::string::npos) << lessons << "\n" << error;
  }
  std::string many = "\"srgb\"";
  for (std::size_t i = 0; i < max_course_lessons; ++i) {
    many += ", \"srgb\"";
  }
  EXPECT_NE(error_of(write(many)).find("list 1 to 200 lessons"), std::string::npos);
}

TEST_F(CourseFile, IsRefusedIfItIsNotACourse) {
  const std::string rest = R"(, "lessons": ["srgb"]})";
  expect_error("", "line 1");
  expect_error("[]", "use an object");
  expect_error(small_lesson, "it is a lesson; open the course that contains it");
  expect_error(R"({"texelscope_course": 2, "title": "T", "language": "en")" + rest,
               "not a version 1 texelscope course");
  expect_error(R"({"title": "T", "language": "en")" + rest, "not a version 1 texelscope course");
  expect_error(R"({"texelscope_course": 1, "title": " ", "language": "en")" + rest, "add a title");
  expect_error(R"({"texelscope_course": 1, "title": "T", "language": "German!")" + rest, "BCP 47 language tag");
  expect_error(R"({"texelscope_course": 1, "title": "T")" + rest, "language is missing");
  expect_error(R"({"texelscope_course": 1, "title": "T", "language": "en", "teacher": "X")" + rest, "teacher");
  expect_error(R"({"texelscope_course": 1, "title": "T", "language": "en", "lessons": "srgb"})", "use a list");
  expect_error(std::string((1 << 20) + 1, ' '), "1048576");
  EXPECT_NE(error_of(folder / "missing.json").find("no such file"), std::string::npos);
  EXPECT_NE(error_of(folder.path()), "");
}

TEST_F(CourseFile, HasTheTopicOfTheNearestHeading) {
  static_cast<void>(folder.write("mine.json", small_lesson));
  const auto course_with = [&](const std::string& headings) {
    return folder.write("course.json",
                        R"({"texelscope_course": 1, "title": "T", "language": "en",
                            "lessons": ["srgb", "mine.json", "texel_centers", "events"], "headings": )" +
                            headings + "}");
  };
  const LessonCourse course = load_course(course_with(R"({"mine.json": "Own\nones", "events": "Streams"})"));
  std::vector<std::string> topics;
  for (const Lesson& lesson : course.lessons) {
    topics.push_back(lesson.topic);
  }
  EXPECT_EQ(topics, (std::vector<std::string>{"", "Own ones", "Own ones", "Streams"}));
  EXPECT_EQ(lessons_of_first_topic(std::span(course.lessons).subspan(1)), 2U);
  EXPECT_EQ(lessons_of_first_topic({}), 0U);
  const std::string error = error_of(course_with(R"({"mine": "Own"})"));
  EXPECT_NE(error.find("use an entry of \"lessons\" as the key"), std::string::npos) << error;
  EXPECT_NE(error_of(course_with(R"({"srgb": 1})")), "");
}

TEST_F(CourseFile, HasATitleOfOneLine) {
  const auto course =
      load_course(folder.write("course.json", R"({"texelscope_course": 1, "title": "A\u001b[31m\nB", "language": "en",
                                      "lessons": ["srgb"]})"));
  EXPECT_EQ(course.title, "A [31m B");
}

TEST_F(CourseFile, IsKnownByItsContent) {
  EXPECT_TRUE(is_course_file(write("3"))) << "a course with an error is still a course";
  EXPECT_FALSE(is_course_file(folder.write("a.json", R"({"texelscope_session": 1, "scene": "image"})")));
  EXPECT_FALSE(is_course_file(folder.write("a.json", small_lesson)));
  EXPECT_FALSE(is_course_file(folder.write("a.json", "texelscope_course")));
  EXPECT_FALSE(is_course_file(folder.write("a.json", R"(["texelscope_course"])")));
  EXPECT_FALSE(is_course_file(folder / "missing.json"));
  EXPECT_FALSE(is_course_file(folder.path()));
}

TEST(LanguageTag, FollowsBCP47) {
  for (const char* const tag : {"en", "de", "pt-BR", "zh-Hant-TW", "sl-rozaj-biske-1994", "de-CH-1901", "ast"}) {
    EXPECT_TRUE(is_language_tag(tag)) << tag;
  }
  for (const char* const text :
       {"", "e", "en-", "-en", "en--US", "en_US", "german language", "toolonglanguage", "English", "engl-GB", "12",
        "en-\"><script>", "de\n", "en-abcdefghi", "a-bcdef-bcdef-bcdef-bcdef-bcdef-bcdef"}) {
    EXPECT_FALSE(is_language_tag(text)) << text;
  }
}

TEST_F(CourseFile, ReadsNoLessonThatALinkLeadsToOutsideItsFolder) {
  namespace fs = std::filesystem;
  fs::create_directories(folder / "course/more");
  fs::create_directories(folder / "private");
  static_cast<void>(folder.write("course/more/mine.json", small_lesson));
  static_cast<void>(folder.write("private/secret.json", small_lesson));
  const auto error = [&](const std::string& name) {
    return error_of(folder.write("course/course.json", R"({"texelscope_course": 1, "title": "T", "language": "en",
      "lessons": [")" + name + "\"]}"));
  };
  fs::create_symlink("more/mine.json", folder / "course/link.json");
  fs::create_symlink("../private/secret.json", folder / "course/out.json");
  fs::create_symlink("../private", folder / "course/out");
  EXPECT_EQ(error("link.json"), "");
  for (const char* const name : {"out.json", "out/secret.json"}) {
    EXPECT_NE(error(name).find("a link leads out of the folder"), std::string::npos) << name << ": " << error(name);
  }
}

}  // namespace
}  // namespace texelscope::app
