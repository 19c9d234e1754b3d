#pragma once

#include <optional>

#include "app/files/file.h"
#include "app/images/png_rows.h"

namespace texelscope::app {

/// Two PNG files with images of one shape.
struct PngPair {
  /// The shape of bit-identical images, whose files say nothing else about them.
  std::optional<PngShape> equal{};
  /// Otherwise, both images, as load_image() returns them.
  std::optional<Image> expected{};
  std::optional<Image> actual{};
};

/// Decodes two files concurrently, or one of two files that have the same bytes, and compares them row by row. Nothing
/// if only load_image() supports a file: damaged, palette, interlaced or rotated ones; or if the shapes differ.
[[nodiscard]] PngPair read_png_pair(const FilePlace& expected, const FilePlace& actual);

/// Whether two files of any kind have the same bytes; false if one cannot be read, or is larger than any image file
/// (largest_image_file).
[[nodiscard]] bool have_same_bytes(const FilePlace& first, const FilePlace& second);

}  // namespace texelscope::app
