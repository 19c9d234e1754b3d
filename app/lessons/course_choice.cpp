#include "app/lessons/course_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <utility>

#include "app/files/file_error.h"
#include "app/lessons/course.h"
#include "app/lessons/course_file.h"
#include "app/lessons/text_check.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// Limit for a path from the session.
constexpr std::size_t max_shown_path_bytes = 400;

/// Replaces the title, the language and the lessons.
void take_course(Course& course, LessonCourse read) {
  course.letters = letters_of(read);
  course.title = std::move(read.title);
  course.language = std::move(read.language);
  course.lessons = std::move(read.lessons);
}

/// Stores the progress of the open course, and restores that of the other course.
void change_course(State& state, const fs::path& file, LessonCourse opened) {
  if (state.course.lesson) {
    leave_lesson(state);
  }
  Course& course = state.course;
  if (course.file != file) {
    course.other_progress[course.file.string()] = std::move(course.progress);
    course.progress = std::exchange(course.other_progress[file.string()], {});
    course.other_progress.erase(file.string());
    course.saved_progress.reset();
    if (course.wanted_file.path != file) {
      course.wanted.clear();
    }
  }
  course.file = file;
  take_course(course, std::move(opened));
  course.error.clear();
  course.finished.reset();
  course.is_asked_to_begin_again = false;
  course.wanted_file = {};
}

void open_wanted_lesson(State& state) {
  Course& course = state.course;
  open_wanted_course(state);
  // The loaded picture belongs to the previous setup.
  if (course.wanted.empty() || state.pictures.reader.is_busy()) {
    return;
  }
  read_course(course);
  const auto lesson = std::ranges::find(course.lessons, std::exchange(course.wanted, {}), &Lesson::name);
  if (lesson != course.lessons.end()) {
    open_lesson(state, static_cast<std::size_t>(lesson - course.lessons.begin()));
  }
}

}  // namespace

void read_course(Course& course) {
  if (course.lessons.empty() && course.error.empty()) {
    try {
      take_course(course, load_built_in_course());
    } catch (const std::exception& error) {
      course.error = error.what();
    }
  }
}

void open_course(State& state, const fs::path& file) {
  LessonCourse course = load_course(file);
  change_course(state, fs::absolute(file).lexically_normal(), std::move(course));
  state.arrangement.panels.lessons.is_shown = true;
}

void open_built_in_course(State& state) {
  change_course(state, {}, {});
  read_course(state.course);
}

void open_wanted_course(State& state) {
  const auto [file, is_of_user] = std::exchange(state.course.wanted_file, {});
  if (file.empty()) {
    return;
  }
  if (is_of_user) {
    try {
      open_course(state, file);
      state.recent_files.add(file, state.notices, state.now);
    } catch (const FileError& error) {
      state.notices.notify(NoticeKind::error, error.what(), state.now);
    }
    return;
  }
  const std::string lesson = std::exchange(state.course.wanted, {});
  try {
    LessonCourse course = load_course(file);
    // Only now, because another course may have been opened instead.
    state.notices.notify(
        NoticeKind::information,
        fmt::format("Reading the course that the session names: {}", shown_line(file.string(), max_shown_path_bytes)),
        state.now);
    change_course(state, file, std::move(course));
    state.course.wanted = lesson;
  } catch (const FileError& error) {
    state.notices.notify(
        NoticeKind::warning,
        fmt::format("The session's course cannot be opened; showing the built-in lessons: {}", error.what()),
        state.now);
  }
}

void watch_course(State& state) {
  open_wanted_lesson(state);
  if (state.dialogs.palette.is_shown) {
    read_course(state.course);
  }
  watch_step(state);
}

}  // namespace texelscope::app
