#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "app/images/image.h"

namespace texelscope::app {

/// Whether the bytes begin as a binary PGM (P5) or PPM (P6).
[[nodiscard]] bool is_pnm(std::span<const std::byte> bytes);

/// Reads a binary PGM or PPM (netpbm's pgm(5), ppm(5)): uint8 for a maximal value up to 255, else uint16; values are
/// scaled so that the maximal value becomes the type's largest. `path` is for errors.
/// @throws FileError when it is truncated, malformed or too large.
[[nodiscard]] Image decode_pnm(std::span<const std::byte> bytes, const std::filesystem::path& path);

}  // namespace texelscope::app
