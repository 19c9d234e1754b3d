#include "gpu/cpu/program/host_compiler.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "gpu/driver/embedded_headers.h"
#include "gpu/files/compiler_process.h"
#include "gpu/files/environment.h"
#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu::cpu {
namespace {

/// The file in the compiler's folder that receives its output.
constexpr const char* log_name = "log";

/// g++ replaces known divisions by zero and null pointer accesses with a trap that has no line number. With this
/// option, the instruction itself remains and raises a signal at its line.
constexpr const char* keep_faults = "-fno-isolate-erroneous-paths-dereference";

/// A vector is one access, as on a GPU; without this option, g++ splits it into its components.
constexpr const char* keep_vectors = "-fno-tree-sra";

/// clang++ does not need these options, and rejects them: this variable, which no other compiler reads, removes them.
/// The name c++ does not identify the compiler.
constexpr const char* without_options_for_clang =
    "CCC_OVERRIDE_OPTIONS=# x-fno-isolate-erroneous-paths-dereference x-fno-tree-sra";

namespace fs = std::filesystem;

std::vector<std::string> compile_arguments(const TemporaryFolder& folder, const fs::path& source,
                                           const fs::path& library, bool records_accesses) {
  // No contraction: the same bits as kernels that are compiled with the program. A line table, which changes no code,
  // identifies the line of a crash. A write through a null pointer is executed, so it crashes at its own line. A
  // function that ends without returning its value traps instead of running into the code after it; other functions are
  // unchanged.
  std::vector<std::string> arguments = {"-std=c++20",
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
  if (records_accesses) {
    // The same arithmetic, with a call before each access of memory.
    arguments.insert(arguments.end(), {"-fsanitize=thread", keep_vectors, "-nodefaultlibs", "-lstdc++", "-lm", "-lc",
                                       "-lgcc_s", "-DTEXELSCOPE_RECORDS_ACCESSES"});
  }
  return arguments;
}

/// The compiler's messages, without the path of its folder, which no longer exists when they are shown.
std::string log_of(const TemporaryFolder& folder) {
  std::string log = folder.read(log_name);
  const std::string path = folder.path().string() + "/";
  for (std::size_t at = log.find(path); at != std::string::npos; at = log.find(path, at)) {
    log.erase(at, path.size());
  }
  return log;
}

/// Whether the compiler had less address space than its own limit, which only a source exceeds.
bool lacks_memory() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_max < compiler_limits({}).address_bytes;
}

/// The line of the log which says that the machine, rather than the source, made the compiler fail; empty if none does.
std::string_view machine_fault(std::string_view log, const std::string& name) {
  std::string_view fault;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(line.size() + 1, log.size()));
    if (line.starts_with(name + ":") && line.find("error: ") != std::string_view::npos) {
      // After an error in the source, compilers quote lines of it that may contain anything.
      return "";
    }
    for (const std::string_view words :
         {": Cannot fork", ": Resource temporarily unavailable", ": Cannot allocate memory", ": memory exhausted",
          ": cannot execute ", ": Killed signal terminated program", ": No space left on device",
          ": Disk quota exceeded", ": Too many open files", ": out of memory allocating "}) {
      const bool is_fault = line.find(words) != std::string_view::npos;
      if (is_fault && (words != ": out of memory allocating " || lacks_memory())) {
        fault = line;
      }
    }
  }
  return fault;
}

Status compile_in_folder(driver::ProgramCompile& call, const fs::path& compiler, bool records_accesses) {
  const TemporaryFolder folder;
  for (const driver::EmbeddedHeader& header : driver::embedded_headers()) {
    static_cast<void>(folder.write(header.name, header.text));
  }
  const fs::path source = folder.write("program.cpp", call.source);
  const fs::path library = folder.path() / "program.so";
  const CompilerCommand command{.program = compiler,
                                .arguments = compile_arguments(folder, source, library, records_accesses),
                                .log = log_name,
                                .variables = {without_options_for_clang}};
  const CompilerEnding ending = run_compiler(command, folder.path(), call.time_limit, call.stop);
  if (ending.is_stopped) {
    return Status::timeout;
  }
  call.log = ending.endless_file.empty()
                 ? log_of(folder)
                 : "it reads " + ending.endless_file + ", a pipe or device without an end; include only regular files";
  const std::string binary = folder.read(library.filename());
  // The exit code is unknown if another part of the program reaps children.
  if (!ending.is_success() || binary.empty()) {
    if (const std::string_view fault = machine_fault(call.log, std::string(call.name)); !fault.empty()) {
      call.reason = fmt::format(
          "the compiler could not run: {}; check the limits of processes and memory (ulimit -u, ulimit -v), the free "
          "disk space, and that the compiler is completely installed",
          fault);
      return Status::operating_system;
    }
    return Status::invalid_source;
  }
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

Status compile_on_host(driver::ProgramCompile& call, bool records_accesses) {
  const std::optional<fs::path> compiler = find_host_compiler();
  if (!compiler) {
    call.reason =
        "no C++ compiler found: none of the absolute folders in PATH contains c++, g++ or clang++; install g++ or "
        "clang, or use a CUDA device";
    return Status::jit_compiler_not_found;
  }
  try {
    return compile_in_folder(call, *compiler, records_accesses);
  } catch (const std::system_error& error) {
    call.reason = error.what();
    return Status::operating_system;
  }
}

}  // namespace texelscope::gpu::cpu
