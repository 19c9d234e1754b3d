#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/state.h"

namespace texelscope::app {

/// Opens the dialog at the folder of the picture, or the current folder.
void show_open_dialog(State& state);
/// Opens the dialog for a course of lessons, listing only JSON files.
void show_course_dialog(State& state);
/// Opens the dialog with an unused name for a file to write, in the folder of the last file written, or the current
/// folder.
void show_save_dialog(State& state, SavedKind kind);
/// Sets the learner's name as it is typed, to save lesson results; updates the path.
void type_student(State& state, std::string name);
/// An unused name for a file to write, made from the scene and this frame, the picture, the open lab's file, the
/// learner, or "session". An empty folder is the current one.
[[nodiscard]] std::filesystem::path free_saved_name(const State& state, SavedKind kind,
                                                    const std::filesystem::path& folder, std::uint64_t frame);
/// The allowed extensions of a file of this kind, without the dot.
[[nodiscard]] std::vector<std::string_view> endings_of(const Documents& documents, SavedKind kind);
/// Whether the typed name is that of a file whose channels may have 8 or 16 bits.
[[nodiscard]] bool has_png_bits(const FileDialog& dialog);
/// The folders and files that complete a typed path: those that can_be_opened(), or those that could be replaced.
[[nodiscard]] PathList offered_paths(const State& state, const std::string& text);
/// Sets the typed text and lists its completions.
void type_path(State& state, std::string text);
/// Replaces the typed text.
void replace_path(State& state, std::string text);
/// Enters a folder, or requests the file and closes the dialog. An existing file to write is requested only when the
/// same path is confirmed a second time.
void take_path(State& state, const std::string& text);
/// Handles Enter, Up and Down, identified by GLFW's numbers. @returns whether the key was one of them.
bool press_in_dialog(State& state, int key);
/// Call once a frame, after the text has received the typed letters: performs Enter once the text has stopped changing.
/// Otherwise letters typed just before Enter would be lost, because keys arrive immediately, whereas letters arrive
/// through the UI.
void take_enter(State& state);
/// Whether take_enter() needs further frames.
[[nodiscard]] inline bool is_enter_waiting(const FileDialog& dialog) { return dialog.is_shown && dialog.has_enter; }

}  // namespace texelscope::app
