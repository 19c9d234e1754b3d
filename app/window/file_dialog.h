#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/state.h"

namespace texelscope::app {

/// Opens the dialog at the folder of the picture, or the current folder.
void show_open_dialog(State& state);
/// Opens it with a name for a file to write: one that is free, in the folder of the last one, or the current folder.
void show_save_dialog(State& state, SavedKind kind);
/// Takes the learner's name as it is typed, to save results of lessons: the path follows it.
void type_student(State& state, std::string name);
/// A name that no file has, for one to write: of the scene and this frame, of the picture, of the open lab's file, of
/// the learner, or "session". An empty folder is the current one.
[[nodiscard]] std::filesystem::path free_saved_name(const State& state, SavedKind kind,
                                                    const std::filesystem::path& folder, std::uint64_t frame);
/// The endings that such a file may have, without the dot.
[[nodiscard]] std::vector<std::string_view> endings_of(const State& state, SavedKind kind);
/// What the open lab can write; nothing where it writes none, or no lab is open.
[[nodiscard]] std::optional<LabFile> lab_file(const State& state);
/// Whether the typed name is that of a file whose channels may have 8 or 16 bits.
[[nodiscard]] bool has_png_bits(const FileDialog& dialog);
/// The folders and files that complete a typed path: those that can_be_opened(), or those that could be replaced.
[[nodiscard]] PathList offered_paths(const State& state, const std::string& text);
/// What was typed: lists what completes it.
void type_path(State& state, std::string text);
/// Puts a text in place of what was typed.
void replace_path(State& state, std::string text);
/// Enters a folder, or asks for the file and closes the dialog. A file to write that is there already is asked for when
/// the same path is taken again.
void take_path(State& state, const std::string& text);
/// Takes Enter, Up and Down, by GLFW's numbers; whether it did.
bool press_in_dialog(State& state, int key);
/// Once a frame, after the text has taken up what was typed: does what Enter asked for when the text has come to rest.
/// Letters typed just before Enter would be lost otherwise, as keys arrive at once and letters through the UI.
void take_enter(State& state);
/// Whether frames must go on for take_enter().
[[nodiscard]] inline bool is_enter_waiting(const FileDialog& dialog) { return dialog.is_shown && dialog.has_enter; }

}  // namespace texelscope::app
