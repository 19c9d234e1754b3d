#pragma once

#include <filesystem>
#include <iosfwd>

#include "app/images/image.h"

namespace texelscope::app {

/// An OpenEXR file of floats, which is in memory before it is written. @throws FileError, naming `path`.
void write_exr(std::ostream& out, const Image& image, const std::filesystem::path& path);

}  // namespace texelscope::app
