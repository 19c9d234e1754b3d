#pragma once

#include <filesystem>
#include <memory>

#include "app/images/image.h"

namespace texelscope::app {

/// The picture or volume that scenes work on.
struct LoadedImage {
  std::filesystem::path path;
  std::shared_ptr<const Image> image;
  bool operator==(const LoadedImage&) const = default;
};

}  // namespace texelscope::app
