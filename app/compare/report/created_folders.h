#pragma once

#include <vector>

#include "app/files/file.h"

namespace texelscope::app {

/// The folders that unfinished work has created. Removes those that are empty when it is destroyed, unless keep() was
/// called.
class CreatedFolders {
 public:
  CreatedFolders() = default;
  ~CreatedFolders();
  CreatedFolders(const CreatedFolders&) = delete;
  CreatedFolders& operator=(const CreatedFolders&) = delete;

  /// make_folder() for a folder that may exist. @throws FileError.
  void make(const FilePlace& folder);
  void keep() noexcept { created_.clear(); }

 private:
  /// Parents first.
  std::vector<FilePlace> created_;
};

}  // namespace texelscope::app
