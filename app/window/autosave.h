#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// The file that stores the session between starts; nothing if no folder exists for it.
[[nodiscard]] std::optional<std::filesystem::path> find_autosave_file();

/// Restores the saved session, and returns whether one existed. A file that is damaged or of a later version is
/// reported by a notice and renamed (session.json.1, .2, …); the program never overwrites it.
bool restore_autosave(const std::filesystem::path& path, State& state);
/// Restores only the labs' contents and the progress in lessons, for a window that starts with something else.
bool restore_autosaved_work(const std::filesystem::path& path, State& state);
/// Copies the saved session to session-1.json, … and notifies the user if one of its labs has a "text" setting that is
/// neither the text in `state` nor the lab's initial text, because the window's own session is about to replace the
/// saved one.
void keep_replaced_text(const std::filesystem::path& path, std::size_t lab, State& state);

/// Saves the session as it changes, in a file that is complete at any moment.
class Autosave {
 public:
  /// Saves nothing.
  Autosave() = default;
  explicit Autosave(std::filesystem::path path) : path_{std::move(path)} {}

  /// Whether a second has passed since the last write.
  [[nodiscard]] bool is_due(const State& state) const;
  /// Writes changes when due. A failure becomes a notice, once.
  void update(State& state);
  /// Writes changes immediately.
  void finish(State& state);

 private:
  std::optional<std::filesystem::path> path_;
  std::string written_;
  double written_at_ = 0;
  bool has_failed_ = false;
};

}  // namespace texelscope::app
