#pragma once

#include <filesystem>

#include "app/lessons/course_file.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Replaces the title, the language and the lessons.
void take_course(Course& course, LessonCourse read);
/// Opens a course file instead of the shown lessons, and shows its list. If the course is already open, reloads it.
/// @throws FileError, see load_course(); the state is then unchanged.
void open_course(State& state, const std::filesystem::path& file);
/// Returns to the built-in lessons.
void open_built_in_course(State& state);
/// Opens the course that a session requests, with a notice that names it. An unreadable course becomes a notice, and
/// the built-in lessons stay.
void open_wanted_course(State& state);

}  // namespace texelscope::app
