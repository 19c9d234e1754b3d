#pragma once

#include <filesystem>

#include "app/core/state.h"

namespace texelscope::app {

/// Takes up a session: the scene, the picture's file (as a request), and the parameters of every scene that the file
/// names.
/// @throws FileError, naming the file and the entry, when it cannot be read, is no session, or names an unknown scene,
/// parameter or value; the state is then as it was.
void load_session(const std::filesystem::path& path, State& state);

/// Writes the session as JSON: {"texelscope_session": 1, "scene", "image", "parameters": {scene: {name: text}}},
/// parameters that are not at their initial values only. @throws FileError.
void save_session(const std::filesystem::path& path, const State& state);

}  // namespace texelscope::app
