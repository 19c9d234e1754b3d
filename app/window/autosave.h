#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "app/window/state.h"

namespace texelscope::app {

/// Where the session is kept from one start to the next; nothing where there is no folder for it.
[[nodiscard]] std::optional<std::filesystem::path> find_autosave_file();

/// Takes up the session that was kept; whether there was one. One that is damaged, or of a later version, is explained
/// by a notice and moved aside (session.json.1, .2, …), where the program never writes again.
bool restore_autosave(const std::filesystem::path& path, State& state);
/// The same of what the labs hold and how far lessons are, for a window that begins with something else.
bool restore_autosaved_work(const std::filesystem::path& path, State& state);
/// Copies the session that was kept (session-1.json, …) and says so, where the setting "text" of a lab of it is neither
/// the one in `state` nor the one that the lab begins with: the window's own session takes its place.
void keep_replaced_text(const std::filesystem::path& path, std::size_t lab, State& state);

/// Keeps the session as it changes, in a file that is whole at any moment.
class Autosave {
 public:
  /// Where nothing is kept.
  Autosave() = default;
  explicit Autosave(std::filesystem::path path) : path_{std::move(path)} {}

  /// Whether a second has gone by since the last time.
  [[nodiscard]] bool is_due(const State& state) const;
  /// Writes what has changed, when it is due. What fails becomes a notice, once.
  void update(State& state);
  /// Writes what has changed, now.
  void finish(State& state);

 private:
  std::optional<std::filesystem::path> path_;
  std::string written_;
  double written_at_ = 0;
  bool has_failed_ = false;
};

}  // namespace texelscope::app
