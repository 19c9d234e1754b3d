#pragma once

#include <filesystem>

#include "tools/make_assets/picture.h"

namespace texelscope::tools {

/// @throws std::runtime_error with the path when the file is missing or no PNG.
assets::Picture read_png(const std::filesystem::path& path);
/// @throws std::runtime_error with the path when it cannot be written.
void write_png(const std::filesystem::path& path, const assets::Picture& picture);

}  // namespace texelscope::tools
