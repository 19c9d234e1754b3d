#include "gpu/files/compiler_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <thread>
#include <utility>

#include "gpu/files/quick_exit_guard.h"

namespace texelscope::gpu {
namespace {

/// How often a wait looks whether the process has ended or shall be stopped.
constexpr std::chrono::milliseconds look_interval{5};

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

CompilerEnding ending_of(int status) {
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

std::vector<std::string> compiler_environment(std::vector<std::string> added) {
  added.emplace_back("LC_ALL=C");
  std::vector<std::string> variables = own_environment();
  std::erase_if(variables, [&added](std::string_view variable) {
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    return variable.starts_with("LC_") || variable.starts_with("LANG") ||
           std::ranges::any_of(added, [name](std::string_view other) { return other.starts_with(name); });
  });
  variables.insert(variables.end(), added.begin(), added.end());
  return variables;
}

ProcessLimits compiler_limits(std::chrono::milliseconds time_limit) {
  return {.address_bytes = std::uint64_t{2} << 30,
          .file_bytes = std::uint64_t{64} << 20,
          .processor_time = std::chrono::ceil<std::chrono::seconds>(time_limit)};
}

CompilerEnding run_compiler(const CompilerCommand& command, const std::filesystem::path& folder,
                            std::chrono::milliseconds time_limit, const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + time_limit;
  std::vector<std::string> variables = command.variables;
  // The temporary files of a compiler that is killed go with the folder.
  variables.push_back("TMPDIR=" + folder.string());
  const SpawnCommand started =
      limited({command.program, command.arguments, compiler_environment(std::move(variables)), ProcessGroup::own},
              compiler_limits(time_limit));
  SpawnFiles files;
  files.open("/dev/null", O_RDONLY, STDIN_FILENO);
  files.open(folder / command.log, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  files.duplicate(STDOUT_FILENO, STDERR_FILENO);
  files.close_from(STDERR_FILENO + 1);
  files.change_folder(folder);
  pid_t process = 0;
  const QuickExitGuard guard([&] {
    process = spawn(started, files);
    return killing(process, started.group);
  });
  int status = 0;
  while (!has_ended(process, WNOHANG, status)) {
    if (stop.stop_requested() || std::chrono::steady_clock::now() >= end) {
      ::kill(-process, SIGKILL);
      static_cast<void>(has_ended(process, 0, status));
      return {.is_stopped = true};
    }
    std::this_thread::sleep_for(look_interval);
  }
  return ending_of(status);
}

}  // namespace texelscope::gpu
