#pragma once

#include <filesystem>
#include <iosfwd>
#include <string_view>

#include "gpu/files/replacement_file.h"

namespace texelscope::app {

/// A temporary file beside a target: stores data that is known early but written late, so that it does not occupy
/// memory. The target is not touched; the temporary file is removed when this object is destroyed, or at a quick exit.
class SpoolFile {
 public:
  /// @throws FileError if the target could not be written.
  explicit SpoolFile(const std::filesystem::path& target);

  /// @throws FileError if the disk is full.
  void write(std::string_view bytes);
  /// Copies everything that was written. @throws FileError if it cannot be read back.
  void copy_to(std::ostream& out);

 private:
  std::filesystem::path target_;
  gpu::ReplacementFile file_;
};

}  // namespace texelscope::app
