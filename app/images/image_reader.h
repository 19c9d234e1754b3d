#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/byte_source.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Options for reading an image file of any format.
struct ReadOptions {
  Orientation orientation = Orientation::applied;
  /// The part of an image file with multiple parts (pages, layers, mip levels, faces): its name from image_parts(), or
  /// its number from 1. Empty for the first part.
  std::string part{};
  bool operator==(const ReadOptions&) const = default;
};

/// Maximum size of an image file in bytes, except for formats with multiple parts, of which only one part is read.
inline constexpr std::uintmax_t largest_image_file = std::uintmax_t{1} << 31U;

/// An image file that stays open: its headers are read once, and then any number of its parts (pages, layers, mip
/// levels, faces). For one thread at a time.
class ImageReader {
 public:
  /// @throws FileError with the path, the reason and what to do; UnknownFileFormat.
  explicit ImageReader(const FilePlace& file);
  /// Reads from bytes, which must outlive this object; `path` is for errors.
  ImageReader(std::span<const std::byte> bytes, const std::filesystem::path& path);
  /// Reads from any source.
  ImageReader(std::unique_ptr<ByteSource> source, const std::filesystem::path& path);
  ImageReader(const ImageReader&) = delete;
  ImageReader& operator=(const ImageReader&) = delete;
  ~ImageReader();

  /// The names of the parts, in the file's order; empty for a format with a single image.
  [[nodiscard]] const std::vector<std::string>& parts() const noexcept;
  /// The position of a part, as in ReadOptions::part: by name, otherwise by number, from 1, which a format with
  /// a single image also has. Nullopt if there is none.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view part) const;

  /// Reads a part, or the only image, like load_image(). @throws FileError.
  [[nodiscard]] Image read(const ReadOptions& options = {}) const;
  /// Reads the part at a position in parts(); its Image::parts is empty. @throws FileError.
  [[nodiscard]] Image read_part(std::size_t index, Orientation orientation) const;
  /// The part at a position in parts() with block-compressed texels as Image::stored, and without pixels: a sixth to
  /// all of the memory of one decoded channel. Nothing if the file has other texels. @throws FileError.
  [[nodiscard]] std::optional<Image> read_blocks(std::size_t index) const;

 private:
  class Impl;

  std::unique_ptr<Impl> impl_;
};

/// Names of parts in quotes, or only the first few if there are many.
[[nodiscard]] std::string names_text(std::span<const std::string> names);

/// The position of a part among the names from image_parts(), by the rule of ImageReader::find().
[[nodiscard]] std::optional<std::size_t> find_part(std::span<const std::string> names, std::string_view part);

}  // namespace texelscope::app
