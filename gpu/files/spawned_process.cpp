#include "gpu/files/spawned_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>

extern "C" char** environ;

namespace texelscope::gpu {
namespace {

class SpawnAttributes {
 public:
  explicit SpawnAttributes(ProcessGroup group) {
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    // This program ignores the first two signals, so that the failing call reports a closed pipe or an exceeded quota.
    // A program that inherits the third as ignored cannot wait for its own children.
    sigset_t ordinary = none;
    sigaddset(&ordinary, SIGPIPE);
    sigaddset(&ordinary, SIGXFSZ);
    sigaddset(&ordinary, SIGCHLD);
    ::posix_spawnattr_setsigdefault(&attributes_, &ordinary);
    int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (group == ProcessGroup::own) {
      flags |= POSIX_SPAWN_SETPGROUP;
      ::posix_spawnattr_setpgroup(&attributes_, 0);
    }
    ::posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
  }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  ~SpawnAttributes() { ::posix_spawnattr_destroy(&attributes_); }

  [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &attributes_; }

 private:
  posix_spawnattr_t attributes_{};
};

/// Pointers to the strings, as posix_spawn requires; it does not modify them.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (const std::string& text : texts) {
    found.push_back(const_cast<char*>(text.c_str()));
  }
  found.push_back(nullptr);
  return found;
}

}  // namespace

SpawnFiles::SpawnFiles() { ::posix_spawn_file_actions_init(&actions_); }

SpawnFiles::~SpawnFiles() { ::posix_spawn_file_actions_destroy(&actions_); }

void SpawnFiles::open(const std::filesystem::path& path, int flags, int at) {
  ::posix_spawn_file_actions_addopen(&actions_, at, path.c_str(), flags, 0600);
}

void SpawnFiles::duplicate(int descriptor, int at) { ::posix_spawn_file_actions_adddup2(&actions_, descriptor, at); }

void SpawnFiles::close_from(int first) { ::posix_spawn_file_actions_addclosefrom_np(&actions_, first); }

void SpawnFiles::change_folder(const std::filesystem::path& folder) {
  ::posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    variables.emplace_back(*variable);
  }
  return variables;
}

pid_t spawn(const SpawnCommand& command, const SpawnFiles& files) {
  std::vector<std::string> texts{command.program.string()};
  texts.insert(texts.end(), command.arguments.begin(), command.arguments.end());
  const SpawnAttributes attributes{command.group};
  pid_t process = 0;
  const int error = ::posix_spawn(&process, command.program.c_str(), files.get(), attributes.get(),
                                  pointers(texts).data(), pointers(command.environment).data());
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), "cannot start " + command.program.string());
  }
  return process;
}

SpawnCommand limited(SpawnCommand command, const ProcessLimits& limits) {
  std::string script = "ulimit -c 0; ";
  const auto limit = [&](const char* option, std::uint64_t value) {
    if (value != 0) {
      // A lower limit of this process cannot be raised, and stays.
      script += "ulimit -" + std::string{option} + " " + std::to_string(value) + " 2>/dev/null; ";
    }
  };
  limit("v", limits.address_bytes / 1024);
  // The limit is in 512-byte blocks (POSIX, ulimit).
  limit("f", limits.file_bytes / 512);
  limit("t", static_cast<std::uint64_t>(limits.processor_time.count()));
  // In the shell, this path would refer to the shell itself.
  std::string program = command.program.string();
  if (program == "/proc/self/exe") {
    program = "/proc/" + std::to_string(::getpid()) + "/exe";
  }
  command.arguments.insert(command.arguments.begin(), {"-c", script + "exec \"$@\"", "sh", program});
  command.program = "/bin/sh";
  return command;
}

SpawnCommand ending_with(SpawnCommand command, int descriptor) {
  const std::string number = std::to_string(descriptor);
  // The shell waits for the watcher: if no process reaps orphans, it would remain a zombie.
  const std::string script = "{ read -r nothing; kill -KILL 0; } <&" + number + " & watching=$!; exec " + number +
                             "<&-; \"$@\"; code=$?; exec 2>/dev/null; kill -KILL $watching; wait $watching; exit $code";
  command.arguments.insert(command.arguments.begin(), {"-c", script, "sh", command.program.string()});
  command.program = "/bin/sh";
  return command;
}

QuickExitGuard::Undo killing(pid_t process, ProcessGroup group) {
  return [process, group] {
    ::kill(group == ProcessGroup::own ? -process : process, SIGKILL);
    // Leaves the process's status to the code that started it.
    siginfo_t ending{};
    while (::waitid(P_PID, static_cast<id_t>(process), &ending, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
  };
}

}  // namespace texelscope::gpu
