#include "tests/app/cli/program_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/app/child_program.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;

/// Reads a pipe until its write ends are closed.
std::string drain(int pipe) {
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t count = ::read(pipe, part.data(), part.size());
    if (count > 0) {
      text.append(part.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno != EINTR) {
      ::close(pipe);
      return text;
    }
  }
}

[[noreturn]] void become(const ProgramRun& run, int errors) {
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  // Without these variables, a test program runs all tests that match its filter, instead of only a shard of them.
  ::unsetenv("GTEST_TOTAL_SHARDS");
  ::unsetenv("GTEST_SHARD_INDEX");
  for (const auto& [name, value] : run.environment) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  if (run.largest_file) {
    const rlimit limit{*run.largest_file, *run.largest_file};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  if (run.largest_address_space) {
    const rlimit limit{*run.largest_address_space, *run.largest_address_space};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  for (const int ignored : run.ignored_signals) {
    ::signal(ignored, SIG_IGN);
  }
  std::string program = (run.program.empty() ? built_program() : run.program).string();
  std::vector<std::string> texts = run.arguments;
  std::vector<char*> arguments{program.data()};
  for (std::string& text : texts) {
    arguments.push_back(text.data());
  }
  arguments.push_back(nullptr);
  if (run.folder.empty() || ::chdir(run.folder.c_str()) == 0) {
    ::execv(program.c_str(), arguments.data());
  }
  ::_exit(127);
}

bool write_text(const char* path, const std::string& text) {
  const int file = ::open(path, O_WRONLY);
  const bool is_written = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(file);
  return is_written;
}

/// Enters a private mount namespace, as root or as the only user of a new user namespace.
bool leave_mounts() {
  const std::string user = std::to_string(::geteuid());
  const std::string group = std::to_string(::getegid());
  const bool is_left =
      ::unshare(CLONE_NEWNS) == 0 ||
      (::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_text("/proc/self/setgroups", "deny") &&
       write_text("/proc/self/uid_map", "0 " + user + " 1") && write_text("/proc/self/gid_map", "0 " + group + " 1"));
  return is_left && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

}  // namespace

int Ending::code() const { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

int Ending::error_lines() const {
  std::istringstream lines(err);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    count += line.starts_with("texelscope: error: ") ? 1 : 0;
  }
  return count;
}

Ending run_program(const ProgramRun& run) {
  std::array<int, 2> errors{};
  Ending ending;
  if (::pipe2(errors.data(), O_CLOEXEC) != 0) {
    return ending;
  }
  const auto start = std::chrono::steady_clock::now();
  const pid_t process = ::fork();
  if (process == 0) {
    become(run, errors[1]);
  }
  ::close(errors[1]);
  if (run.meanwhile) {
    run.meanwhile(process);
  }
  ending.err = drain(errors[0]);
  rusage usage{};
  ::wait4(process, &ending.status, 0, &usage);
  ending.peak_bytes = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
  ending.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return ending;
}

FolderWatch::FolderWatch(const fs::path& folder) : queue_{::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)} {
  constexpr std::uint32_t events = IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO;
  ::inotify_add_watch(queue_, folder.c_str(), events);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) {
      ::inotify_add_watch(queue_, entry.path().c_str(), events);
    }
  }
}

FolderWatch::~FolderWatch() { ::close(queue_); }

bool FolderWatch::wait_for(int events, pid_t process) {
  alignas(inotify_event) std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t size = ::read(queue_, buffer.data(), buffer.size());
    for (ssize_t at = 0; at < size; ++seen_) {
      const auto* const event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
    if (seen_ >= events) {
      return true;
    }
    if (size > 0) {
      continue;
    }
    siginfo_t ended{};
    if (::waitid(P_PID, static_cast<id_t>(process), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid != 0) {
      return false;
    }
    pollfd waiting{queue_, POLLIN, 0};
    constexpr int milliseconds = 20;
    ::poll(&waiting, 1, milliseconds);
  }
}

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (entry.is_symlink()) {
      files[name] = "link to " + fs::read_symlink(entry.path()).string();
    } else if (entry.is_regular_file()) {
      files[name] = file_bytes(entry.path());
    }
  }
  return files;
}

std::optional<std::string> with_own_mounts(const std::function<std::string()>& work) {
  std::array<int, 2> answer{};
  if (::pipe2(answer.data(), O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  const pid_t process = ::fork();
  if (process == 0) {
    if (!leave_mounts()) {
      ::_exit(1);
    }
    const std::string text = work();
    ::_exit(::write(answer[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 2);
  }
  ::close(answer[1]);
  std::string text = drain(answer[0]);
  int status = 0;
  ::waitpid(process, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 1) {
    return std::nullopt;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : text + "the process with private mounts crashed";
}

bool mount_small(const fs::path& folder, std::size_t size_bytes) {
  const std::string options = "mode=0755,size=" + std::to_string(size_bytes);
  return ::mount("none", folder.c_str(), "tmpfs", 0, options.c_str()) == 0;
}

bool mount_read_only(const fs::path& folder) {
  return ::mount("none", folder.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0;
}

void fill_up(const fs::path& folder) {
  std::ofstream filler(folder / "filler", std::ios::binary);
  while (filler << std::string(512, 'x') << std::flush) {
  }
}

}  // namespace texelscope::tests
