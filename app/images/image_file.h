#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/file.h"
#include "app/images/image_reader.h"

namespace texelscope::app {

/// Reads an image; docs/picture-files.md lists the formats. Values are as stored: 8 and 16 bits of PNG, JPEG, BMP, TGA,
/// PNM and WebP are encoded for a display; floats are linear. A color space other than sRGB is not applied, which
/// Image::note mentions.
/// @throws FileError with the path, the reason and what to do; UnknownFileFormat.
[[nodiscard]] Image load_image(const FilePlace& file, const ReadOptions& options = {});

/// Reads an image from a file's bytes; `path` is for errors.
[[nodiscard]] Image decode_image(std::span<const std::byte> bytes, const std::filesystem::path& path,
                                 const ReadOptions& options = {});

/// The names of the parts of an image file, in the file's order; empty for a format with a single image. Reads only the
/// headers. @throws FileError, UnknownFileFormat.
[[nodiscard]] std::vector<std::string> image_parts(const FilePlace& file);

/// Whether a file's contents are an image of a known format, which may be damaged.
[[nodiscard]] bool has_image_content(const FilePlace& file);

/// The extensions of the supported image formats, without the dot.
[[nodiscard]] std::vector<std::string_view> image_endings();

/// These extensions as a list for messages: "png, jpg, … or tga".
[[nodiscard]] std::string image_endings_text();

/// Whether a file's name has one of these extensions, ignoring case. Its contents may differ: load_image() uses the
/// first bytes.
[[nodiscard]] bool is_image_name(const std::filesystem::path& file);

/// Whether a file is meant to be an image, including unsupported formats: by its extension, or by first bytes that only
/// images have. It may still be unreadable. @throws nothing: a file that cannot be opened is judged by its name.
[[nodiscard]] bool is_picture_file(const FilePlace& file);

/// Writes a PNG with 8 bits per channel; float pixels are rounded by the rule of kernels::to_unorm8. The file is either
/// complete or unchanged: it is written beside its name, then renamed. @throws FileError, including if the name's
/// extension is that of a different format.
void save_png(const FilePlace& file, const Image& image);

/// Checks, before lengthy work, whether save_png() could succeed. `other_endings` lists other formats that the caller
/// can write, for the error. @throws FileError.
void require_writable_png(const std::filesystem::path& path, std::string_view other_endings = "");

/// Compression effort of a PNG: `fast` takes half the time and makes photographs a tenth larger.
enum class PngEffort : unsigned char { small, fast };

/// Writes a PNG to a byte stream, whose state reports success; `bits` may be 16 for an image of uint16.
void write_png(std::ostream& out, const Image& image, int bits = 8, PngEffort effort = PngEffort::small);

/// The bytes of a PNG.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image, PngEffort effort = PngEffort::small);

}  // namespace texelscope::app
