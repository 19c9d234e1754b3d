#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/files/quick_exit_guard.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {

/// A folder that only this user can read, removed with all that is in it: by its destructor, by a
/// quick exit, or, where its process was killed, by the first folder of a later one.
class TemporaryFolder {
 public:
  /// @throws std::system_error when it cannot be made.
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// Writes a file in it, and makes the folders between. @throws std::system_error, as where the disk is full.
  [[nodiscard]] std::filesystem::path write(const std::filesystem::path& name, std::string_view bytes) const;
  /// All bytes of a file in it; empty where there is none.
  [[nodiscard]] std::string read(const std::filesystem::path& name) const;

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;
  std::optional<QuickExitGuard> guard_;
};

}  // namespace texelscope::gpu
