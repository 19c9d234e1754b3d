#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/files/file.h"
#include "app/images/image.h"
#include "app/images/view.h"
#include "gpu/files/inner_file.h"

namespace texelscope::app {

/// Generated files of a folder: written, or compared with the existing files. A file that is up to date is not touched.
/// Links must not lead out of the folder, because a list of others may name its files.
class GeneratedFiles {
 public:
  enum class Use : unsigned char { write, check };

  /// Creates the folder for writing. @throws FileError.
  GeneratedFiles(const std::filesystem::path& folder, Use use);

  /// @throws FileError if the file cannot be written.
  void add_text(const std::string& name, const std::string& text);
  /// A PNG; an existing PNG may have any content in `varying`, in pixels. @throws FileError.
  void add_picture(const std::string& name, const Image& image, std::span<const Rect> varying = {});

  /// The files that were written, or that differ, one line each: the file and the difference.
  [[nodiscard]] const std::vector<std::string>& changes() const noexcept { return changes_; }

 private:
  [[nodiscard]] FilePlace place_of(const std::string& name) const;
  /// Writes a file that differs, or records the difference.
  void settle(const std::filesystem::path& path, const std::string& fault, const std::function<void()>& write);

  gpu::Folder folder_;
  Use use_;
  std::vector<std::string> changes_;
};

}  // namespace texelscope::app
