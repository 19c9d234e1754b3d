#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/files/path_list.h"
#include "app/workspace/requests.h"

namespace texelscope::app {

/// The dialog for opening and saving files: the typed path, and the folder's matching entries.
struct FileDialog {
  bool is_shown = false;
  /// The kind of file to save; nothing to open a file.
  std::optional<SavedKind> saves{};
  /// Whether a course of lessons is to be opened.
  bool is_for_course = false;
  int png_bits = 8;
  /// The path derived from the student's name, for lesson results: it follows the name until it is edited.
  std::string path_of_student{};
  /// The existing file that the next Enter replaces.
  std::string replaced{};
  /// Set by replace_path(): the field requests keyboard focus, and puts its cursor after the text.
  bool takes_focus = false;
  bool moves_cursor = false;
  /// Counts the calls of replace_path().
  int revision = 0;
  std::string text{};
  /// The picture that was opened from the dialog and is being read.
  std::filesystem::path opening{};
  PathList list{};
  /// Position in list.entries, or -1.
  int selected = -1;
  /// Set when a key moved the selection, so that the list scrolls to it.
  bool is_selection_moved = false;
  /// Enter was pressed; it takes effect once the text contains everything typed before, see take_enter().
  bool has_enter = false;
  int frames_at_rest = 0;
};

/// The palette: typed text, and the actions, scenes, labs and lessons that match it.
struct CommandPalette {
  bool is_shown = false;
  /// Set when it opens: its field requests keyboard focus.
  bool takes_focus = false;
  /// Enter was pressed; it takes effect once the text contains everything typed before.
  bool has_enter = false;
  /// Set when a key moved the selection, so that the list scrolls to it.
  bool is_selection_moved = false;
  std::string text{};
  /// The position of the selection in the results.
  std::size_t selected = 0;
};

/// The windows above all panels.
struct Dialogs {
  bool has_help = false;
  bool has_machine_facts = false;
  FileDialog file;
  /// Folder of the last saved file; empty before the first.
  std::filesystem::path saved_folder;
  CommandPalette palette;
};

/// The gallery over the viewport: thumbnails of all scenes, and the tour through them.
struct Gallery {
  bool is_shown = false;
  /// Set when it opens: its field requests keyboard focus.
  bool takes_focus = false;
  /// Enter was pressed; it takes effect once the search contains everything typed before.
  bool has_enter = false;
  std::string search{};
  /// Names of scenes; saved in the session.
  std::set<std::string, std::less<>> favorites{};
  /// Their file; nothing if they are not saved.
  std::optional<std::filesystem::path> favorites_file{};
  bool has_favorites_only = false;
  /// The scene under the mouse; its thumbnail is animated.
  std::optional<std::size_t> hovered{};
  /// Visible scenes, whose thumbnails are created first.
  std::vector<std::size_t> visible{};
  /// Errors of scenes whose thumbnails could not be created.
  std::vector<std::string> errors{};

  bool is_touring = false;
  int seconds_per_scene = 8;
  /// The scene that the tour shows, and the time when it began to show it.
  std::size_t tour_scene = 0;
  double tour_since = 0;
};

}  // namespace texelscope::app
