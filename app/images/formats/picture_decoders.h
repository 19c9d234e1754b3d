#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/byte_source.h"
#include "app/files/file_error.h"
#include "app/images/image.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// A file to decode.
struct PictureFile {
  const ByteSource& source;
  /// All bytes for formats that are decoded from memory; empty for those that read from the source on request.
  std::span<const std::byte> bytes;
  /// The path, for errors.
  const std::filesystem::path& path;
  Orientation orientation = Orientation::applied;
};

/// The parts of a file whose headers have been read.
struct PictureParts {
  /// In the file's order, at least one.
  std::vector<std::string> names;
  /// The first `num_whole` make up the file; individual channels of these follow.
  std::size_t num_whole = 0;
  /// Reads a part by its position in `names`, in a time that does not depend on the number of parts. @throws FileError.
  std::function<Image(std::size_t, Orientation)> read;
  /// Reads a part's Image::stored, its extents and its note, without pixels; absent if no part has block-compressed
  /// texels. @throws FileError.
  std::function<Image(std::size_t)> read_blocks{};
};

/// @throws FileError: "cannot read PATH: REASON; copy or save it again".
[[noreturn]] void fail_reading(const PictureFile& file, std::string_view reason);
/// @throws FileError: "cannot read PATH: unsupported texels: REASON; convert it to a supported format", for a file that
/// is not damaged.
[[noreturn]] void fail_unsupported(const PictureFile& file, std::string_view reason);
[[noreturn]] void fail_truncated(const PictureFile& file);

/// @throws FileError if the file is too short for this many pixels of `pixel_bytes`: no format compresses useful images
/// by more than 2000:1.
void require_enough_bytes(const PictureFile& file, std::uint64_t width, std::uint64_t height,
                          std::uint64_t pixel_bytes);

/// Size of an image in memory in bytes, checked before anything is allocated for it.
/// @throws FileError, naming `path`, for an extent of 0 or beyond max_image_extent, or for 2 GiB and more.
[[nodiscard]] std::size_t checked_image_size(const std::filesystem::path& path, std::uint64_t width,
                                             std::uint64_t height, int channels, gpu::DataType type);

/// An image of zeros. @throws FileError like checked_image_size(), and if the file is too short for this many pixels.
[[nodiscard]] Image make_image(const PictureFile& file, std::uint64_t width, std::uint64_t height, int channels,
                               gpu::DataType type);

/// Adds to the image's note that the file continues after `end`, where the image ends, unless only white space follows.
void note_rest(Image& image, const PictureFile& file, std::size_t end);

/// Whether exact samples of this size are kept; otherwise, they count as unread.
[[nodiscard]] bool keeps_exact(Image& image, std::uint64_t bytes);

/// Bits of pixels that are not read. They count in comparisons, although all 0 and all 1 are only padding.
class UnusedBits {
 public:
  /// The bits of `pixel` in `mask`.
  void add(std::uint32_t pixel, std::uint32_t mask);
  /// Adds the fact, unless there were none.
  void add_fact(Image& image) const;

 private:
  bool has_some_ = false;
  bool are_all_0_ = true;
  bool are_all_1_ = true;
  std::uint64_t hash_ = 0;
};

/// Adds bytes after the last pixel to the image's unread data, unless all are 0.
void add_unread_rest(Image& image, const PictureFile& file, std::size_t end);

/// Reads numbers of a file in order, little-endian. @throws FileError at the end of the file.
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
  /// Moves to a position from the start of the file.
  void move_to(std::size_t position);
  [[nodiscard]] std::size_t position() const noexcept { return position_; }

 private:
  const PictureFile& file_;
  std::size_t position_ = 0;
};

/// The big-endian number of 4 bytes, starting at `at`; bytes beyond the end are 0.
[[nodiscard]] constexpr std::uint32_t big_number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value = value << 8U | std::to_integer<std::uint32_t>(at + i < bytes.size() ? bytes[at + i] : std::byte{0});
  }
  return value;
}

/// `value` in 0 … maximum, scaled to 0 … 255 and rounded to nearest.
[[nodiscard]] constexpr std::byte scaled_to_byte(std::uint32_t value, std::uint32_t maximum) {
  return static_cast<std::byte>((std::uint64_t{value} * 255 + maximum / 2) / maximum);
}

/// Whether the bytes begin like this format. TGA has no magic number: its header is checked for plausibility.
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
[[nodiscard]] bool is_ktx(std::span<const std::byte> bytes);
[[nodiscard]] bool is_ktx2(std::span<const std::byte> bytes);

/// Each of these functions reads one format. @throws FileError, with the reason, for a file that is damaged, too large,
/// or unsupported.

/// PNG with libpng, verifying every checksum. Palettes become colors, transparent colors become an alpha channel, and
/// 1, 2 and 4 bits become 8.
[[nodiscard]] Image decode_png(const PictureFile& file);
/// JPEG with libjpeg, as gray or RGB; CMYK becomes RGB without a profile, which Image::note mentions.
[[nodiscard]] Image decode_jpeg(const PictureFile& file);
/// Windows and OS/2 bitmaps, as RGB, or as RGBA if the header has an alpha mask.
[[nodiscard]] Image decode_bmp(const PictureFile& file);
/// Truevision TGA 2.0.
[[nodiscard]] Image decode_tga(const PictureFile& file);
/// netpbm's PBM, PGM and PPM (P1–P6): uint8 for a maximum value up to 255, otherwise uint16; values are scaled so that
/// the maximum value becomes the type's largest. Bits of PBM become 0 for black and 255 for white.
[[nodiscard]] Image decode_pnm(const PictureFile& file);
/// Portable float maps: float32 with 1 or 3 channels, as stored; the magnitude of the scale is not applied.
[[nodiscard]] Image decode_pfm(const PictureFile& file);
/// Radiance files of RGBE texels (Greg Ward, "Real Pixels", Graphics Gems II) as float32 with three channels; flat, or
/// run-length encoded in either way. Exposures in the header are not applied, which Image::note mentions.
[[nodiscard]] Image decode_hdr(const PictureFile& file);
/// WebP with libwebp, as RGB, or as RGBA if it has alpha; only the first frame of an animation, which Image::note
/// mentions.
[[nodiscard]] Image decode_webp(const PictureFile& file);

/// Each of these functions reads the headers of a format whose files may have multiple parts. The file must outlive the
/// result. @throws FileError if the headers are damaged or unsupported.

/// TIFF and BigTIFF, with libtiff. Unsigned integers of up to 8 bits become uint8, those of up to 16 bits become
/// uint16, and floats become float32; palettes become colors, and CMYK and YCbCr become RGB. Its parts are its pages,
/// and then the samples beyond color and alpha, each by itself.
[[nodiscard]] PictureParts open_tiff(const PictureFile& file);
/// OpenEXR with its library: half, float and uint channels of the data window as float32, or as uint32 if all channels
/// of a picture are uint. Pixels that were never written are 0, see Image::is_incomplete. Its parts are those of
/// exr_pictures().
[[nodiscard]] PictureParts open_exr(const PictureFile& file);
/// DDS, KTX and KTX2 textures, with the texels of texel_format(). Their parts are levels, layers, faces and slices;
/// those that the file does not contain completely are not listed.
[[nodiscard]] PictureParts open_dds(const PictureFile& file);
[[nodiscard]] PictureParts open_ktx(const PictureFile& file);
[[nodiscard]] PictureParts open_ktx2(const PictureFile& file);

}  // namespace texelscope::app
