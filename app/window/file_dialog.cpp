#include "app/window/file_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "app/documents/document.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/images/save_image.h"
#include "app/images/video_pipe.h"
#include "app/text/escape.h"
#include "app/window/action.h"
#include "app/workspace/open.h"

namespace texelscope::app {
namespace {

/// The initial folder for saving.
std::filesystem::path saving_folder(const State& state) {
  std::error_code error;
  return state.dialogs.saved_folder.empty() ? std::filesystem::current_path(error) : state.dialogs.saved_folder;
}

bool is_blank(const std::string& text) { return text.find_first_not_of(' ') == std::string::npos; }

/// "Ada_Lovelace_results", or "results" without a name; replaces characters that are invalid in file names or would
/// hide the file.
std::string results_stem(const std::string& student) {
  constexpr std::size_t max_bytes = 80;
  if (is_blank(student)) {
    return "results";
  }
  std::string stem = shown_line(student, max_bytes);
  std::ranges::replace_if(
      stem, [](char c) { return std::string_view(" /\\:*?\"<>|").find(c) != std::string::npos; }, '_');
  // A shell hides ".x", expands "~x" and interprets "-x" as an option.
  stem.front() = std::string_view(".~-").find(stem.front()) != std::string_view::npos ? '_' : stem.front();
  return stem + "_results";
}

/// The reason why nothing can be saved under a name, if known in advance; empty otherwise.
std::string saving_refusal(const State& state, SavedKind kind, const std::filesystem::path& path) {
  if (kind == SavedKind::lesson_results && is_blank(state.course.student)) {
    return "Type your name above the file name: it identifies your results.";
  }
  try {
    require_writable(path);
    if (kind == SavedKind::frame || kind == SavedKind::picture) {
      require_saved_ending(path);
    }
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

/// Whether the typed text is not an existing path, and exactly one name in its folder begins with it. A file to write
/// may have any name.
bool is_only_match(const FileDialog& dialog) {
  std::error_code error;
  return !dialog.saves && dialog.list.entries.size() == 1 && dialog.list.left_out == 0 && !dialog.text.empty() &&
         !dialog.text.ends_with('/') && !std::filesystem::exists(typed_path(dialog.text), error);
}

/// A folder's path without "..", ending in '/'. The start stays as typed.
std::string folder_text(const std::string& text) {
  const std::string whole = text.ends_with('/') ? text : text + "/";
  const std::string plain = std::filesystem::path(whole).lexically_normal().string();
  return whole.starts_with('~') || plain.starts_with("..") || plain == "./" ? whole : plain;
}

void show_open_dialog(State& state, bool is_for_course) {
  std::error_code error;
  const std::filesystem::path folder =
      state.pictures.current ? std::filesystem::absolute(state.pictures.current->path, error).parent_path()
                             : std::filesystem::current_path(error);
  state.dialogs.file.is_shown = true;
  state.dialogs.file.saves.reset();
  state.dialogs.file.is_for_course = is_for_course;
  state.dialogs.file.has_enter = false;
  replace_path(state, (folder / "").string());
}

}  // namespace

void show_open_dialog(State& state) { show_open_dialog(state, false); }

void show_course_dialog(State& state) { show_open_dialog(state, true); }

void show_save_dialog(State& state, SavedKind kind) {
  FileDialog& dialog = state.dialogs.file;
  dialog.is_shown = true;
  dialog.saves = kind;
  dialog.has_enter = false;
  const std::shared_ptr<const Image> picture =
      kind == SavedKind::picture && !state.labs.is_any_open() ? shown_image(state) : nullptr;
  dialog.png_bits = picture && picture->type == gpu::DataType::uint16 ? 16 : 8;
  replace_path(state, free_saved_name(state, kind, saving_folder(state), state.scenes.playback.number).string());
  dialog.path_of_student = dialog.text;
}

void type_student(State& state, std::string name) {
  FileDialog& dialog = state.dialogs.file;
  state.course.student = std::move(name);
  if (dialog.text == dialog.path_of_student) {
    type_path(state, free_saved_name(state, SavedKind::lesson_results, saving_folder(state), 0).string());
    dialog.path_of_student = dialog.text;
  }
  dialog.frames_at_rest = 0;
}

std::filesystem::path free_saved_name(const State& state, SavedKind kind, const std::filesystem::path& folder,
                                      std::uint64_t frame) {
  std::string stem = "session";
  if (kind == SavedKind::frame || kind == SavedKind::video) {
    stem = fmt::format("{}-{}", current_scene(state).name, frame);
  } else if (kind == SavedKind::picture && state.labs.is_any_open()) {
    stem = current_lab(state.labs)->name;
  } else if (kind == SavedKind::picture && state.pictures.current) {
    stem = state.pictures.current->path.stem().string();
  } else if (kind == SavedKind::lesson_results) {
    stem = results_stem(state.course.student);
  } else if (const auto document = shown_document(state); kind == SavedKind::lab_file && document->exports()) {
    stem = document->exports()->file_to_save().name;
  }
  return free_name((folder / stem).string(), fmt::format(".{}", endings_of(state, kind).front()));
}

std::vector<std::string_view> endings_of(const Documents& documents, SavedKind kind) {
  switch (kind) {
    case SavedKind::frame:
    case SavedKind::picture:
      return {saved_endings.begin(), saved_endings.end()};
    case SavedKind::session:
    case SavedKind::lesson_results:
      return {session_endings.begin(), session_endings.end()};
    case SavedKind::video:
      return {video_endings.begin(), video_endings.end()};
    case SavedKind::lab_file:
    case SavedKind::clipboard:
      break;
  }
  const Exports* const exports = shown_document(documents)->exports();
  return {exports != nullptr ? exports->file_to_save().ending : std::string_view{"json"}};
}

bool has_png_bits(const FileDialog& dialog) {
  return (dialog.saves == SavedKind::frame || dialog.saves == SavedKind::picture) &&
         small_extension(std::filesystem::path{dialog.text}) == ".png";
}

PathList offered_paths(const State& state, const std::string& text) {
  const std::optional<SavedKind> saves = state.dialogs.file.saves;
  const std::vector<std::string_view> endings = saves ? endings_of(state, *saves) : std::vector<std::string_view>{};
  return list_path(text, [&](const std::filesystem::path& name) {
    if (!saves) {
      return state.dialogs.file.is_for_course ? small_extension(name) == ".json" : can_be_opened(state.labs, name);
    }
    const std::string extension = small_extension(name);
    return !extension.empty() && std::ranges::count(endings, std::string_view{extension}.substr(1)) > 0;
  });
}

void type_path(State& state, std::string text) {
  FileDialog& dialog = state.dialogs.file;
  dialog.text = std::move(text);
  dialog.list = offered_paths(state, dialog.text);
  const bool is_folder = dialog.text.ends_with('/') && typed_path(dialog.text).has_relative_path();
  if (is_folder && !dialog.saves && dialog.list.error.empty()) {
    dialog.list.entries.insert(dialog.list.entries.begin(), {"..", true});
  }
  dialog.selected = -1;
  dialog.replaced.clear();
  dialog.frames_at_rest = 0;
}

void replace_path(State& state, std::string text) {
  type_path(state, std::move(text));
  FileDialog& dialog = state.dialogs.file;
  dialog.takes_focus = dialog.moves_cursor = true;
  ++dialog.revision;
}

void take_path(State& state, const std::string& text) {
  FileDialog& dialog = state.dialogs.file;
  std::error_code error;
  if (text.empty() || std::filesystem::is_directory(typed_path(text), error)) {
    replace_path(state, text.empty() ? text : folder_text(text));
    return;
  }
  const std::filesystem::path path = typed_path(text);
  if (!dialog.saves) {
    // Shown again if the file cannot be read.
    dialog.opening = plain_path(path);
    if (!open(state, path)) {
      replace_path(state, text);
      return;
    }
  } else if (const std::string refusal = saving_refusal(state, *dialog.saves, path); !refusal.empty()) {
    // Keeps the name, so that the user can correct it.
    state.notices.notify(NoticeKind::error, refusal, state.now);
    replace_path(state, text);
    return;
  } else if (std::filesystem::exists(path, error) && dialog.replaced != text) {
    replace_path(state, text);
    dialog.replaced = text;
    return;
  } else {
    state.dialogs.saved_folder = std::filesystem::absolute(path, error).parent_path();
    state.requests.save = SaveRequest{*dialog.saves, path, has_png_bits(dialog) ? dialog.png_bits : 8};
  }
  dialog.is_shown = false;
}

bool press_in_dialog(State& state, int key) {
  FileDialog& dialog = state.dialogs.file;
  if (key == key::enter || key == key::keypad_enter) {
    dialog.has_enter = true;
    dialog.frames_at_rest = 0;
    return true;
  }
  if (key == key::up || key == key::down) {
    const int count = static_cast<int>(dialog.list.entries.size());
    dialog.selected = std::clamp(dialog.selected + (key == key::up ? -1 : 1), -1, count - 1);
    dialog.is_selection_moved = true;
    return true;
  }
  return false;
}

void take_enter(State& state) {
  // The UI may need this many frames to deliver typed letters to the text.
  constexpr int frames_to_wait = 3;
  FileDialog& dialog = state.dialogs.file;
  if (!dialog.has_enter || ++dialog.frames_at_rest < frames_to_wait) {
    return;
  }
  dialog.has_enter = false;
  const std::vector<PathEntry>& entries = dialog.list.entries;
  const bool has_selected = dialog.selected >= 0 && dialog.selected < static_cast<int>(entries.size());
  if (has_selected || is_only_match(dialog)) {
    take_path(state, with_entry(dialog.text, entries[has_selected ? static_cast<std::size_t>(dialog.selected) : 0]));
  } else {
    take_path(state, dialog.text);
  }
}

}  // namespace texelscope::app
