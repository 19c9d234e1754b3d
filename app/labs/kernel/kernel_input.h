#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/images/image.h"
#include "app/labs/capabilities.h"
#include "app/labs/lab.h"

namespace texelscope::app {

/// An input for an image that kernels read in addition to the open picture: a file, or another lab's image.
class KernelInput {
 public:
  /// The typed path of an image or .npy file; empty for none.
  std::string file;

  /// Reads the file if the path has changed; otherwise does nothing.
  void update();
  /// Uses another lab's current image in place of a file.
  void take(const std::function<OfferedPicture()>& offer);
  /// Null if there is none.
  [[nodiscard]] const std::shared_ptr<const Image>& image() const { return image_; }
  /// The name of the lab's image; empty for a file's.
  [[nodiscard]] const std::string& taken() const { return taken_; }
  /// The reason why the file, or the lab's image, cannot be used; empty if it can.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  void read(const std::function<OfferedPicture()>& offer);

  std::string read_file_;
  std::string taken_;
  std::string error_;
  std::shared_ptr<const Image> image_;
};

}  // namespace texelscope::app
