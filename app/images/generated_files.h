#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/images/image.h"
#include "app/images/view.h"

namespace texelscope::app {

/// Files of a folder that the program makes: written, or compared with what is there. One that is as it should be is
/// not touched.
class GeneratedFiles {
 public:
  enum class Use : unsigned char { write, check };

  /// Makes the folder where it is to be written. @throws FileError.
  GeneratedFiles(std::filesystem::path folder, Use use);

  /// @throws FileError when it cannot be written.
  void add_text(const std::string& name, const std::string& text);
  /// A PNG; what lies in `varying`, in pixels, may be anything in one that is there. @throws FileError.
  void add_picture(const std::string& name, const Image& image, std::span<const Rect> varying = {});

  /// What was written, or is not as it should be, a line each: the file and what is wrong with it.
  [[nodiscard]] const std::vector<std::string>& changes() const noexcept { return changes_; }

 private:
  /// Writes a file that has a fault, or takes the fault down.
  void settle(const std::filesystem::path& path, const std::string& fault, const std::function<void()>& write);

  std::filesystem::path folder_;
  Use use_;
  std::vector<std::string> changes_;
};

}  // namespace texelscope::app
