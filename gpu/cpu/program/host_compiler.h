#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "gpu/driver/calls/kernel.h"

namespace texelscope::gpu::cpu {

/// A folder that only this user can read, removed with all that is in it.
class TemporaryFolder {
 public:
  /// @throws std::system_error when it cannot be made.
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "texelscope-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot make the folder " + pattern);
    }
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

/// The system's C++ compiler: the first of c++, g++ and clang++ that a folder of PATH has.
[[nodiscard]] std::optional<std::filesystem::path> find_host_compiler();

/// Compiles the call's text into a shared library with it, in a process of limited memory, processor time and file
/// sizes, which leaves no file behind. @throws std::system_error when no files can be written or no process started,
/// std::bad_alloc.
[[nodiscard]] Status compile_on_host(driver::ProgramCompile& call);

}  // namespace texelscope::gpu::cpu
