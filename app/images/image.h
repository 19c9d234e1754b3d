#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/pixel_rectangle.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// The texels of a texture file whose encoding Image::pixels do not keep: blocks, packed or narrow numbers.
struct StoredTexels {
  /// The encoding's name in the file's API, such as "BC7_UNORM" or "R11G11B10_FLOAT".
  std::string name;
  /// A block encoding that arrays have; otherwise `element`.
  gpu::TexelEncoding encoding = gpu::TexelEncoding::element;
  /// Texels of a block; 1 × 1 for single texels.
  unsigned block_width = 1;
  unsigned block_height = 1;
  /// Bytes of a block or texel.
  std::size_t unit_bytes = 0;
  /// Blocks or texels, row by row from the top; partial blocks at the edges are complete.
  std::vector<std::byte> bytes;
};

/// What an image file says about its samples besides their values, such as their color space. The values alone do not
/// show it, but a comparison of files must.
struct FileFact {
  /// "color space", "channels", …: a file has one fact of each name.
  std::string name;
  /// In words: "BT.2020, PQ".
  std::string value;
  /// Whether a file that does not mention the fact means the same.
  bool is_default = false;
  /// Of data that the words only summarize, such as a color profile.
  std::uint64_t hash = 0;
  bool operator==(const FileFact&) const = default;
};

/// Maximum width and height of images: sums and small multiples of positions fit in an int, and float coordinates still
/// tell 16 positions in each texel apart. Scenes draw pictures that exceed the device's arrays in tiles.
inline constexpr int max_image_extent = 1 << 20;

/// Whether images may have this size: each extent is 1 … max_image_extent, and the number of pixels fits in an int.
[[nodiscard]] constexpr bool is_image_size(std::int64_t width, std::int64_t height) {
  return width >= 1 && height >= 1 && width <= max_image_extent && height <= max_image_extent &&
         width * height <= INT_MAX;
}

/// Whether an image is rotated and mirrored according to the orientation in its EXIF data or TIFF tag.
enum class Orientation : unsigned char { applied, ignored };

/// An image in memory: rows from top to bottom, channels interleaved, no padding; or a volume, slice by slice.
struct Image {
  int width = 0;
  int height = 0;
  /// 1–4.
  int channels = 0;
  /// uint8 and uint16, encoded for a display; float32, linear; uint32 and int32, numbers instead of colors.
  gpu::DataType type = gpu::DataType::uint8;
  std::vector<std::byte> pixels;
  /// Slices; 1 for a 2D image.
  int depth = 1;
  /// Color settings of its file that are not applied, and other notes, in one line; empty if there are none.
  std::string note{};
  /// The names of all parts of its file, in the file's order; empty for a file with a single image.
  std::vector<std::string> parts{};
  /// The first `whole_parts` of `parts` make up the file; individual channels of these follow.
  std::size_t whole_parts = 0;
  /// Whether the file is an animation, of which this is the only frame that is read.
  bool is_of_animation = false;
  /// Whether pixels, which are 0 here, are missing in the file, for example because it is still being written; `note`
  /// says how many.
  bool is_incomplete = false;
  /// Whether two channels are red and green, with a blue of 0, as in normal maps; otherwise they are gray and alpha.
  bool is_red_green = false;
  /// Whether colors are multiplied by alpha, the second or fourth channel: light may be brighter than its alpha.
  bool is_premultiplied = false;
  /// The position of the first pixel in the file's own coordinates.
  int x = 0;
  int y = 0;
  /// The rectangle to display, in the file's own coordinates, of which the pixels cover only a part, or more than it;
  /// nothing if the pixels are the picture.
  std::optional<PixelRectangle> display_window{};
  /// The texels from which the pixels are decoded; null if the pixels are as stored.
  std::shared_ptr<const StoredTexels> stored{};
  /// The samples that the pixels only approximate, as texels of 1 × 1: "float64" and "uint16" in the order of the
  /// channels, or samples that were converted to colors. Null if the pixels are exact.
  std::shared_ptr<const StoredTexels> exact{};
  /// See FileFact; in any order.
  std::vector<FileFact> facts{};
  /// Pictures and samples in the file that are neither in the pixels nor another part, one text each, which `note`
  /// contains, too.
  std::vector<std::string> unread{};
};

/// The number of channels that are not alpha.
[[nodiscard]] inline int num_color_channels(const Image& image) {
  return image.channels % 2 == 0 && !image.is_red_green ? image.channels - 1 : image.channels;
}

/// Adds a remark to a one-line note.
inline void add_note(std::string& note, std::string_view said) { note.append(note.empty() ? "" : "; ").append(said); }

/// Samples for Image::exact, of pixels with `bytes_of_pixel` bytes.
[[nodiscard]] inline std::shared_ptr<const StoredTexels> exact_samples(std::string name, std::size_t bytes_of_pixel,
                                                                       std::vector<std::byte> bytes) {
  return std::make_shared<const StoredTexels>(
      StoredTexels{.name = std::move(name), .unit_bytes = bytes_of_pixel, .bytes = std::move(bytes)});
}

/// Adds a note about samples or pictures that are not read.
inline void note_unread(Image& image, const std::string& said) {
  add_note(image.note, said);
  image.unread.push_back(said);
}

/// The value at a position of the pixels, counted in values of this type.
template <class Sample>
[[nodiscard]] Sample sample_of(const Image& image, std::size_t index) {
  Sample value{};
  std::memcpy(&value, image.pixels.data() + index * sizeof(Sample), sizeof(Sample));
  return value;
}

}  // namespace texelscope::app
