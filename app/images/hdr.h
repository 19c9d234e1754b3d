#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "app/images/image.h"

namespace texelscope::app {

/// Whether the bytes begin as a Radiance picture.
[[nodiscard]] bool is_hdr(std::span<const std::byte> bytes);

/// Reads a Radiance picture of RGBE texels (Greg Ward, "Real Pixels", Graphics Gems II) as float32 with three channels;
/// flat or run-length encoded. `path` is for errors. (stb_image 2.27 does not end on truncated ones.)
/// @throws FileError when it is truncated, damaged, or of another orientation than rows from the top.
[[nodiscard]] Image decode_hdr(std::span<const std::byte> bytes, const std::filesystem::path& path);

}  // namespace texelscope::app
