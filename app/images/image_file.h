#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/file_error.h"
#include "app/images/image.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// A file that is no picture of any kind that is known.
class UnknownFileFormat : public FileError {
 public:
  using FileError::FileError;
};

/// Whether a picture is turned and mirrored as the orientation in its EXIF data, or its TIFF tag, says.
enum class Orientation : unsigned char { applied, ignored };

/// How a picture is read from its file, whatever the format.
struct ReadOptions {
  Orientation orientation = Orientation::applied;
  /// The part of a file that holds several pictures (pages, layers, mip levels, faces): its name as image_parts() has
  /// it, or its number from 1. Empty for the first.
  std::string part{};
  bool operator==(const ReadOptions&) const = default;
};

/// Bytes of an image in memory, checked before anything is allocated for it.
/// @throws FileError, naming `path`, for an extent of 0, one beyond max_image_extent, or 2 GiB and more.
[[nodiscard]] std::size_t checked_image_size(const std::filesystem::path& path, std::uint64_t width,
                                             std::uint64_t height, int channels, gpu::DataType type);

/// Largest width and height that is read: CUDA's limit for 2D arrays with surfaces is 32768 on current GPUs.
inline constexpr int max_image_extent = 32768;

/// Reads a picture; docs/picture-files.md lists the formats. Values are those stored: 8 and 16 bits of PNG, JPEG, BMP,
/// TGA, PNM and WebP are encoded for a display, floats are linear. A color space other than sRGB is not applied:
/// Image::note names it.
/// @throws FileError with the path, the reason and what to do; UnknownFileFormat.
[[nodiscard]] Image load_image(const std::filesystem::path& path, const ReadOptions& options = {});

/// The same from a file's bytes; `path` is for errors.
[[nodiscard]] Image decode_image(std::span<const std::byte> bytes, const std::filesystem::path& path,
                                 const ReadOptions& options = {});

/// The names of what a file of several pictures holds, in the file's order; none for a format of one picture. Reads the
/// headers alone. @throws FileError, UnknownFileFormat.
[[nodiscard]] std::vector<std::string> image_parts(const std::filesystem::path& path);

/// The same from a file's bytes.
[[nodiscard]] std::vector<std::string> decode_image_parts(std::span<const std::byte> bytes,
                                                          const std::filesystem::path& path);

/// The position of a part by ReadOptions::part among the names that image_parts() gives: of that name, or else of that
/// number, from 1. Nothing where there is none.
[[nodiscard]] std::optional<std::size_t> find_part(std::span<const std::string> names, std::string_view part);

/// The endings of the names of pictures that are read, without the dot.
[[nodiscard]] std::vector<std::string_view> image_endings();

/// The same as texts list them: "png, jpg, … or tga".
[[nodiscard]] std::string image_endings_text();

/// Whether a file's name has one of these endings, capitals or not. What it holds is another matter: load_image() goes
/// by the first bytes.
[[nodiscard]] bool is_image_name(const std::filesystem::path& file);

/// Whether a file is meant to be a picture, also one that is not read: by the ending of its name, or by first bytes
/// that only pictures have. Whether it can be read is another matter. @throws nothing: a file that cannot be opened is
/// judged by its name.
[[nodiscard]] bool is_picture_file(const std::filesystem::path& file);

/// Writes a PNG with 8 bits a channel; float pixels are rounded by the rule of kernels::to_unorm8. The file is complete
/// or not there: written beside its name, then renamed. @throws FileError, also where the name's ending says another
/// format.
void save_png(const std::filesystem::path& path, const Image& image);

/// Finds out before long work whether save_png() could succeed. `other_endings` is what the caller can write besides,
/// for the error. @throws FileError.
void require_writable_png(const std::filesystem::path& path, std::string_view other_endings = "");

/// How long a PNG is packed: `fast` takes a fifth of the time and leaves photographs a tenth larger.
enum class PngEffort : unsigned char { small, fast };

/// The same to a stream of bytes, whose state tells whether it took them; with 16 bits a channel if asked to, of an
/// image of uint16.
void write_png(std::ostream& out, const Image& image, int bits = 8, PngEffort effort = PngEffort::small);

/// The same in memory.
[[nodiscard]] std::vector<std::byte> encode_png(const Image& image, PngEffort effort = PngEffort::small);

}  // namespace texelscope::app
