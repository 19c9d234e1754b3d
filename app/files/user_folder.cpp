#include "app/files/user_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include "app/files/write_failure.h"
#include "gpu/files/environment.h"
#include "gpu/files/owner_lock.h"
#include "gpu/files/untrusted_work.h"

namespace texelscope::app {
namespace fs = std::filesystem;
namespace {

std::string read_line(int file) {
  std::array<char, 512> bytes{};
  const ssize_t size = ::pread(file, bytes.data(), bytes.size(), 0);
  const std::string_view text(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return std::string{text.substr(0, text.find('\n'))};
}

/// The rest of the line after the process's number and start time.
std::string note_of(const std::string& line) {
  const std::size_t start = line.find(' ');
  const std::size_t note = start == std::string::npos ? start : line.find(' ', start + 1);
  return note == std::string::npos ? "" : line.substr(note + 1);
}

}  // namespace

std::optional<fs::path> find_user_folder(UserFolder folder) {
  const bool is_state = folder == UserFolder::state;
  if (const auto named = gpu::named_folder(is_state ? "XDG_STATE_HOME" : "XDG_CONFIG_HOME")) {
    return *named / "texelscope";
  }
  if (const auto home = gpu::named_folder("HOME")) {
    return *home / (is_state ? ".local/state" : ".config") / "texelscope";
  }
  return std::nullopt;
}

void make_folder_of(const fs::path& path) {
  try {
    gpu::require_permitted("create folder " + path.parent_path().string());
    fs::create_directories(path.parent_path());
  } catch (const std::system_error& error) {
    throw write_failure(path, error.code());
  }
}

std::optional<ProcessIdentity> find_process(pid_t number) {
  std::ifstream file(fmt::format("/proc/{}/stat", number));
  std::string facts;
  std::getline(file, facts, '\0');
  // The program's name, in parentheses, may contain anything.
  const std::size_t name_end = facts.rfind(')');
  if (name_end == std::string::npos) {
    return std::nullopt;
  }
  std::istringstream rest(facts.substr(name_end + 1));
  std::string word;
  constexpr int words_before_start = 19;
  for (int i = 0; i < words_before_start; ++i) {
    rest >> word;
  }
  ProcessIdentity found{.number = number};
  return rest >> found.start ? std::optional{found} : std::nullopt;
}

bool names_other_process(std::string_view lock_line) {
  std::istringstream text{std::string{lock_line}};
  ProcessIdentity holder;
  return text >> holder.number >> holder.start && holder.number != ::getpid() && find_process(holder.number) == holder;
}

bool UserLock::take() {
  if (!opened_.is_closed()) {
    return true;
  }
  make_folder_of(file_);
  try {
    gpu::LockFile lock = gpu::open_lock(file_);
    if (lock.file.is_closed()) {
      return false;
    }
    const std::string line = read_line(lock.file.number());
    if (!lock.is_locked && names_other_process(line)) {
      return false;
    }
    opened_ = std::move(lock.file);
    found_note_ = note_of(line);
  } catch (const std::system_error& error) {
    throw write_failure(file_, error.code());
  }
  write_note("");
  return true;
}

void UserLock::write_note(std::string_view note) {
  const ProcessIdentity self = find_process(::getpid()).value_or(ProcessIdentity{.number = ::getpid()});
  const std::string line = fmt::format("{} {} {}\n", self.number, self.start, note);
  if (::ftruncate(opened_.number(), 0) == 0) {
    static_cast<void>(::pwrite(opened_.number(), line.data(), line.size(), 0));
  }
}

void change_in_turn(const fs::path& file, const std::function<void()>& change) {
  constexpr int most_tries = 50;
  constexpr std::chrono::milliseconds between{20};
  UserLock lock(file.parent_path() / "files.lock");
  try {
    for (int tries = 1; !lock.take() && tries < most_tries; ++tries) {
      std::this_thread::sleep_for(between);
    }
  } catch (const FileError&) {
    // The change fails, too, and its error names the file.
  }
  change();
}

}  // namespace texelscope::app
