#include "gpu/cpu/program/compiler_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>
#include <thread>

extern "C" char** environ;

namespace texelscope::gpu::cpu {
namespace {

/// How often a wait looks whether the process has ended or shall be stopped.
constexpr std::chrono::milliseconds look_interval{5};

/// What a spawn does with files and signals, freed with it.
class SpawnSetup {
 public:
  explicit SpawnSetup(const std::filesystem::path& output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    // A group of its own: a compiler starts others, which end with it.
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnSetup() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (std::string& text : texts) {
    found.push_back(text.data());
  }
  found.push_back(nullptr);
  return found;
}

/// This process's, but for the language.
std::vector<std::string> environment_in_english() {
  std::vector<std::string> variables{"LC_ALL=C"};
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text{*variable};
    if (!text.starts_with("LC_") && !text.starts_with("LANG")) {
      variables.emplace_back(text);
    }
  }
  return variables;
}

/// Nothing while it runs. An unknown status (another part of the program reaps children) counts as success: what it was
/// to make tells.
bool has_ended(pid_t process, int options, int& status) {
  pid_t found = 0;
  do {
    found = ::waitpid(process, &status, options);
  } while (found < 0 && errno == EINTR);
  if (found < 0) {
    status = 0;
  }
  return found != 0;
}

}  // namespace

ProcessEnding run_process(const std::filesystem::path& program, std::vector<std::string> arguments,
                          const std::filesystem::path& output, std::chrono::milliseconds time_limit,
                          const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + time_limit;
  arguments.insert(arguments.begin(), program.string());
  std::vector<std::string> variables = environment_in_english();
  const SpawnSetup setup{output};
  pid_t process = 0;
  const int error = ::posix_spawn(&process, program.c_str(), setup.actions(), setup.attributes(),
                                  pointers(arguments).data(), pointers(variables).data());
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start " + program.string());
  }
  int status = 0;
  while (!has_ended(process, WNOHANG, status)) {
    if (stop.stop_requested() || std::chrono::steady_clock::now() >= end) {
      ::kill(-process, SIGKILL);
      static_cast<void>(has_ended(process, 0, status));
      return ProcessEnding::stopped;
    }
    std::this_thread::sleep_for(look_interval);
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? ProcessEnding::succeeded : ProcessEnding::failed;
}

}  // namespace texelscope::gpu::cpu
