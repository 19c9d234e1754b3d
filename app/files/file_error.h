#pragma once

#include <stdexcept>

namespace texelscope::app {

/// A file that cannot be used: missing, truncated, not an image, too large, a folder that cannot be written.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace texelscope::app
