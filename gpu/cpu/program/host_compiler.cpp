#include "gpu/cpu/program/host_compiler.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include "gpu/cpu/program/compiler_process.h"
#include "gpu/cpu/program/temporary_folder.h"
#include "gpu/driver/embedded_headers.h"

namespace texelscope::gpu::cpu {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream file{path, std::ios::binary};
  file << text << std::flush;
  if (!file) {
    throw std::system_error(std::make_error_code(std::errc::io_error), "cannot write " + path.string());
  }
}

std::string read_text(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

std::vector<std::string> compile_arguments(const TemporaryFolder& folder, const fs::path& source,
                                           const fs::path& library) {
  // No contraction: the same bits as kernels that are compiled with the program.
  return {"-std=c++20",
          "-O2",
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

}  // namespace

std::optional<fs::path> find_host_compiler() {
  const char* const variable = std::getenv("PATH");
  const std::string folders = variable != nullptr ? variable : "";
  for (const char* const name : {"c++", "g++", "clang++"}) {
    std::istringstream list{folders};
    for (std::string folder; std::getline(list, folder, ':');) {
      const fs::path path = fs::path{folder.empty() ? "." : folder} / name;
      std::error_code error;
      if (fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0) {
        return path;
      }
    }
  }
  return std::nullopt;
}

Status compile_on_host(driver::ProgramCompile& call) {
  const std::optional<fs::path> compiler = find_host_compiler();
  if (!compiler) {
    call.reason =
        "no C++ compiler is found: PATH has no c++, g++ or clang++; install g++ or clang, or use a CUDA device";
    return Status::jit_compiler_not_found;
  }
  const TemporaryFolder folder;
  for (const driver::EmbeddedHeader& header : driver::embedded_headers()) {
    write_text(folder.path() / header.name, header.text);
  }
  const fs::path source = folder.path() / "program.cpp";
  const fs::path library = folder.path() / "program.so";
  const fs::path log = folder.path() / "log";
  write_text(source, call.source);
  const ProcessEnding ending =
      run_process(*compiler, compile_arguments(folder, source, library), log, call.time_limit, call.stop);
  if (ending == ProcessEnding::stopped) {
    return Status::timeout;
  }
  call.log = read_text(log);
  if (ending == ProcessEnding::failed) {
    return Status::invalid_source;
  }
  const std::string binary = read_text(library);
  const auto* const bytes = reinterpret_cast<const std::byte*>(binary.data());
  call.binary.assign(bytes, bytes + binary.size());
  return Status::success;
}

}  // namespace texelscope::gpu::cpu
