#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/lessons/course_file.h"
#include "app/text/current_name.h"
#include "app/text/escape.h"

namespace texelscope::app::lessons_export_command {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string out;
  /// Empty for all built-in lessons.
  std::vector<std::string> names;
  bool is_forced = false;
};

/// None if the lessons cannot be read; the command reports the reason.
std::vector<Word> built_in_words(const TypedLine& /*line*/) {
  try {
    return declared_words(load_built_in_course().lessons);
  } catch (const FileError&) {
    return {};
  }
}

void declare(CommandOptions& command, Options& options) {
  command.option("--out", "FOLDER", options.out, "the folder to write to; it is created if it does not exist",
                 {.is_required = true, .path = PathUse::write_folder});
  command.flag("--force", options.is_forced, "overwrite existing files");
  command.option("LESSON", "", options.names, "built-in lessons (default: all)", {.word_source = built_in_words});
}

std::string file_name(const Lesson& lesson) { return lesson.name + ".json"; }

/// A course of copies, with the headings of the built-in course.
std::string course_text(const LessonCourse& built_in) {
  Json course{{"texelscope_course", 1},
              {"title", "My course"},
              {"language", built_in.language},
              {"lessons", Json::array()},
              {"headings", Json::object()}};
  std::string_view topic;
  for (const Lesson& lesson : built_in.lessons) {
    course["lessons"].push_back(file_name(lesson));
    if (lesson.topic != topic) {
      topic = lesson.topic;
      course["headings"][file_name(lesson)] = topic;
    }
  }
  return json_text(course);
}

/// @throws FileError for an existing file without --force.
void require_free(const fs::path& path, const Options& options) {
  if (!options.is_forced && is_there(path)) {
    throw FileError(fmt::format("'{}' exists; add --force to overwrite it, or choose another folder", path.string()));
  }
}

int run(const Options& options, const CommandContext& /*context*/) {
  LessonCourse course = load_built_in_course();
  std::vector<std::string> names;
  std::ranges::transform(options.names, std::back_inserter(names),
                         [](const std::string& name) { return std::string{current_name(name)}; });
  keep_named(course.lessons, names, "lesson");
  const fs::path folder = options.out;
  const fs::path course_file = folder / "course.json";
  std::vector<fs::path> copies;
  std::ranges::transform(course.lessons, std::back_inserter(copies),
                         [&](const Lesson& lesson) { return folder / file_name(lesson); });
  for (const fs::path& copy : copies) {
    require_free(copy, options);
  }
  require_free(course_file, options);
  make_folder(folder);
  const gpu::Folder opened(folder);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    write_file({copies[i], opened}, read_file(built_in_lesson_file(course.lessons[i].name), max_lesson_bytes));
  }
  // The course file is written last, so that it never lists a missing file.
  write_file({course_file, opened}, [&](std::ostream& out) { out << course_text(course); });
  std::cout << fmt::format("{} files written; check them with: texelscope lessons check --course {}\n",
                           copies.size() + 1, message_line(course_file.string()));
  return exit_code::success;
}

const RegisteredSubcommand registered{
    {.name = "lessons export",
     .text = "copy built-in lessons to a folder, with a course file that lists them, to make a course of your own",
     .rank = 35,
     .footer = "Existing files are never overwritten without --force.",
     .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::lessons_export_command
