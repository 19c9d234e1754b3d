#pragma once

#include <filesystem>

#include "app/workspace/state.h"

namespace texelscope::app {

/// Reads the lessons, unless they are already read; a failure is stored in Course::error.
void read_course(Course& course);
/// Opens a course file instead of the shown lessons, and shows its list. If the course is already open, reloads it.
/// @throws FileError, see load_course(); the state is then unchanged.
void open_course(State& state, const std::filesystem::path& file);
/// Returns to the built-in lessons.
void open_built_in_course(State& state);
/// Opens the course that a session requests, with a notice that names it. An unreadable course becomes a notice, and
/// the built-in lessons stay.
void open_wanted_course(State& state);
/// Call once a frame: opens the session's course, and the session's or the palette's lesson once nothing is loading
/// anymore; reads the lessons for the palette, and checks whether the task is done.
void watch_course(State& state);

}  // namespace texelscope::app
