#include "gpu/cpu/program/host_compiler.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gpu/driver/embedded_headers.h"
#include "gpu/files/environment.h"
#include "gpu/files/quick_exit_guard.h"
#include "gpu/files/spawned_process.h"
#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu::cpu {
namespace {

enum class ProcessEnding : unsigned char { succeeded, failed, stopped };

/// How often a wait looks whether the process has ended or shall be stopped.
constexpr std::chrono::milliseconds look_interval{5};
/// What the compiler says goes into this file of its folder.
constexpr const char* log_name = "log";

/// g++ makes a trap without a line of what it knows to divide by zero, or to read or write through a null pointer. With
/// this, the division itself is left, which a signal ends at its line.
constexpr const char* keep_faults = "-fno-isolate-erroneous-paths-dereference";

/// This process's, but for the language, and for the folder of temporary files: those of a compiler that is killed go
/// with `folder`. clang++ has no such traps, and refuses the option: this variable, which no other compiler reads,
/// takes it back. Its name does not tell which compiler c++ is.
std::vector<std::string> environment_of_compiler(const std::filesystem::path& folder) {
  std::vector<std::string> variables = own_environment();
  std::erase_if(variables, [](const std::string& variable) {
    return variable.starts_with("LC_") || variable.starts_with("LANG") || variable.starts_with("TMPDIR=") ||
           variable.starts_with("CCC_OVERRIDE_OPTIONS=");
  });
  variables.insert(variables.end(),
                   {"LC_ALL=C", "TMPDIR=" + folder.string(), std::string{"CCC_OVERRIDE_OPTIONS=# x"} + keep_faults});
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

/// A text may have a compiler read /dev/zero, or expand templates without end.
ProcessLimits compiler_limits(std::chrono::milliseconds time_limit) {
  return {.address_bytes = std::uint64_t{2} << 30,
          .file_bytes = std::uint64_t{64} << 20,
          .processor_time = std::chrono::ceil<std::chrono::seconds>(time_limit)};
}

/// Runs a program in `folder`, with what it writes going to the file "log" there, and waits for its end. When its time
/// is up, it is asked to stop or a quick exit comes, it is killed with all that it started. Messages come in English.
/// @throws std::system_error when it cannot be started.
ProcessEnding run_process(const std::filesystem::path& program, std::vector<std::string> arguments,
                          const std::filesystem::path& folder, std::chrono::milliseconds time_limit,
                          const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + time_limit;
  const SpawnCommand command = limited(
      {program, std::move(arguments), environment_of_compiler(folder), ProcessGroup::own}, compiler_limits(time_limit));
  SpawnFiles files;
  files.open("/dev/null", O_RDONLY, STDIN_FILENO);
  files.open(folder / log_name, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  files.duplicate(STDOUT_FILENO, STDERR_FILENO);
  files.close_from(STDERR_FILENO + 1);
  files.change_folder(folder);
  pid_t process = 0;
  const QuickExitGuard guard([&] {
    process = spawn(command, files);
    return killing(process, command.group);
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
  // tells later at which line a kernel crashed. A write through a null pointer is made, and so crashes there. A
  // function that comes to its end without the value that it returns traps there instead of running into the code
  // behind it; one that returns its value is the same as without.
  return {"-std=c++20",
          "-O2",
          "-g1",
          "-fdebug-prefix-map=" + folder.path().string() + "=/text",
          "-shared",
          "-Wl,-z,defs",
          "-fPIC",
          "-ffp-contract=off",
          keep_faults,
          "-fno-delete-null-pointer-checks",
          "-fsanitize=return",
          "-fsanitize-undefined-trap-on-error",
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
