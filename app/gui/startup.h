#pragma once

#include "app/window/explore_options.h"
#include "app/workspace/autosave.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// The user's session for a window with these options; none if it is not a user's window. Without a folder for it, a
/// notice says so.
[[nodiscard]] Autosave open_autosave(const ExploreOptions& options, State& state);

/// Sets up the initial state of a window: the requested session, or else the user's last one; scene, parameters, lab,
/// and the file that the options name, which is opened like any other; a picture is read on another thread from now on.
/// @throws ParameterError, FileError.
void begin_opening(const ExploreOptions& options, State& state, Autosave& autosave);

/// Shows the picture that begin_opening() began to read or, if it cannot be read, the first one of the list that can,
/// and waits for the file that a lab opened. @throws FileError if none can be read.
void finish_opening(const ExploreOptions& options, State& state);

}  // namespace texelscope::app
