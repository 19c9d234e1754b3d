#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// A format of image files. It has either `decode` or `open`.
struct PictureFormat {
  bool (*begins)(std::span<const std::byte>);
  /// Extensions of file names, without the dot; empty entries are unused.
  std::array<std::string_view, 4> endings;
  /// Decodes a file with a single image from all its bytes.
  Image (*decode)(const PictureFile&) = nullptr;
  /// Opens a file that may have multiple parts, which are read from the source.
  PictureParts (*open)(const PictureFile&) = nullptr;
};

/// All supported formats.
[[nodiscard]] std::span<const PictureFormat> picture_formats();

/// Bytes at the beginning of a file that identify its format, even an unsupported one: an SVG file may begin with
/// comments.
inline constexpr std::size_t beginning_bytes = 8192;

/// The format of a file that begins with these bytes, at least `beginning_bytes` unless the file is shorter; `path` is
/// for errors. @throws FileError, UnknownFileFormat.
[[nodiscard]] const PictureFormat& format_of(std::span<const std::byte> beginning, const std::filesystem::path& path);

}  // namespace texelscope::app
