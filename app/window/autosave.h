#pragma once

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
