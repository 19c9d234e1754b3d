#include "app/workspace/autosave.h"

#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/workspace/open.h"

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
                                   [](const fs::path& name) { return is_there(name); });
  fs::rename(path, aside);
  return aside;
}

/// Whether a readable session existed. Only the window that has the session may move it aside.
bool restore_file(const fs::path& path, State& state, SessionPart part, bool is_owner) {
  if (!is_there(path)) {
    return false;
  }
  try {
    // Favorites have a separate file, which another window may have changed since.
    const auto favorites = state.gallery.favorites;
    load_session(path, state, "the last session", part);
    state.gallery.favorites = favorites;
    return true;
  } catch (const std::exception& reason) {
    std::string kept;
    try {
      kept = is_owner ? fmt::format(". It was saved as {}", move_aside(path).string()) : "";
    } catch (const std::exception& failure) {
      kept = fmt::format(". {}", failure.what());
    }
    state.notices.notify(NoticeKind::warning,
                         fmt::format("The last session was not restored: {}{}", reason.what(), kept), state.now);
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

/// A name beside session.json for another session.
fs::path other_session(const fs::path& path, int number) {
  return path.parent_path() / fmt::format("session-{}.json", number);
}

/// Creates an empty file for another session.
fs::path claim_other_session(const fs::path& path) {
  fs::path claimed;
  change_in_turn(path, [&] {
    claimed = first_free_name([&](int number) { return other_session(path, number); },
                              [](const fs::path& name) { return is_there(name); });
    write_file(claimed, std::span<const std::byte>{});
  });
  return claimed;
}

/// Copies the file within its folder, under a different name, unless an earlier start has done so.
fs::path copy_aside(const fs::path& path) {
  const std::vector<std::byte> bytes = read_file(path, max_session_bytes);
  for (int number = 1; is_there(other_session(path, number)); ++number) {
    const fs::path aside = other_session(path, number);
    std::error_code error;
    if (fs::is_regular_file(aside, error) && fs::file_size(aside, error) == bytes.size() &&
        read_file(aside, bytes.size()) == bytes) {
      return aside;
    }
  }
  fs::path aside = claim_other_session(path);
  write_file(aside, bytes);
  return aside;
}

/// Renames the session to that of another window; this works for any file, and on a full disk.
fs::path rename_aside(const fs::path& path) {
  fs::path aside = claim_other_session(path);
  fs::rename(path, aside);
  return aside;
}

std::string read_text(const fs::path& path) {
  const std::vector<std::byte> bytes = read_file(path, max_session_bytes);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The note in the lock's file if the session's start is not complete.
constexpr std::string_view start_note = "starting";

/// The list of other sessions for the next start to offer, oldest first: any window may add its own, while the lock's
/// note is only for the window that has session.json.
fs::path offers_file(const fs::path& path) { return path.parent_path() / "session.offers"; }

std::vector<fs::path> stored_offers(const fs::path& path) {
  std::vector<fs::path> offers;
  if (!is_there(offers_file(path))) {
    return offers;
  }
  std::istringstream in(read_text(offers_file(path)));
  for (std::string name; std::getline(in, name);) {
    if (is_file_name(name) && is_there(path.parent_path() / name)) {
      offers.push_back(path.parent_path() / name);
    }
  }
  return offers;
}

void change_offers(const fs::path& path, const std::function<void(std::vector<fs::path>&)>& change) {
  change_in_turn(offers_file(path), [&] {
    std::vector<fs::path> offers = stored_offers(path);
    change(offers);
    write_file(offers_file(path), [&](std::ostream& out) {
      for (const fs::path& offer : offers) {
        out << offer.filename().string() << '\n';
      }
    });
  });
}

void keep_offer(const fs::path& path, const fs::path& session) {
  change_offers(path, [&](std::vector<fs::path>& offers) {
    std::erase(offers, session);
    offers.push_back(session);
  });
}

void drop_offer(const fs::path& path, const fs::path& session) {
  try {
    change_offers(path, [&](std::vector<fs::path>& offers) { std::erase(offers, session); });
  } catch (const std::exception&) {
    // It is offered once more.
  }
}

}  // namespace

std::optional<fs::path> find_autosave_file() {
  const auto folder = find_user_folder(UserFolder::state);
  return folder ? std::optional{*folder / "session.json"} : std::nullopt;
}

Autosave::Autosave(fs::path path, State& state)
    : path_{std::move(path)}, lock_{std::make_unique<UserLock>(path_->parent_path() / "session.lock")} {
  try {
    is_owner_ = lock_->take();
    if (!is_owner_) {
      state.notices.notify(NoticeKind::information,
                           "Another window has the last session. This window saves a session of its own, and continues "
                           "the last one when the other window is closed.",
                           state.now);
    }
  } catch (const FileError& error) {
    lock_.reset();
    state.notices.notify(
        NoticeKind::warning,
        fmt::format("This window starts without the last session, and does not save its own: {}", error.what()),
        state.now);
  }
}

bool Autosave::restore(State& state, SessionPart part) {
  if (!lock_) {
    return false;
  }
  if (!is_owner_) {
    return restore_file(*path_, state, part, false);
  }
  remove_abandoned_files(path_->parent_path());
  const std::string note = lock_->found_note();
  if (note == start_note && is_there(*path_)) {
    try {
      offer(rename_aside(*path_), "The last start with the saved session did not succeed, so this one is without it.",
            state);
    } catch (const std::exception& error) {
      state.notices.notify(NoticeKind::warning, fmt::format("The last session was not restored: {}", error.what()),
                           state.now);
    }
    return false;
  }
  const bool is_restored = restore_file(*path_, state, part, true);
  try {
    if (const std::vector<fs::path> offers = stored_offers(*path_); !offers.empty()) {
      listed_offer_ = offers.back();
      offer(offers.back(), "Another window had a session of its own.", state);
    }
  } catch (const std::exception& error) {
    state.notices.notify(NoticeKind::warning,
                         fmt::format("Sessions of other windows are not offered: {}", error.what()), state.now);
  }
  must_note_start_ = is_restored;
  return is_restored;
}

void Autosave::note_shown() {
  if (std::exchange(has_start_note_, false)) {
    lock_->write_note("");
  }
  if (listed_offer_) {
    drop_offer(*path_, *std::exchange(listed_offer_, std::nullopt));
  }
}

void Autosave::keep_replaced_text(std::size_t lab, State& state) {
  if (!is_owner_) {
    return;
  }
  State last{state.scenes.all, state.labs.all};
  if (!restore_file(*path_, last, SessionPart::work, true)) {
    for (Notice& notice : last.notices.entries()) {
      state.notices.notify(notice.kind, std::move(notice.text), state.now);
    }
    return;
  }
  const std::string typed = text_setting(*last.labs.states[lab]);
  if (typed == text_setting(*state.labs.states[lab]) || typed == text_setting(*state.labs.all[lab].make())) {
    return;
  }
  const std::string_view title = state.labs.all[lab].title;
  try {
    const fs::path aside = copy_aside(*path_);
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

void Autosave::offer(const fs::path& session, const std::string& reason, State& state) {
  offered_ = session;
  if (session != path_) {
    state.recent_files.add(session, state.notices, state.now);
  }
  state.notices.notify(NoticeKind::warning, fmt::format("{} It was saved as {}", reason, session.string()), state.now,
                       {"Open that session", [is_accepted = is_offer_accepted_] { *is_accepted = true; }});
}

void Autosave::open_offered(State& state) {
  if (!std::exchange(*is_offer_accepted_, false) || !offered_) {
    return;
  }
  try {
    // Otherwise, this window has nothing of its own.
    if (offered_ != path_) {
      finish(state);
      state.recent_files.add(copy_aside(*path_), state.notices, state.now);
      drop_offer(*path_, *offered_);
    }
    open(state, *std::exchange(offered_, std::nullopt));
  } catch (const std::exception& error) {
    state.notices.notify(
        NoticeKind::error,
        fmt::format("The session was not opened, because the current one was not saved: {}", error.what()), state.now);
  }
}

void Autosave::take_over(const std::string& work, State& state) {
  if (!lock_->take()) {
    return;
  }
  std::string other = *first_work_;
  try {
    other = is_there(*path_) ? session_work(read_text(*path_)) : other;
  } catch (const std::exception& error) {
    // A damaged session is saved, too.
    other = error.what();
  }
  const bool is_newer = other != *first_work_ && other != work;
  if (is_newer && work == *first_work_) {
    if (offered_ != path_) {
      offer(*path_, "The other window was closed. It has changed the session since this window was opened.", state);
    }
    return;
  }
  if (is_newer) {
    const fs::path aside = rename_aside(*path_);
    offer(aside, "The other window was closed. This window continues the last session, without the other one's work.",
          state);
    keep_offer(*path_, aside);
  }
  is_owner_ = true;
  written_.clear();
}

bool Autosave::is_due(const State& state) const { return lock_ && state.now - written_at_ >= seconds_between; }

void Autosave::update(State& state) {
  if (lock_ && !is_owner_ && !first_work_) {
    first_work_ = session_work(session_text(state));
  }
  if (std::exchange(must_note_start_, false)) {
    has_start_note_ = true;
    lock_->write_note(start_note);
  }
  open_offered(state);
  if (is_due(state)) {
    finish(state);
  }
}

void Autosave::finish(State& state) {
  if (!lock_) {
    return;
  }
  written_at_ = state.now;
  std::string text = session_text(state);
  try {
    if (!is_owner_) {
      const std::string work = session_work(text);
      first_work_ = first_work_.value_or(work);
      if (!own_ && work != *first_work_) {
        own_ = claim_other_session(*path_);
        state.recent_files.add(*own_, state.notices, state.now);
      }
      take_over(work, state);
    }
    if (text == written_) {
      return;
    }
    if (const std::optional<fs::path>& file = is_owner_ ? path_ : own_) {
      make_folder_of(*file);
      write_file(*file, [&](std::ostream& out) { out << text; });
    }
    if (own_ && !is_owner_) {
      // This window may end before the one that has session.json.
      keep_offer(*path_, *own_);
    } else if (own_) {
      drop_offer(*path_, *own_);
      state.recent_files.remove(*own_, state.notices, state.now);
      remove_file(*std::exchange(own_, std::nullopt));
    }
    has_failed_ = false;
    written_ = std::move(text);
  } catch (const std::exception& error) {
    if (!std::exchange(has_failed_, true)) {
      state.notices.notify(NoticeKind::warning, fmt::format("The session was not saved: {}", error.what()), state.now);
    }
  }
}

}  // namespace texelscope::app
