#pragma once

#include <filesystem>
#include <memory>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::gpu {

/// A folder, which may be a link, that is opened once. Its files are then reached through its descriptor, even if
/// another process moves the folder or puts a link in its place. Copies share the descriptor.
class Folder {
 public:
  /// No folder.
  Folder() = default;
  /// Implicit, because most folders are used for one file only. An empty path means none; if the folder cannot be
  /// opened, its uses report the reason.
  Folder(const std::filesystem::path& path);

  [[nodiscard]] bool operator==(const Folder& other) const noexcept { return path() == other.path(); }
  [[nodiscard]] bool is_none() const noexcept { return opened_ == nullptr; }
  /// The path that was opened, for messages and for paths of files inside.
  [[nodiscard]] const std::filesystem::path& path() const noexcept;
  /// The descriptor. @throws std::system_error if the folder could not be opened.
  [[nodiscard]] int number() const;
  /// Whether another process has removed it.
  [[nodiscard]] bool is_removed() const;

 private:
  struct Opened;
  std::shared_ptr<const Opened> opened_;
};

/// Opens a file or a folder inside `folder`; `path` begins with the folder's path. Links may lead anywhere inside the
/// folder, but not out of it, even if another process changes them at the same time: after they are resolved, the file
/// is opened component by component, without following links. `flags` as for open(2).
/// @throws std::system_error with the reason; the reason is EXDEV, as for openat2(2), if the file is outside.
[[nodiscard]] FileDescriptor open_inside(const Folder& folder, const std::filesystem::path& path, int flags);

/// Creates a folder inside `folder`, and its missing parents. @throws std::system_error like open_inside().
void make_folders_inside(const Folder& folder, const std::filesystem::path& path);

/// Removes a file or a link inside `folder` if it exists; with AT_REMOVEDIR, an empty folder. @throws std::system_error
/// like open_inside().
void remove_inside(const Folder& folder, const std::filesystem::path& path, int flags = 0);

}  // namespace texelscope::gpu
