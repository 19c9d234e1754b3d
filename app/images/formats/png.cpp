#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/images/formats/color_note.h"
#include "app/images/formats/exif_orientation.h"
#include "app/images/formats/picture_decoders.h"
#include "app/images/formats/png_chunks.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/images/png_rows.h"

namespace texelscope::app {
namespace {

/// The data of the library's callbacks. Errors leave the library by longjmp, skipping its frames and those of the
/// callbacks, in which nothing may have a destructor.
struct PngJob {
  std::span<const std::byte> unread{};
  std::ostream* out = nullptr;
  bool has_damaged_profile = false;
  bool has_extra_pixel_bytes = false;
  std::jmp_buf on_error{};
  std::array<char, 160> reason{};
};

[[noreturn]] void leave(PngJob& job, const char* reason) {
  std::strncpy(job.reason.data(), reason, job.reason.size() - 1);
  std::longjmp(job.on_error, 1);  // NOLINT(modernize-avoid-setjmp-longjmp)
}

[[noreturn]] void on_png_error(png_structp png, png_const_charp reason) {
  leave(*static_cast<PngJob*>(png_get_error_ptr(png)), reason);
}

/// The library continues after these warnings, although the pixels differ from those written: a compressed stream with
/// a wrong checksum or length, or invalid transparency. Data after a complete stream changes no pixel.
void on_png_warning(png_structp png, png_const_charp warning) {
  const std::string_view text(warning);
  auto& job = *static_cast<PngJob*>(png_get_error_ptr(png));
  job.has_damaged_profile = job.has_damaged_profile || text.starts_with("iCCP:");
  // Warnings about the palette come too late to identify the pixel, which look_up_colors() does.
  const bool is_extra = text.ends_with("Extra compressed data");
  job.has_extra_pixel_bytes = job.has_extra_pixel_bytes || is_extra;
  const bool is_harmless = is_extra || text.ends_with("exceeding num_palette");
  if ((text.starts_with("IDAT:") && !is_harmless) || text.starts_with("tRNS:")) {
    leave(job, warning);
  }
}

void read_png_bytes(png_structp png, png_bytep to, std::size_t size) {
  auto& job = *static_cast<PngJob*>(png_get_io_ptr(png));
  if (job.unread.size() < size) {
    leave(job, truncated_png);
  }
  std::memcpy(to, job.unread.data(), size);
  job.unread = job.unread.subspan(size);
}

void write_png_bytes(png_structp png, png_bytep from, std::size_t size) {
  auto& job = *static_cast<PngJob*>(png_get_io_ptr(png));
  job.out->write(reinterpret_cast<const char*>(from), static_cast<std::streamsize>(size));
  if (!*job.out) {
    leave(job, "cannot write to the stream");
  }
}

void flush_nothing(png_structp /*png*/) {}

/// Runs calls of the library; returns false if one failed. `work` and its callees own nothing: see PngJob.
template <class Work>
[[nodiscard, gnu::noinline]] bool run_png(PngJob& job, const Work& work) {
  // NOLINTNEXTLINE(modernize-avoid-setjmp-longjmp)
  if (setjmp(job.on_error) != 0) {
    return false;
  }
  work();
  return true;
}

class PngReader {
 public:
  explicit PngReader(PngJob& job) {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, on_png_error, on_png_warning);
    info = png != nullptr ? png_create_info_struct(png) : nullptr;
    if (info == nullptr) {
      png_destroy_read_struct(&png, nullptr, nullptr);
      throw std::bad_alloc();
    }
    png_set_read_fn(png, &job, read_png_bytes);
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }

  png_structp png = nullptr;
  png_infop info = nullptr;
};

class PngWriter {
 public:
  explicit PngWriter(PngJob& job) {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &job, on_png_error, on_png_warning);
    info = png != nullptr ? png_create_info_struct(png) : nullptr;
    if (info == nullptr) {
      png_destroy_write_struct(&png, nullptr);
      throw std::bad_alloc();
    }
    png_set_write_fn(png, &job, write_png_bytes, flush_nothing);
  }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;
  ~PngWriter() { png_destroy_write_struct(&png, &info); }

  png_structp png = nullptr;
  png_infop info = nullptr;
};

struct PngHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int channels = 0;
  int bits = 0;
  /// Pixels arrive as palette indices, one byte each; `channels` refers to the colors.
  bool has_palette = false;
};

/// Reads the chunks before the pixels, and requests pixels in the format of arrays.
void read_header(const PngReader& reader, PngHeader& header) {
  // A damaged chunk, even one that is not needed, means that the file may be damaged: every checksum matters.
  png_set_crc_action(reader.png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  // checked_image_size() checks the extents.
  png_set_user_limits(reader.png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_buffer_size(reader.png, std::size_t{1} << 16U);
  // Text chunks, which may be highly compressed, are not decompressed.
  png_set_keep_unknown_chunks(reader.png, PNG_HANDLE_CHUNK_NEVER, reinterpret_cast<png_const_bytep>("iTXt\0tEXt\0zTXt"),
                              3);
  png_read_info(reader.png, reader.info);
  header.width = png_get_image_width(reader.png, reader.info);
  header.height = png_get_image_height(reader.png, reader.info);
  // An image beyond the limits is refused later; the library would first allocate two rows of gigabytes each.
  if (header.width > max_image_extent || header.height > max_image_extent) {
    return;
  }
  header.has_palette = png_get_color_type(reader.png, reader.info) == PNG_COLOR_TYPE_PALETTE;
  // The library treats an index beyond the palette as black, so look_up_colors() looks up the colors.
  if (header.has_palette) {
    png_set_packing(reader.png);
  } else {
    png_set_expand(reader.png);
  }
  if constexpr (std::endian::native == std::endian::little) {
    png_set_swap(reader.png);
  }
  static_cast<void>(png_set_interlace_handling(reader.png));
  png_read_update_info(reader.png, reader.info);
  const int palette_channels = png_get_valid(reader.png, reader.info, PNG_INFO_tRNS) != 0 ? 4 : 3;
  header.channels = header.has_palette ? palette_channels : png_get_channels(reader.png, reader.info);
  header.bits = png_get_bit_depth(reader.png, reader.info);
}

/// Replaces the palette indices, which are the last bytes of `pixels`, with colors. No color overwrites an index that
/// has not been read yet. @throws FileError for an index beyond the palette.
void look_up_colors(const PictureFile& file, const PngReader& reader, int channels, std::span<std::byte> pixels) {
  png_colorp colors = nullptr;
  int num_colors = 0;
  png_get_PLTE(reader.png, reader.info, &colors, &num_colors);
  png_bytep alphas = nullptr;
  int num_alphas = 0;
  png_get_tRNS(reader.png, reader.info, &alphas, &num_alphas, nullptr);
  const std::size_t count = pixels.size() / static_cast<std::size_t>(channels);
  std::byte* to = pixels.data();
  for (const std::byte& stored : pixels.last(count)) {
    const auto number = std::to_integer<int>(stored);
    if (number >= num_colors) {
      fail_reading(file, fmt::format("a pixel has palette index {}, but the palette has {} colors (damaged file)",
                                     number, num_colors));
    }
    const png_color& color = colors[number];
    *to++ = static_cast<std::byte>(color.red);
    *to++ = static_cast<std::byte>(color.green);
    *to++ = static_cast<std::byte>(color.blue);
    if (channels == 4) {
      *to++ = static_cast<std::byte>(number < num_alphas ? alphas[number] : 255);
    }
  }
}

/// Adds the color settings of the chunks.
void add_png_colors(const PngReader& reader, const PngJob& job, const PngChunks& chunks, Image& image) {
  if (chunks.coding_points) {
    add_coding_points(image, *chunks.coding_points);
    return;
  }
  char* name = nullptr;
  int compression = 0;
  png_bytep profile = nullptr;
  std::uint32_t size = 0;
  if (png_get_iCCP(reader.png, reader.info, &name, &compression, &profile, &size) != 0) {
    add_profile(image, std::as_bytes(std::span(profile, size)));
    return;
  }
  if (png_get_valid(reader.png, reader.info, PNG_INFO_sRGB) != 0) {
    add_color_fact(image, "sRGB");
    return;
  }
  if (job.has_damaged_profile) {
    note_unread(image, "its ICC profile cannot be read: colors are shown as sRGB");
    return;
  }
  std::optional<std::int32_t> gamma;
  std::optional<Chromaticities> colors;
  if (png_fixed_point value = 0; png_get_gAMA_fixed(reader.png, reader.info, &value) != 0) {
    gamma = value;
  }
  if (Chromaticities read; png_get_cHRM_fixed(reader.png, reader.info, &read[0], &read[1], &read[2], &read[3], &read[4],
                                              &read[5], &read[6], &read[7]) != 0) {
    colors = read;
  }
  add_gamma(image, gamma, colors);
}

int png_orientation(const PngReader& reader) {
  std::uint32_t size = 0;
  png_bytep exif = nullptr;
  return png_get_eXIf_1(reader.png, reader.info, &size, &exif) != 0 && exif != nullptr
             ? exif_orientation(std::as_bytes(std::span(exif, size)))
             : 1;
}

[[noreturn]] void fail_png(const PictureFile& file, const PngJob& job) {
  const std::string_view reason(job.reason.data());
  fail_reading(file, reason.starts_with("it ends") ? std::string(reason) : fmt::format("damaged file ({})", reason));
}

}  // namespace

bool is_png(std::span<const std::byte> bytes) {
  constexpr std::string_view magic = "\x89PNG\r\n\x1a\n";
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

namespace {

/// Reads a file from its header to its last chunk.
class PngDecoder {
 public:
  /// @throws FileError.
  explicit PngDecoder(const PictureFile& file)
      : file_{file}, chunks_{read_png_chunks(file)}, job_{.unread = file.bytes}, reader_{job_} {
    if (!run_png(job_, [&] { read_header(reader_, header_); })) {
      fail_png(file_, job_);
    }
  }

  [[nodiscard]] const PngHeader& header() const { return header_; }
  [[nodiscard]] gpu::DataType type() const { return header_.bits == 16 ? gpu::DataType::uint16 : gpu::DataType::uint8; }
  [[nodiscard]] bool is_interlaced() const {
    return png_get_interlace_type(reader_.png, reader_.info) != PNG_INTERLACE_NONE;
  }
  [[nodiscard]] int orientation() const { return png_orientation(reader_); }

  /// Reads rows; if the file is interlaced, all of them in one call. @throws FileError.
  void read_rows(std::span<png_bytep> rows) {
    if (!run_png(job_, [&] {
          if (is_interlaced()) {
            png_read_image(reader_.png, rows.data());
          } else {
            png_read_rows(reader_.png, rows.data(), nullptr, static_cast<png_uint_32>(rows.size()));
          }
        })) {
      fail_png(file_, job_);
    }
  }

  /// Reads the chunks after the pixels, and adds notes about them. @throws FileError.
  void finish(Image& image) {
    if (!run_png(job_, [&] {
          // The library has left the chunk in which the compressed pixels end, and silently skips another chunk.
          job_.has_extra_pixel_bytes = job_.has_extra_pixel_bytes || (big_number_at(job_.unread, 0) > 0 &&
                                                                      big_number_at(job_.unread, 4) == 0x49444154);
          png_read_end(reader_.png, reader_.info);
        })) {
      fail_png(file_, job_);
    }
    if (header_.has_palette) {
      look_up_colors(file_, reader_, header_.channels, image.pixels);
    }
    add_png_colors(reader_, job_, chunks_, image);
    if (chunks_.animation_frames > 1 || (chunks_.animation_frames == 1 && !chunks_.has_still_frame)) {
      image.is_of_animation = true;
      add_note(image.note,
               fmt::format("it is an animation of {} frames: only the still image{} is read", chunks_.animation_frames,
                           chunks_.has_still_frame ? "" : ", which is not one of the frames,"));
    }
    if (job_.has_extra_pixel_bytes) {
      note_unread(image, "bytes after its compressed pixels are not read");
    }
    note_rest(image, file_, chunks_.end);
  }

 private:
  const PictureFile& file_;
  PngChunks chunks_;
  PngJob job_;
  PngReader reader_;
  PngHeader header_;
};

}  // namespace

Image decode_png(const PictureFile& file) {
  PngDecoder decoder(file);
  const PngHeader& header = decoder.header();
  Image image = make_image(file, header.width, header.height, header.channels, decoder.type());
  // The palette indices are stored after the space that their colors fill first.
  const std::size_t first = header.has_palette ? image.pixels.size() / static_cast<std::size_t>(header.channels) *
                                                     static_cast<std::size_t>(header.channels - 1)
                                               : 0;
  const std::size_t pitch = (image.pixels.size() - first) / header.height;
  std::vector<png_bytep> rows;
  for (std::size_t at = first; at < image.pixels.size(); at += pitch) {
    rows.push_back(reinterpret_cast<png_bytep>(image.pixels.data() + at));
  }
  decoder.read_rows(rows);
  decoder.finish(image);
  return file.orientation == Orientation::applied ? oriented(std::move(image), decoder.orientation()) : image;
}

struct PngRows::Impl {
  explicit Impl(const FilePlace& place)
      : path{place.path},
        bytes{read_file(place, INT_MAX)},
        source{bytes},
        file{source, bytes, path},
        decoder{checked(file)} {}

  static const PictureFile& checked(const PictureFile& file) {
    if (!is_png(file.bytes)) {
      fail_reading(file, "not a PNG file");
    }
    return file;
  }

  std::filesystem::path path;
  std::vector<std::byte> bytes;
  MemorySource source;
  PictureFile file;
  PngDecoder decoder;
};

PngRows::PngRows(const FilePlace& place) : impl_{std::make_unique<Impl>(place)} {
  const PngHeader& header = impl_->decoder.header();
  static_cast<void>(
      checked_image_size(place.path, header.width, header.height, header.channels, impl_->decoder.type()));
}

PngRows::~PngRows() = default;

PngShape PngRows::shape() const {
  const PngHeader& header = impl_->decoder.header();
  return {static_cast<int>(header.width), static_cast<int>(header.height), header.channels, impl_->decoder.type()};
}

bool PngRows::come_in_order() const { return !impl_->decoder.header().has_palette && !impl_->decoder.is_interlaced(); }

void PngRows::read(std::span<std::byte> rows) {
  const std::size_t pitch = rows.size() / row_count(rows.size());
  std::vector<png_bytep> places;
  for (std::size_t at = 0; at < rows.size(); at += pitch) {
    places.push_back(reinterpret_cast<png_bytep>(rows.data() + at));
  }
  impl_->decoder.read_rows(places);
}

std::size_t PngRows::row_count(std::size_t bytes) const {
  const PngShape own = shape();
  return bytes /
         (static_cast<std::size_t>(own.width) * static_cast<std::size_t>(own.channels) * gpu::size_bytes(own.type));
}

bool PngRows::finish(Image& image) {
  impl_->decoder.finish(image);
  return impl_->decoder.orientation() == 1;
}

void write_png(std::ostream& out, const Image& image, int bits, PngEffort effort) {
  if (image.is_premultiplied && image.channels % 2 == 0) {
    write_png(out, with_straight_colors(image, BrightLight::raises_alpha), bits, effort);
    return;
  }
  constexpr std::array color_types{PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                   PNG_COLOR_TYPE_RGB_ALPHA};
  const std::size_t pitch =
      static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type);
  PngJob job{.out = &out};
  const PngWriter writer(job);
  std::vector<std::byte> row(pitch / gpu::size_bytes(image.type));
  const bool is_written = run_png(job, [&] {
    png_set_IHDR(writer.png, writer.info, static_cast<std::uint32_t>(image.width),
                 static_cast<std::uint32_t>(image.height), bits,
                 color_types[static_cast<std::size_t>(image.channels - 1)], PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // The strategy for filtered rows takes 1.5 times as long.
    png_set_compression_strategy(writer.png, Z_DEFAULT_STRATEGY);
    // zlib's usual level, 6, takes 2.5 times as long for files that are a tenth smaller.
    png_set_compression_level(writer.png, effort == PngEffort::fast ? Z_BEST_SPEED : 4);
    if (effort == PngEffort::fast) {
      // Choosing the best filter for each row takes longer than compressing it.
      png_set_filter(writer.png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    }
    png_write_info(writer.png, writer.info);
    if (bits == 16 && std::endian::native == std::endian::little) {
      png_set_swap(writer.png);
    }
    const bool is_as_stored = bits == 16 || image.type == gpu::DataType::uint8;
    for (std::size_t at = 0; at < image.pixels.size(); at += pitch) {
      const auto from = std::span(image.pixels).subspan(at, pitch);
      if (!is_as_stored) {
        to_8_bits(from, image.type, row);
      }
      png_write_row(writer.png, reinterpret_cast<png_const_bytep>(is_as_stored ? from.data() : row.data()));
    }
    png_write_end(writer.png, writer.info);
  });
  // A failed stream is reported by the caller; any other failure is an invalid image.
  if (!is_written && out) {
    throw FileError(
        fmt::format("cannot write a PNG of {}x{} pixels: {}", image.width, image.height, job.reason.data()));
  }
}

std::vector<std::byte> encode_png(const Image& image, PngEffort effort) {
  std::ostringstream out;
  write_png(out, image, 8, effort);
  const std::string_view bytes = out.view();
  const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
  return {first, first + bytes.size()};
}

}  // namespace texelscope::app
