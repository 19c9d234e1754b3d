#pragma once

#include <filesystem>

#include "app/window/state.h"

namespace texelscope::app {

/// Takes up a session, see take_session(). @throws FileError, naming the file and the entry; the state is then as it
/// was.
void load_session(const std::filesystem::path& path, State& state);

/// Writes what the window shows, see shown_session_text(). @throws FileError.
void save_session(const std::filesystem::path& path, const State& state);

}  // namespace texelscope::app
