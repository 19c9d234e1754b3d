#include "gpu/files/compiler_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "gpu/files/endless_file.h"
#include "gpu/files/quick_exit_guard.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {
namespace {

/// File descriptor of the pipe in a compiler's process.
constexpr int watched_descriptor = STDERR_FILENO + 1;
/// Interval at which a wait checks whether the process has ended or must be stopped.
constexpr std::chrono::milliseconds look_interval{5};

/// A pipe, one end of which belongs only to this process. The other end is not a standard descriptor, so that it is not
/// replaced before it is copied.
struct ParentPipe {
  FileDescriptor kept;
  FileDescriptor watched;

  ParentPipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw std::system_error(errno, std::generic_category(), "cannot create a pipe for a compiler");
    }
    kept = FileDescriptor{ends[1]};
    const FileDescriptor read{ends[0]};
    watched = FileDescriptor{::fcntl(read.number(), F_DUPFD_CLOEXEC, watched_descriptor)};
    if (watched.is_closed()) {
      throw std::system_error(errno, std::generic_category(), "cannot duplicate the pipe of a compiler");
    }
  }
};

/// True even if another part of the program has already reaped the process.
bool is_ending(pid_t process) {
  siginfo_t ending{};
  return ::waitid(P_PID, static_cast<id_t>(process), &ending, WEXITED | WNOHANG | WNOWAIT) != 0
             ? errno != EINTR
             : ending.si_pid == process;
}

/// An unknown status (another part of the program reaps children) counts as success: the output shows the result.
int take_status(pid_t process) {
  int status = 0;
  pid_t found = 0;
  do {
    found = ::waitpid(process, &status, 0);
  } while (found < 0 && errno == EINTR);
  return found < 0 ? 0 : status;
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
  // The temporary files of a killed compiler are removed with the folder.
  variables.push_back("TMPDIR=" + folder.string());
  const SpawnCommand started = limited(
      ending_with({command.program, command.arguments, compiler_environment(std::move(variables)), ProcessGroup::own},
                  watched_descriptor),
      compiler_limits(time_limit));
  const ParentPipe pipe;
  SpawnFiles files;
  files.open("/dev/null", O_RDONLY, STDIN_FILENO);
  files.open(folder / command.log, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  files.duplicate(STDOUT_FILENO, STDERR_FILENO);
  files.duplicate(pipe.watched.number(), watched_descriptor);
  files.close_from(watched_descriptor + 1);
  files.change_folder(folder);
  pid_t process = 0;
  const QuickExitGuard guard([&] {
    process = spawn(started, files);
    return killing(process, started.group);
  });
  bool is_stopped = false;
  EndlessFileWatch watch;
  std::string endless_file;
  while (!is_stopped && endless_file.empty() && !is_ending(process)) {
    is_stopped = stop.stop_requested() || std::chrono::steady_clock::now() >= end;
    endless_file = watch.look(process);
    if (!is_stopped && endless_file.empty()) {
      std::this_thread::sleep_for(look_interval);
    }
  }
  // Includes the watcher of this process; until the status is taken, the group's ID cannot be reused.
  ::kill(-process, SIGKILL);
  const int status = take_status(process);
  return is_stopped || !endless_file.empty()
             ? CompilerEnding{.is_stopped = is_stopped, .endless_file = std::move(endless_file)}
             : ending_of(status);
}

}  // namespace texelscope::gpu
