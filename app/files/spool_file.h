#pragma once

#include <filesystem>
#include <iosfwd>
#include <string_view>

#include "gpu/files/replacement_file.h"

namespace texelscope::app {

/// A file beside a target that is to be written: what is known early and stands late in the target waits there instead
/// of in memory. The target is not touched; the file goes with this object, or with a quick exit.
class SpoolFile {
 public:
  /// @throws FileError when the target could not be written.
  explicit SpoolFile(const std::filesystem::path& target);

  /// @throws FileError when the disk is full.
  void write(std::string_view bytes);
  /// Copies all that was written. @throws FileError when it cannot be read again.
  void copy_to(std::ostream& out);

 private:
  std::filesystem::path target_;
  gpu::ReplacementFile file_;
};

}  // namespace texelscope::app
