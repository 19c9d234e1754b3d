#pragma once

#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// Opens the dialog at the folder of the picture, or the current folder.
void show_open_dialog(State& state);
/// The folders and files that complete a typed path: those that can_be_opened().
[[nodiscard]] PathList openable_paths(const State& state, const std::string& text);
/// What was typed: lists what completes it.
void type_path(State& state, std::string text);
/// Puts a text in place of what was typed.
void replace_path(State& state, std::string text);
/// Enters a folder, or asks for the file and closes the dialog.
void take_path(State& state, const std::string& text);
/// Takes Enter, Up and Down, by GLFW's numbers; whether it did.
bool press_in_dialog(State& state, int key);
/// Once a frame, after the text has taken up what was typed: does what Enter asked for when the text has come to rest.
/// Letters typed just before Enter would be lost otherwise, as keys arrive at once and letters through the UI.
void take_enter(State& state);
/// Whether frames must go on for take_enter().
[[nodiscard]] inline bool is_enter_waiting(const OpenDialog& dialog) { return dialog.is_shown && dialog.has_enter; }

}  // namespace texelscope::app
