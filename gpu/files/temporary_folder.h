#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/files/quick_exit_guard.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {

/// A folder that only this user can read, removed with its contents: by its destructor, by a quick exit, or, if its
/// process was killed, when a later process creates its first folder.
class TemporaryFolder {
 public:
  /// @throws std::system_error if it cannot be created.
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  /// Writes a file in the folder, and creates intermediate folders. @throws std::system_error, such as for a full disk.
  [[nodiscard]] std::filesystem::path write(const std::filesystem::path& name, std::string_view bytes) const;
  /// All bytes of a file in the folder; empty if the file does not exist.
  [[nodiscard]] std::string read(const std::filesystem::path& name) const;

 private:
  std::filesystem::path path_;
  FileDescriptor lock_;
  std::optional<QuickExitGuard> guard_;
};

}  // namespace texelscope::gpu
