#pragma once

#include <optional>

#include "app/files/file.h"
#include "app/images/png_rows.h"

namespace texelscope::app {

/// The shape of two PNG files with bit-identical pixels. Nothing if they differ, or if comparing them needs both images
/// in memory: damaged, palette, interlaced or rotated files, or colors other than sRGB. Decodes both concurrently, and
/// files with the same bytes only once; stops at the first difference, and never stores a complete image.
[[nodiscard]] std::optional<PngShape> find_equal_png(const FilePlace& first, const FilePlace& second);

/// Whether two files of any kind have the same bytes; false if one cannot be read, or is larger than any image file
/// (largest_image_file).
[[nodiscard]] bool have_same_bytes(const FilePlace& first, const FilePlace& second);

}  // namespace texelscope::app
