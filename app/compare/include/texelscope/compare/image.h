#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <vector>

namespace texelscope::compare {

/// Everything that this library throws. what() is one line: what failed, with which values, and what to do.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The type of each value of an image. Values of 8 and 16 bits are encoded for a display; floats are linear light;
/// integers of 32 bits are numbers, such as those of objects.
enum class ValueType : unsigned char { uint8, uint16, float32, uint32 };

/// An image in memory that the caller owns: rows from top to bottom, channels interleaved.
struct ImageView {
  /// The first value of the top row.
  const void* pixels = nullptr;
  int width = 0;
  int height = 0;
  /// 1 (gray), 2 (gray and alpha), 3 (red, green and blue) or 4 (with alpha).
  int channels = 0;
  ValueType type = ValueType::uint8;
  /// Bytes from a row to the row below; 0 for contiguous rows. Negative for memory whose first row is the bottom row,
  /// as in OpenGL: `pixels` then points to the last row in memory.
  std::ptrdiff_t row_bytes = 0;
  /// Whether colors are multiplied by alpha, as in OpenEXR files.
  bool is_premultiplied = false;
  /// The place of the first pixel; images with different places are compared where they overlap, and differ elsewhere.
  int x = 0;
  int y = 0;
};

/// An image that owns its pixels, without padding.
struct Image {
  int width = 0;
  int height = 0;
  int channels = 0;
  ValueType type = ValueType::uint8;
  std::vector<unsigned char> pixels;
  /// Like those of ImageView.
  bool is_premultiplied = false;
  int x = 0;
  int y = 0;

  /// Valid as long as the image is.
  [[nodiscard]] ImageView view() const {
    return {pixels.data(), width, height, channels, type, 0, is_premultiplied, x, y};
  }
};

/// Reads PNG, JPEG, BMP, TGA, PNM, HDR, WebP, TIFF, OpenEXR, DDS and KTX2. @throws Error.
[[nodiscard]] Image load_image(const std::filesystem::path& path);

/// Writes a PNG of 8 or 16 bits, or floats as OpenEXR, depending on the extension. The file is replaced atomically.
/// @throws Error, including for a type that the format does not support.
void save_image(const std::filesystem::path& path, const ImageView& image);

}  // namespace texelscope::compare
