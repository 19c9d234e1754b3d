#pragma once

#include <filesystem>
#include <iosfwd>

#include "app/images/image.h"

namespace texelscope::app {

/// Writes an OpenEXR file of float32 or uint32, which is assembled in memory first. Its colors are premultiplied, as
/// the format requires. @throws FileError, naming `path`.
void write_exr(std::ostream& out, const Image& image, const std::filesystem::path& path);

}  // namespace texelscope::app
