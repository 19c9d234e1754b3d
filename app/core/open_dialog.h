#pragma once

#include <string>

#include "app/core/state.h"

namespace texelscope::app {

/// Opens the dialog at the folder of the picture, or the current folder.
void show_open_dialog(State& state);
/// What was typed: lists what completes it.
void type_path(OpenDialog& dialog, std::string text);
/// Puts a text in place of what was typed.
void replace_path(OpenDialog& dialog, std::string text);
/// Enters a folder, or asks for the image and closes the dialog.
void take_path(State& state, const std::string& text);
/// Takes Enter, Up and Down, by GLFW's numbers; whether it did.
bool press_in_dialog(State& state, int key);

}  // namespace texelscope::app
