#include "app/window/autosave.h"

#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <ostream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/user_folder.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

constexpr double seconds_between = 1;

/// The first name of a sequence that is not in use.
template <class Name, class IsTaken>
fs::path first_free_name(const Name& name, const IsTaken& is_taken) {
  constexpr int most = 1000;
  for (int number = 1; number <= most; ++number) {
    if (fs::path found = name(number); !is_taken(found)) {
      return found;
    }
  }
  throw FileError(fmt::format("{} files with names such as {} already exist; remove some", most, name(1).string()));
}

fs::path move_aside(const fs::path& path) {
  fs::path aside = first_free_name([&](int number) { return fs::path{fmt::format("{}.{}", path.string(), number)}; },
                                   [](const fs::path& name) { return fs::exists(fs::symlink_status(name)); });
  fs::rename(path, aside);
  return aside;
}

/// Whether a readable session existed.
bool restore(const fs::path& path, State& state, SessionPart part) {
  remove_abandoned_files(path.parent_path());
  std::error_code error;
  if (!fs::exists(path, error)) {
    return false;
  }
  try {
    // Favorites have a separate file, which another window may have changed since.
    const auto favorites = state.gallery.favorites;
    load_session(path, state, "the last session", part);
    state.gallery.favorites = favorites;
    return true;
  } catch (const FileError& reason) {
    std::string kept;
    try {
      kept = fmt::format("It was saved as {}", move_aside(path).string());
    } catch (const std::exception& failure) {
      kept = failure.what();
    }
    state.notices.notify(NoticeKind::warning,
                         fmt::format("The last session was not restored: {}. {}", reason.what(), kept), state.now);
    return false;
  }
}

std::string text_setting(const LabState& lab) {
  for (const auto& [name, text] : lab.settings()) {
    if (name == "text") {
      return text;
    }
  }
  return "";
}

/// Copies the file within its folder, under a different name, unless an earlier start has done so.
fs::path copy_aside(const fs::path& path) {
  const std::vector<std::byte> bytes = read_file(path, max_session_bytes);
  const auto is_taken = [&](const fs::path& aside) {
    return fs::exists(fs::symlink_status(aside)) &&
           !(fs::is_regular_file(aside) && fs::file_size(aside) == bytes.size() &&
             read_file(aside, bytes.size()) == bytes);
  };
  fs::path aside = first_free_name(
      [&](int number) { return path.parent_path() / fmt::format("session-{}.json", number); }, is_taken);
  if (!fs::exists(aside)) {
    write_file(aside, [&](std::ostream& out) {
      out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    });
  }
  return aside;
}

}  // namespace

std::optional<fs::path> find_autosave_file() {
  const auto folder = find_user_folder(UserFolder::state);
  return folder ? std::optional{*folder / "session.json"} : std::nullopt;
}

bool restore_autosave(const fs::path& path, State& state) { return restore(path, state, SessionPart::all); }

bool restore_autosaved_work(const fs::path& path, State& state) { return restore(path, state, SessionPart::work); }

void keep_replaced_text(const fs::path& path, std::size_t lab, State& state) {
  State last{state.scenes, state.labs};
  if (!restore(path, last, SessionPart::work)) {
    for (Notice& notice : last.notices.entries()) {
      state.notices.notify(notice.kind, std::move(notice.text), state.now);
    }
    return;
  }
  const std::string typed = text_setting(*last.lab_states[lab]);
  if (typed == text_setting(*state.lab_states[lab]) || typed == text_setting(*state.labs[lab].make())) {
    return;
  }
  const std::string_view title = state.labs[lab].title;
  try {
    const fs::path aside = copy_aside(path);
    state.recent_files.add(aside, state.notices, state.now);
    state.notices.notify(
        NoticeKind::warning,
        fmt::format("The previous text of the {} lab was saved in session {}; open that session to continue with it",
                    title, aside.string()),
        state.now);
  } catch (const std::exception& failure) {
    state.notices.notify(NoticeKind::error,
                         fmt::format("The previous text of the {} lab was not saved: {}", title, failure.what()),
                         state.now);
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
      state.notices.notify(NoticeKind::warning, fmt::format("The session was not saved: {}", error.what()), state.now);
    }
  }
}

}  // namespace texelscope::app
