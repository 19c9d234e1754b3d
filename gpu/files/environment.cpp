#include "gpu/files/environment.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace texelscope::gpu {
namespace fs = std::filesystem;

std::optional<fs::path> named_folder(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr || !fs::path{text}.is_absolute()) {
    return std::nullopt;
  }
  return text;
}

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<fs::path> find_program(std::string_view name) {
  const char* const folders = std::getenv("PATH");
  std::string_view rest = folders != nullptr ? folders : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path folder = rest.substr(0, end);
    if (fs::path program = folder / name; folder.is_absolute() && is_program(program)) {
      return program;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::nullopt;
}

std::optional<fs::path> find_addr2line() {
  std::optional<fs::path> found = find_program("addr2line");
  return found ? found : find_program("llvm-addr2line");
}

std::vector<fs::path> toolkit_folders() {
  std::vector<fs::path> folders;
  for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (std::optional<fs::path> folder = named_folder(variable)) {
      folders.push_back(*std::move(folder));
    }
  }
  folders.emplace_back("/usr/local/cuda");
  return folders;
}

}  // namespace texelscope::gpu
