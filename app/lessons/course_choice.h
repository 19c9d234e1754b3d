#pragma once

#include <filesystem>

#include "app/window/state.h"

namespace texelscope::app {

/// Opens a course's file in the place of the lessons that are shown, and shows its list. What is open of it already is
/// read again. @throws FileError, see load_course(); the state is then as it was.
void open_course(State& state, const std::filesystem::path& file);
/// Back to the lessons that come with the program.
void open_built_in_course(State& state);
/// Opens the course that a session asks for. One that cannot be read is a notice, and the lessons that come with the
/// program stay.
void open_wanted_course(State& state);

}  // namespace texelscope::app
