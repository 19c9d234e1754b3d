#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/byte_source.h"
#include "app/images/image.h"
#include "app/images/image_file.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// A file to decode.
struct PictureFile {
  const ByteSource& source;
  /// All of them for formats that are decoded from memory; none for those that fetch from the source what they need.
  std::span<const std::byte> bytes;
  /// For errors.
  const std::filesystem::path& path;
  Orientation orientation = Orientation::applied;
  /// ReadOptions::part.
  std::string_view part{};
};

/// @throws FileError: "cannot read PATH: REASON; copy or write it again".
[[noreturn]] void fail_reading(const PictureFile& file, std::string_view reason);
[[noreturn]] void fail_truncated(const PictureFile& file);

/// @throws FileError where the file is too short for so many pixels of `pixel_bytes`: no format packs more tightly than
/// 1/2000 on pictures of any use.
void require_enough_bytes(const PictureFile& file, std::uint64_t width, std::uint64_t height,
                          std::uint64_t pixel_bytes);

/// An image of zeros. @throws FileError as checked_image_size(), and where the file is too short for so many pixels.
[[nodiscard]] Image make_image(const PictureFile& file, std::uint64_t width, std::uint64_t height, int channels,
                               gpu::DataType type);

/// Adds to the image's note that the file goes on behind `end`, where the picture ends, by more than blanks.
void note_rest(Image& image, const PictureFile& file, std::size_t end);

/// Numbers of a file in order, little-endian. @throws FileError at the end of the file.
class ByteReader {
 public:
  explicit ByteReader(const PictureFile& file) : file_{file} {}

  [[nodiscard]] std::uint8_t byte() { return std::to_integer<std::uint8_t>(take(1)[0]); }
  [[nodiscard]] std::uint16_t number_16() { return static_cast<std::uint16_t>(number(2)); }
  [[nodiscard]] std::uint32_t number_32() { return number(4); }
  /// A number of 1–4 bytes.
  [[nodiscard]] std::uint32_t number(std::size_t bytes);
  [[nodiscard]] std::span<const std::byte> take(std::size_t bytes);
  void skip(std::size_t bytes) { static_cast<void>(take(bytes)); }
  /// From the start of the file.
  void move_to(std::size_t position);
  [[nodiscard]] std::size_t position() const noexcept { return position_; }

 private:
  const PictureFile& file_;
  std::size_t position_ = 0;
};

/// The big-endian number of 4 bytes from `at` on; bytes beyond the end are 0.
[[nodiscard]] constexpr std::uint32_t big_number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | std::to_integer<std::uint32_t>(at + i < bytes.size() ? bytes[at + i] : std::byte{0});
  }
  return value;
}

/// `value` of 0 … maximum as one of 0 … 255, rounded to nearest.
[[nodiscard]] constexpr std::byte scaled_to_byte(std::uint32_t value, std::uint32_t maximum) {
  return static_cast<std::byte>((std::uint64_t{value} * 255 + maximum / 2) / maximum);
}

/// Whether the bytes begin as the format's do. TGA has no magic number: its header is asked whether it can be one.
[[nodiscard]] bool is_png(std::span<const std::byte> bytes);
[[nodiscard]] bool is_jpeg(std::span<const std::byte> bytes);
[[nodiscard]] bool is_bmp(std::span<const std::byte> bytes);
[[nodiscard]] bool is_hdr(std::span<const std::byte> bytes);
[[nodiscard]] bool is_pfm(std::span<const std::byte> bytes);
[[nodiscard]] bool is_pnm(std::span<const std::byte> bytes);
[[nodiscard]] bool is_tga(std::span<const std::byte> bytes);
[[nodiscard]] bool is_tiff(std::span<const std::byte> bytes);
[[nodiscard]] bool is_webp(std::span<const std::byte> bytes);
[[nodiscard]] bool is_exr(std::span<const std::byte> bytes);
[[nodiscard]] bool is_dds(std::span<const std::byte> bytes);
[[nodiscard]] bool is_ktx2(std::span<const std::byte> bytes);

/// Each reads one format. @throws FileError for one that is damaged, too large, or of a kind that is not read, with the
/// reason; of several pictures also where there is no such part.

/// By libpng: every checksum is checked. Palettes become colors, transparent colors an alpha; 1, 2 and 4 bits become 8.
[[nodiscard]] Image decode_png(const PictureFile& file);
/// By libjpeg: gray or RGB; CMYK becomes RGB without a profile, which Image::note says.
[[nodiscard]] Image decode_jpeg(const PictureFile& file);
/// Microsoft's and OS/2's, as RGB, or RGBA where the header has a mask of alpha.
[[nodiscard]] Image decode_bmp(const PictureFile& file);
/// Truevision TGA 2.0.
[[nodiscard]] Image decode_tga(const PictureFile& file);
/// netpbm's PBM, PGM and PPM (P1–P6): uint8 for a maximal value up to 255, else uint16; values are scaled so that the
/// maximal value becomes the type's largest. Bits of PBM are 0 for black and 255 for white.
[[nodiscard]] Image decode_pnm(const PictureFile& file);
/// Portable float maps: float32 of 1 or 3 channels, as stored; the magnitude of the scale is not applied.
[[nodiscard]] Image decode_pfm(const PictureFile& file);
/// Radiance's pictures of RGBE texels (Greg Ward, "Real Pixels", Graphics Gems II) as float32 with three channels; flat
/// or run-length encoded in either way. Exposures that the header names are not applied: Image::note says so.
[[nodiscard]] Image decode_hdr(const PictureFile& file);
/// WebP by libwebp, as RGB, or RGBA where it has alpha; of an animation the first frame, which Image::note says.
[[nodiscard]] Image decode_webp(const PictureFile& file);
/// TIFF and BigTIFF, by libtiff. Unsigned integers of up to 8 bits are uint8, of up to 16 bits uint16, floats float32;
/// palettes become colors, CMYK and YCbCr RGB. Its parts are its pages.
[[nodiscard]] Image decode_tiff(const PictureFile& file);
/// OpenEXR by its library: half, float and uint channels as float32, those of the data window. Its parts are those that
/// exr_pictures() finds.
[[nodiscard]] Image decode_exr(const PictureFile& file);
/// DDS and KTX2 textures of uncompressed texels: uint8, uint16, and floats as float32. Their parts are levels, layers,
/// faces and slices.
[[nodiscard]] Image decode_dds(const PictureFile& file);
[[nodiscard]] Image decode_ktx2(const PictureFile& file);

/// The names of the pictures of a file that may hold several, in its order. @throws FileError where its headers are
/// damaged.
[[nodiscard]] std::vector<std::string> tiff_parts(const PictureFile& file);
[[nodiscard]] std::vector<std::string> exr_parts(const PictureFile& file);
[[nodiscard]] std::vector<std::string> dds_parts(const PictureFile& file);
[[nodiscard]] std::vector<std::string> ktx2_parts(const PictureFile& file);

}  // namespace texelscope::app
