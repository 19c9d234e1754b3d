#include "app/lessons/course_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>

#include "app/files/assets.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/text/current_name.h"
#include "app/text/escape.h"
#include "app/text/nearest_name.h"
#include "app/workspace/course.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_title_bytes = 200;
constexpr std::size_t max_shown_bytes = 60;

nlohmann::ordered_json course_json(const fs::path& path) { return parse_json(read_file(path, max_course_bytes)); }

fs::path built_in_list() {
  if (const auto list = find_asset("lessons/lessons.json")) {
    return *list;
  }
  throw FileError("the lessons are missing: assets/lessons/lessons.json; install the program's assets");
}

/// The built-in lessons. Their list is read once, if a course uses one of them.
class BuiltInLessons {
 public:
  [[nodiscard]] fs::path file_of(const JsonEntry& entry, const fs::path& folder) {
    if (list_.empty()) {
      list_ = built_in_list();
      const nlohmann::ordered_json json = course_json(list_);
      names_ = JsonEntry(json).at("lessons").texts();
    }
    const std::string text = entry.text();
    const std::string name{current_name(text)};
    if (std::ranges::find(names_, name) == names_.end()) {
      if (std::error_code error; is_file_name(text) && fs::is_regular_file(folder / (text + ".json"), error)) {
        entry.fail_for(
            fmt::format("there is no built-in lesson '{0}'; for the file beside the course, write \"{0}.json\"",
                        shown_line(text, max_shown_bytes)));
      }
      const std::vector<std::string_view> known(names_.begin(), names_.end());
      entry.fail_for(fmt::format("there is no lesson '{}'; specify a lesson file, NAME.json, or a built-in lesson: {}",
                                 shown_line(text, max_shown_bytes), advise_names(name, known, "lessons")));
    }
    return list_.parent_path() / (name + ".json");
  }

 private:
  fs::path list_;
  std::vector<std::string> names_;
};

/// A lesson file that belongs to the course. The course may come from someone else, so no file outside its folder is
/// read.
FilePlace own_file(const JsonEntry& entry, const fs::path& folder) {
  const fs::path path = fs::path(entry.text()).lexically_normal();
  if (path.is_absolute() || *path.begin() == "..") {
    entry.fail("use a path inside the course's folder, such as \"my_lesson.json\"");
  }
  if (!is_file_name(path.stem().string())) {
    entry.fail("use only letters, digits, '_', '-' and '.' in the name of a lesson file");
  }
  return {folder / path, folder};
}

Lesson lesson_of(const JsonEntry& entry, const fs::path& folder, BuiltInLessons& built_in) {
  const FilePlace file =
      entry.text().ends_with(".json") ? own_file(entry, folder) : FilePlace(built_in.file_of(entry, folder));
  try {
    return load_lesson(file);
  } catch (const FileError& error) {
    entry.fail_for(error.what());
  }
}

/// Progress, results and pages identify a lesson by its name.
void require_own_name(const JsonEntry& entry, const std::string& name, const std::vector<Lesson>& before) {
  const auto same = std::ranges::find(before, name, &Lesson::name);
  if (same != before.end()) {
    entry.fail(
        fmt::format("lessons[{}] is also named {}; use a different name for each file", same - before.begin(), name));
  }
  if (name == "index" || name == "README") {
    entry.fail("handouts have an index page with this name; use a different file name");
  }
}

/// Sets the topic of each lesson from the headings, by entry.
void read_headings(const JsonEntry& json, const std::vector<JsonEntry>& entries, LessonCourse& course) {
  const auto headings = json.find("headings");
  if (!headings) {
    return;
  }
  std::map<std::string, std::string> by_entry;
  for (const auto& [entry, heading] : headings->members()) {
    if (std::ranges::none_of(entries, [&](const JsonEntry& lesson) { return lesson.text() == entry; })) {
      heading.fail("use an entry of \"lessons\" as the key");
    }
    by_entry[entry] = shown_line(heading.text(), max_title_bytes);
  }
  std::string topic;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto heading = by_entry.find(entries[i].text());
    topic = heading == by_entry.end() ? topic : heading->second;
    course.lessons[i].topic = topic;
  }
}

LessonCourse course_from(const JsonEntry& json, const fs::path& folder) {
  if (const auto version = json.find("texelscope_course"); !version || version->json() != 1) {
    throw FileError(json.find("texelscope_lesson") ? "it is a lesson; open the course that contains it"
                                                   : "it is not a version 1 texelscope course");
  }
  json.allow_only({"texelscope_course", "title", "language", "lessons", "headings"});
  LessonCourse course{.title = shown_line(json.at("title").text(), max_title_bytes),
                      .language = json.at("language").text(),
                      .lessons = {}};
  if (course.title.find_first_not_of(' ') == std::string::npos) {
    json.at("title").fail("add a title");
  }
  if (!is_language_tag(course.language)) {
    json.at("language").fail("use a BCP 47 language tag, such as \"en\", \"de\" or \"pt-BR\"");
  }
  const JsonEntry lessons = json.at("lessons");
  const std::vector<JsonEntry> entries = lessons.elements();
  if (entries.empty() || entries.size() > max_course_lessons) {
    lessons.fail(fmt::format("list 1 to {} lessons", max_course_lessons));
  }
  BuiltInLessons built_in;
  for (const JsonEntry& entry : entries) {
    Lesson lesson = lesson_of(entry, folder, built_in);
    require_own_name(entry, lesson.name, course.lessons);
    course.lessons.push_back(std::move(lesson));
  }
  read_headings(json, entries, course);
  return course;
}

}  // namespace

LessonCourse load_course(const fs::path& path) {
  LessonCourse course;
  read_json_file("course", path, max_course_bytes, [&](const JsonEntry& json) {
    course = course_from(json, path.has_parent_path() ? path.parent_path() : fs::path("."));
  });
  return course;
}

std::size_t lessons_of_first_topic(std::span<const Lesson> lessons) {
  const auto end = std::ranges::find_if(lessons, [&](const Lesson& one) { return one.topic != lessons[0].topic; });
  return static_cast<std::size_t>(end - lessons.begin());
}

fs::path built_in_lesson_file(const std::string& name) { return built_in_list().parent_path() / (name + ".json"); }

LessonCourse load_built_in_course() { return load_course(built_in_list()); }

bool is_language_tag(std::string_view text) {
  constexpr std::size_t max_tag = 35;
  constexpr std::size_t max_language = 3;
  constexpr std::size_t max_part = 8;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_sign = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  if (text.size() > max_tag) {
    return false;
  }
  for (bool is_first = true;; is_first = false) {
    const std::size_t end = std::min(text.find('-'), text.size());
    const std::string_view part = text.substr(0, end);
    const bool is_formed = part.size() <= (is_first ? max_language : max_part) && part.size() >= (is_first ? 2U : 1U) &&
                           (is_first ? std::ranges::all_of(part, is_letter) : std::ranges::all_of(part, is_sign));
    if (!is_formed || end == text.size()) {
      return is_formed;
    }
    text.remove_prefix(end + 1);
  }
}

}  // namespace texelscope::app
