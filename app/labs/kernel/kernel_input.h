#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/images/image.h"
#include "app/labs/lab.h"

namespace texelscope::app {

/// A slot for a picture that texts read beside the opened one: a file, or what another lab shows.
class KernelInput {
 public:
  /// A picture's or an .npy file's path as typed; empty for none.
  std::string file;

  /// Reads the file when another was typed; nothing else.
  void update();
  /// Takes a picture that another lab shows in the place of a file's, as it is now.
  void take(const std::function<OfferedPicture()>& offer);
  /// Null where there is none.
  [[nodiscard]] const std::shared_ptr<const Image>& image() const { return image_; }
  /// The lab's picture that was taken; empty for a file's.
  [[nodiscard]] const std::string& taken() const { return taken_; }
  /// Why the file, or what was taken, is no picture to read; empty where it is.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  void read(const std::function<OfferedPicture()>& offer);

  std::string read_file_;
  std::string taken_;
  std::string error_;
  std::shared_ptr<const Image> image_;
};

}  // namespace texelscope::app
