#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/gui/lab_registry.h"
#include "app/lessons/course_file.h"
#include "app/scenes/registry.h"
#include "tests/app/child_program.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

/// Draws each window as a single pixel.
class OnePixelPainter : public app::WindowPainter {
 public:
  [[nodiscard]] app::State make_state() const override {
    app::State state{app::scenes(), app::labs()};
    state.device = device_;
    return state;
  }
  [[nodiscard]] app::Screenshot paint(app::State& /*state*/, const app::ScreenshotOptions& /*options*/) const override {
    return {{1, 1, 3, gpu::DataType::uint8, std::vector<std::byte>(3)}, {}};
  }

 private:
  gpu::Device device_ = gpu::Device::open({});
};

/// Writes the named lessons, or all of them if `names` is empty, to a folder. Returns the exit code.
int hand_out(const std::filesystem::path& folder, const std::vector<std::string>& names, bool is_check) {
  const std::string out = folder.string();
  std::vector<const char*> arguments{"texelscope", "lessons",  "handout", "--device", "cpu",
                                     "--format",   "markdown", "--out",   out.c_str()};
  if (is_check) {
    arguments.push_back("--check");
  }
  for (const std::string& name : names) {
    arguments.push_back(name.c_str());
  }
  testing::internal::CaptureStdout();
  const int code =
      app::run(static_cast<int>(arguments.size()), arguments.data(),
               {.open_painter = [](const app::WindowPainterOptions&) { return std::make_unique<OnePixelPainter>(); }});
  static_cast<void>(testing::internal::GetCapturedStdout());
  return code;
}

TEST(LessonsCommand, KeepsTheIndexIfLessonsAreNamed) {
  const TemporaryFolder folder;
  EXPECT_EQ(hand_out(folder / "all", {}, false), 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "all" / "README.md"));
  const auto size = std::filesystem::file_size(folder / "all" / "README.md");
  EXPECT_EQ(hand_out(folder / "all", {"texel_centers"}, false), 0);
  EXPECT_EQ(std::filesystem::file_size(folder / "all" / "README.md"), size);
  EXPECT_EQ(hand_out(folder / "all", {"texel_centers"}, true), 0);
  EXPECT_EQ(hand_out(folder / "one", {"texel_centers"}, false), 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "one" / "texel_centers.md"));
  EXPECT_FALSE(std::filesystem::exists(folder / "one" / "README.md"));
  EXPECT_EQ(hand_out(folder / "old", {"texel_centres"}, false), 0) << "the name in an earlier version";
  EXPECT_TRUE(std::filesystem::exists(folder / "old" / "texel_centers.md"));
}

TEST(LessonsCommand, DoesNotCompareScreenshotsWithOtherFonts) {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("README.md", "# Lessons\n\nThe screenshots are drawn with Script.ttf.\n"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(hand_out(folder.path(), {"texel_centers"}, true), 3);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("They cannot be compared"), std::string::npos);
}

TEST(LessonsCommand, DoesNotCompareHtml) {
  const TemporaryFolder folder;
  const Outcome outcome = run_command({"lessons", "handout", "--check", "--out", (folder / "html").string()});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("--format markdown"), std::string::npos) << outcome.err;
}

/// Runs a lessons command whose device reports this diagnostic. Returns the exit code and standard error.
std::pair<int, std::string> run_reporting(std::vector<const char*> arguments, const gpu::Diagnostic& said) {
  arguments.insert(arguments.begin(), {"texelscope", "lessons"});
  arguments.insert(arguments.end(), {"--device", "cpu", "texel_centers"});
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = app::run(static_cast<int>(arguments.size()), arguments.data(),
                            {.make_state =
                                 [] {
                                   return app::State{app::scenes(), app::labs()};
                                 },
                             .draw_panels =
                                 [&](app::State& state, int, int) {
                                   state.device->report(said);
                                   return app::DrawnPanels{};
                                 },
                             .open_painter =
                                 [&](const app::WindowPainterOptions& options) {
                                   options.device_options.diagnostics(said);
                                   return std::make_unique<OnePixelPainter>();
                                 }});
  static_cast<void>(testing::internal::GetCapturedStdout());
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(LessonsCommand, PassesOnErrorsOfDevicesButNoWarnings) {
  using Severity = gpu::Diagnostic::Severity;
  const TemporaryFolder folder;
  const std::string out = folder / "pages";
  for (const std::vector<const char*>& arguments :
       {std::vector<const char*>{"check"}, std::vector<const char*>{"handout", "--out", out.c_str()}}) {
    EXPECT_EQ(run_reporting(arguments, {Severity::warning, "surprising"}).second, "") << arguments[0];
    const auto [code, error] = run_reporting(arguments, {Severity::error, "a cleanup failed"});
    EXPECT_EQ(code, 3) << arguments[0];
    EXPECT_NE(error.find("a cleanup failed"), std::string::npos) << arguments[0];
  }
}

/// A course in German, with a built-in lesson and one that comes with the course.
class CourseOption : public testing::Test {
 protected:
  TemporaryFolder folder;
  std::string course = [this] {
    static_cast<void>(folder.write(
        "mine.json",
        R"({"texelscope_lesson": 1, "title": "Mein\u001b[31m", "summary": "S", "steps": [{"title": "A", "text": ["Text"]}]})"));
    return folder
        .write("course.json", R"({"texelscope_course": 1, "title": "Woche <3>", "language": "de",
                                           "lessons": ["mine.json", "texel_centers"]})")
        .string();
  }();
};

TEST_F(CourseOption, ListsTheLessonsOfTheFile) {
  const Outcome outcome = run_command({"lessons", "list", "--course", course});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("mine: Mein [31m (1 step, about 2 min)"), 0U) << outcome.out;
  const auto json = nlohmann::json::parse(run_command({"lessons", "list", "--json", "--course", course}).out);
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[1].at("name"), "texel_centers");
  EXPECT_EQ(run_command({"lessons", "list", "--course", course, "srgb"}).code, 2)
      << "the lesson is not part of this course";
  EXPECT_EQ(run_command({"lessons", "list", "--course", folder / "mine.json"}).code, 2);
  const Outcome words = run_command({"complete-words", "lessons", "check", "--course", course, ""});
  EXPECT_NE(words.out.find("mine"), std::string::npos) << words.out;
  EXPECT_EQ(words.out.find("srgb"), std::string::npos) << words.out;
}

TEST_F(CourseOption, IsSuggestedForFilesInPlaceOfNames) {
  const Outcome of_course = run_command({"lessons", "check", course});
  EXPECT_EQ(of_course.code, 2);
  EXPECT_NE(of_course.err.find(" is a course; use --course " + course), std::string::npos) << of_course.err;
  const Outcome of_lesson = run_command({"lessons", "check", folder / "mine.json"});
  EXPECT_EQ(of_lesson.code, 2);
  EXPECT_NE(of_lesson.err.find("mine.json is a lesson file; use --course FILE for the course that contains it, and the "
                               "name mine"),
            std::string::npos)
      << of_lesson.err;
  const Outcome as_course = run_command({"lessons", "list", "--course", folder / "mine.json"});
  EXPECT_NE(as_course.err.find("it is a lesson; open the course that contains it"), std::string::npos) << as_course.err;
}

TEST(LessonsCommand, ListsTheBuiltInLessonsByTopic) {
  const Outcome outcome = run_command({"lessons", "list", "srgb", "texel_centers", "events"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(run_command({"lessons", "list", "--json"}).out);
  std::size_t steps = 0;
  std::vector<std::string> topics;
  for (const auto& lesson : json) {
    EXPECT_EQ(lesson.at("minutes"), 2 * lesson.at("steps").get<int>());
    steps +=
        lesson.at("name") == "srgb" || lesson.at("name") == "texel_centers" ? lesson.at("steps").get<std::size_t>() : 0;
    if (topics.empty() || topics.back() != lesson.at("topic")) {
      topics.push_back(lesson.at("topic"));
    }
  }
  EXPECT_EQ(topics, (std::vector<std::string>{"Sampling", "Surfaces", "Layouts", "Memory access", "Copies and exchange",
                                              "Streams", "Interop", "Running programs"}));
  EXPECT_EQ(outcome.out.find("Sampling: 2 lessons, " + std::to_string(steps) + " steps, about " +
                             std::to_string(2 * steps) + " min\n  texel_centers: "),
            0U)
      << outcome.out;
  EXPECT_NE(outcome.out.find("\n\nStreams: 1 lesson, "), std::string::npos) << outcome.out;
}

TEST(LessonsCommand, ExportsLessonsAsACourse) {
  const TemporaryFolder folder;
  const std::string out = folder / "mine";
  const Outcome first = run_command({"lessons", "export", "srgb", "events", "--out", out});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(files_in(out).size(), 3U);
  EXPECT_EQ(file_bytes(folder / "mine/srgb.json"), file_bytes(app::built_in_lesson_file("srgb")));
  const app::LessonCourse course = app::load_course(folder / "mine/course.json");
  ASSERT_EQ(course.lessons.size(), 2U);
  EXPECT_EQ(course.lessons[0].name, "srgb");
  EXPECT_EQ(course.lessons[0].topic, "Sampling");
  EXPECT_EQ(course.lessons[1].topic, "Streams");
}

TEST(LessonsCommand, ExportsOverExistingFilesOnlyIfForced) {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("events.json", "mine"));
  const auto export_again = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"lessons", "export", "srgb", "events", "--out", folder.path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_command(arguments);
  };
  const Outcome refused = export_again({});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("events.json' exists; add --force"), std::string::npos) << refused.err;
  EXPECT_EQ(files_in(folder.path()), (std::map<std::string, std::string>{{"events.json", "mine"}}))
      << "no lesson is written";
  EXPECT_EQ(export_again({"--force"}).code, 0);
  EXPECT_EQ(file_bytes(folder / "events.json"), file_bytes(app::built_in_lesson_file("events")));
  EXPECT_EQ(export_again({}).code, 2) << "the course file exists";
  EXPECT_EQ(run_command({"lessons", "export", "no_lesson", "--out", folder.path()}).code, 2);
}

TEST(LessonsCommand, EndsSilentlyIfTheReaderHasReadEnough) {
  const TemporaryFolder folder;
  const Ending ending =
      run_program({.arguments = {"-c", "(sleep 0.3; \"$0\" lessons list --json; echo $? > code) | true; cat code >&2",
                                 built_program().string()},
                   .folder = folder.path(),
                   .program = "/bin/sh"});
  EXPECT_EQ(ending.err, "0\n");
}

/// Checks the lesson "mine" of a course, without panels; returns the exit code and standard output.
std::pair<int, std::string> check_mine(const std::string& course) {
  const std::vector<const char*> arguments{"texelscope", "lessons",  "check",        "--device",
                                           "cpu",        "--course", course.c_str(), "mine"};
  testing::internal::CaptureStdout();
  const int code = app::run(static_cast<int>(arguments.size()), arguments.data(),
                            {.make_state =
                                 [] {
                                   return app::State{app::scenes(), app::labs()};
                                 },
                             .draw_panels = [](app::State&, int, int) { return app::DrawnPanels{}; }});
  return {code, testing::internal::GetCapturedStdout()};
}

TEST_F(CourseOption, ChecksTheLessonsThatAreNamedAndCountsThem) {
  EXPECT_EQ(check_mine(course), (std::pair<int, std::string>{0, "1 lesson, 1 step: 0 faults\n"}));
}

TEST_F(CourseOption, ChecksMistakesInTheLanguageOfTheCourse) {
  static_cast<void>(folder.write(
      "mine.json", R"({"texelscope_lesson": 1, "title": "T", "summary": "S", "steps": [{"title": "A", "text": [],
                       "compute": {"a": {"layout": {"shape": "8192"}}}, "sources": ["s"],
                       "question": {"text": "?", "answer": "{a.volume}", "mistakes": {"8.192": "bytes", "4096": "half"},
                                    "hint": "h", "explanation": "e"}}]})"));
  EXPECT_EQ(check_mine(course),
            (std::pair<int, std::string>{1,
                                         "mine, step 1: \"mistakes\" contains the answer: '8.192' is right\n"
                                         "1 lesson, 1 step: 1 fault\n"}));
}

TEST_F(CourseOption, WritesPagesInTheLanguageOfTheCourse) {
  const std::string out = folder / "pages";
  const std::vector<const char*> arguments{"texelscope", "lessons",      "handout", "--device", "cpu",
                                           "--course",   course.c_str(), "--out",   out.c_str()};
  testing::internal::CaptureStdout();
  EXPECT_EQ(
      app::run(static_cast<int>(arguments.size()), arguments.data(),
               {.open_painter = [](const app::WindowPainterOptions&) { return std::make_unique<OnePixelPainter>(); }}),
      0);
  static_cast<void>(testing::internal::GetCapturedStdout());
  for (const char* const page : {"mine.html", "texel_centers.html", "index.html"}) {
    EXPECT_NE(file_bytes(folder / "pages" / page).find("<html lang=\"de\">"), std::string::npos) << page;
  }
  EXPECT_NE(file_bytes(folder / "pages/index.html").find("<h1>Woche &lt;3&gt;</h1>"), std::string::npos);
}

TEST_F(CourseOption, OfTheWindowIsAnOptionOrASingleFile) {
  std::optional<std::filesystem::path> opened;
  const auto explore = [&](const app::ExploreOptions& options) {
    opened = options.course;
    EXPECT_FALSE(options.image && options.course) << "it is not a session";
    return 0;
  };
  EXPECT_EQ(run_command({"--course", course}, explore).code, 0);
  EXPECT_EQ(opened, course);
  EXPECT_EQ(run_command({course}, explore).code, 0);
  EXPECT_EQ(opened, course);
  EXPECT_EQ(run_command({folder / "mine.json"}, explore).code, 0);
  EXPECT_FALSE(opened);
  EXPECT_EQ(run_command({course, "--course", course}, explore).code, 2);
}

}  // namespace
}  // namespace texelscope::tests
