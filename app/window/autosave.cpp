#include "app/window/autosave.h"

#include <fmt/format.h>

#include <ostream>
#include <system_error>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/user_folder.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

constexpr double seconds_between = 1;

/// Gives a file a name that none has.
fs::path move_aside(const fs::path& path) {
  constexpr int most = 1000;
  for (int number = 1; number < most; ++number) {
    fs::path aside = path;
    aside += fmt::format(".{}", number);
    if (!fs::exists(fs::symlink_status(aside))) {
      fs::rename(path, aside);
      return aside;
    }
  }
  throw FileError(fmt::format("{} files like {} are there: remove some", most, path.string()));
}

}  // namespace

std::optional<fs::path> find_autosave_file() {
  const auto folder = find_user_folder(UserFolder::state);
  return folder ? std::optional{*folder / "session.json"} : std::nullopt;
}

bool restore_autosave(const fs::path& path, State& state) {
  remove_abandoned_files(path.parent_path());
  std::error_code error;
  if (!fs::exists(path, error)) {
    return false;
  }
  try {
    // They have a file of their own, which another window may have changed since.
    const auto favorites = state.gallery.favorites;
    load_session(path, state, "the last session");
    state.gallery.favorites = favorites;
    return true;
  } catch (const FileError& reason) {
    std::string kept;
    try {
      kept = fmt::format("It is kept as {}", move_aside(path).string());
    } catch (const std::exception& failure) {
      kept = failure.what();
    }
    state.notices.notify(NoticeKind::warning,
                         fmt::format("The last session does not come back: {}. {}", reason.what(), kept), state.now);
    return false;
  }
}

bool Autosave::is_due(const State& state) const { return path_ && state.now - written_at_ >= seconds_between; }

void Autosave::update(State& state) {
  if (is_due(state)) {
    finish(state);
  }
}

void Autosave::finish(State& state) {
  if (!path_) {
    return;
  }
  written_at_ = state.now;
  std::string text = session_text(state);
  if (text == written_) {
    return;
  }
  try {
    make_folder_of(*path_);
    write_file(*path_, [&](std::ostream& out) { out << text; });
    has_failed_ = false;
    written_ = std::move(text);
  } catch (const FileError& error) {
    if (!std::exchange(has_failed_, true)) {
      state.notices.notify(NoticeKind::warning, fmt::format("The session is not kept: {}", error.what()), state.now);
    }
  }
}

}  // namespace texelscope::app
