#pragma once

#include <stdexcept>

namespace texelscope::app {

/// A file that cannot be used, because it is missing, truncated, too large or not an image; or a folder that cannot be
/// written to.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A file that is not an image of a known format.
class UnknownFileFormat : public FileError {
 public:
  using FileError::FileError;
};

}  // namespace texelscope::app
