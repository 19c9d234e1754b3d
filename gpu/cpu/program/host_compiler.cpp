#include "gpu/cpu/program/host_compiler.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "gpu/driver/embedded_headers.h"
#include "gpu/files/environment.h"
#include "gpu/files/quick_exit_guard.h"
#include "gpu/files/spawned_process.h"
#include "gpu/files/temporary_folder.h"

extern "C" char** environ;

namespace texelscope::gpu::cpu {
namespace {

enum class ProcessEnding : unsigned char { succeeded, failed, stopped };

/// How often a wait looks whether the process has ended or shall be stopped.
constexpr std::chrono::milliseconds look_interval{5};
/// What the compiler says goes into this file of its folder.
constexpr const char* log_name = "log";

/// What a spawn does with files, freed with it.
class SpawnFiles {
 public:
  explicit SpawnFiles(const std::filesystem::path& output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    ::posix_spawn_file_actions_addchdir_np(&actions_, output.parent_path().c_str());
  }
  ~SpawnFiles() { ::posix_spawn_file_actions_destroy(&actions_); }
  SpawnFiles(const SpawnFiles&) = delete;
  SpawnFiles& operator=(const SpawnFiles&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> found;
  for (std::string& text : texts) {
    found.push_back(text.data());
  }
  found.push_back(nullptr);
  return found;
}

/// This process's, but for the language, and for the folder of temporary files: those of a compiler that is killed go
/// with `folder`.
std::vector<std::string> environment_of_compiler(const std::filesystem::path& folder) {
  std::vector<std::string> variables{"LC_ALL=C", "TMPDIR=" + folder.string()};
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text{*variable};
    if (!text.starts_with("LC_") && !text.starts_with("LANG") && !text.starts_with("TMPDIR=")) {
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

/// A text may have a compiler read /dev/zero, or expand templates without end. A spawn cannot set limits: a shell sets
/// them for itself, and becomes the program. 2 GiB of addresses, files of 64 MiB (blocks of 512 bytes).
std::string limits_of(std::chrono::milliseconds time_limit) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time_limit).count() + 1;
  return "ulimit -c 0; ulimit -v 2097152; ulimit -f 131072; ulimit -t " + std::to_string(seconds) + "; exec \"$@\"";
}

/// Runs a program in `folder`, with what it writes going to the file "log" there, and waits for its end. When its time
/// is up, it is asked to stop or a quick exit comes, it is killed with all that it started. Messages come in English.
/// @throws std::system_error when it cannot be started.
ProcessEnding run_process(const std::filesystem::path& program, std::vector<std::string> arguments,
                          const std::filesystem::path& folder, std::chrono::milliseconds time_limit,
                          const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + time_limit;
  constexpr const char* shell = "/bin/sh";
  arguments.insert(arguments.begin(), {shell, "-c", limits_of(time_limit), shell, program.string()});
  std::vector<std::string> variables = environment_of_compiler(folder);
  const SpawnFiles files{folder / log_name};
  const SpawnAttributes attributes{SpawnAttributes::Group::own};
  pid_t process = 0;
  const QuickExitGuard guard([&] {
    const int error = ::posix_spawn(&process, shell, files.get(), attributes.get(), pointers(arguments).data(),
                                    pointers(variables).data());
    if (error != 0) {
      throw std::system_error(error, std::generic_category(),
                              "cannot start " + std::string{shell} + " for " + program.string());
    }
    return killing(process, SpawnAttributes::Group::own);
  });
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

namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::vector<std::string> compile_arguments(const TemporaryFolder& folder, const fs::path& source,
                                           const fs::path& library) {
  // No contraction: the same bits as kernels that are compiled with the program. A line table, which changes no code,
  // tells later at which line a kernel crashed.
  return {"-std=c++20",
          "-O2",
          "-g1",
          "-fdebug-prefix-map=" + folder.path().string() + "=/text",
          "-shared",
          "-Wl,-z,defs",
          "-fPIC",
          "-ffp-contract=off",
          "-fvisibility=hidden",
          "-Wall",
          "-fno-diagnostics-color",
          "-ftabstop=1",
          "-I" + folder.path().string(),
          source.string(),
          "-o",
          library.string()};
}

Status compile_in_folder(driver::ProgramCompile& call, const fs::path& compiler) {
  const TemporaryFolder folder;
  for (const driver::EmbeddedHeader& header : driver::embedded_headers()) {
    static_cast<void>(folder.write(header.name, header.text));
  }
  const fs::path source = folder.write("program.cpp", call.source);
  const fs::path library = folder.path() / "program.so";
  const ProcessEnding ending =
      run_process(compiler, compile_arguments(folder, source, library), folder.path(), call.time_limit, call.stop);
  if (ending == ProcessEnding::stopped) {
    return Status::timeout;
  }
  call.log = read_text(folder.path() / log_name);
  if (ending == ProcessEnding::failed) {
    return Status::invalid_source;
  }
  const std::string binary = read_text(library);
  const auto* const bytes = reinterpret_cast<const std::byte*>(binary.data());
  call.binary.assign(bytes, bytes + binary.size());
  return Status::success;
}

}  // namespace

std::optional<fs::path> find_host_compiler() {
  for (const std::string_view name : {"c++", "g++", "clang++"}) {
    if (std::optional<fs::path> program = find_program(name)) {
      return program;
    }
  }
  return std::nullopt;
}

Status compile_on_host(driver::ProgramCompile& call) {
  const std::optional<fs::path> compiler = find_host_compiler();
  if (!compiler) {
    call.reason =
        "no C++ compiler is found: the absolute folders of PATH have no c++, g++ or clang++; install g++ or clang, or "
        "use a CUDA device";
    return Status::jit_compiler_not_found;
  }
  try {
    return compile_in_folder(call, *compiler);
  } catch (const std::system_error& error) {
    call.reason = error.what();
    return Status::operating_system;
  }
}

}  // namespace texelscope::gpu::cpu
