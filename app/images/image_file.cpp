#include "app/images/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <iterator>
#include <string>

#include "app/files/file.h"
#include "app/files/file_kinds.h"
#include "app/images/picture_decoders.h"
#include "app/images/unread_formats.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 31U;

struct PictureFormat {
  bool (*begins)(std::span<const std::byte>);
  Image (*decode)(const PictureFile&);
  /// Those of its files' names, without the dot; an empty one is none.
  std::array<std::string_view, 4> endings;
};

/// TGA last: it has no magic number.
constexpr PictureFormat formats[] = {{is_png, decode_png, {"png"}}, {is_jpeg, decode_jpeg, {"jpg", "jpeg"}},
                                     {is_bmp, decode_bmp, {"bmp"}}, {is_hdr, decode_hdr, {"hdr"}},
                                     {is_pfm, decode_pfm, {"pfm"}}, {is_pnm, decode_pnm, {"pbm", "pgm", "ppm", "pnm"}},
                                     {is_tga, decode_tga, {"tga"}}};

/// With its dot, in small letters.
std::string small_extension(const fs::path& path) {
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

/// A name without an ending is taken.
void require_png_name(const fs::path& path, std::string_view other_endings = "") {
  const std::string ending = small_extension(path);
  if (!ending.empty() && ending != ".png") {
    throw FileError(
        fmt::format("cannot write {}: pictures are written as PNG, not as {}; give a name that ends in .png{}",
                    path.string(), ending, other_endings));
  }
}

}  // namespace

void fail_reading(const PictureFile& file, std::string_view reason) {
  throw FileError(fmt::format("cannot read {}: {}; copy or write it again", file.path.string(), reason));
}

void fail_truncated(const PictureFile& file) { fail_reading(file, "it ends before its last pixel: truncated"); }

void note_rest(Image& image, const PictureFile& file, std::size_t end) {
  const auto rest = file.bytes.subspan(std::min(end, file.bytes.size()));
  // An editor adds an end of line.
  const bool is_blank = std::ranges::all_of(rest, [](std::byte byte) {
    return byte == std::byte{' '} || (byte >= std::byte{'\t'} && byte <= std::byte{'\r'});
  });
  if (!is_blank) {
    add_note(image.note, fmt::format("it ends at byte {}, and {} bytes behind its end are not read", end, rest.size()));
  }
}

std::uint32_t ByteReader::number(std::size_t bytes) {
  std::uint32_t value = 0;
  unsigned shift = 0;
  for (const std::byte byte : take(bytes)) {
    value |= std::to_integer<std::uint32_t>(byte) << shift;
    shift += 8;
  }
  return value;
}

std::span<const std::byte> ByteReader::take(std::size_t bytes) {
  if (file_.bytes.size() - position_ < bytes) {
    fail_truncated(file_);
  }
  const auto taken = file_.bytes.subspan(position_, bytes);
  position_ += bytes;
  return taken;
}

void ByteReader::move_to(std::size_t position) {
  if (position > file_.bytes.size()) {
    fail_truncated(file_);
  }
  position_ = position;
}

std::size_t checked_image_size(const fs::path& path, std::uint64_t width, std::uint64_t height, int channels,
                               gpu::DataType type) {
  if (width < 1 || height < 1) {
    throw FileError(
        fmt::format("cannot read {}: it is {}x{} pixels; use an image with pixels", path.string(), width, height));
  }
  if (width > max_image_extent || height > max_image_extent) {
    throw FileError(fmt::format("cannot read {}: {}x{} pixels are more than the {}x{} that arrays hold; scale it down",
                                path.string(), width, height, max_image_extent, max_image_extent));
  }
  const std::uint64_t size = width * height * static_cast<std::uint64_t>(channels) * gpu::size_bytes(type);
  if (size > INT_MAX) {
    throw FileError(fmt::format(
        "cannot read {}: {}x{} pixels of {} {} channels take {} bytes, more than the {} that are read; scale it down",
        path.string(), width, height, channels, gpu::to_string(type), size, INT_MAX));
  }
  return size;
}

Image make_image(const PictureFile& file, std::uint64_t width, std::uint64_t height, int channels, gpu::DataType type) {
  const std::size_t size = checked_image_size(file.path, width, height, channels, type);
  // No format packs more tightly than this on pictures of any use; a small file that claims to be huge costs nothing.
  constexpr std::size_t highest_ratio = 2000;
  constexpr std::size_t small = std::size_t{64} << 20U;
  if (size > small && size / highest_ratio > file.bytes.size()) {
    fail_reading(file, fmt::format("its {} bytes are too few for {}x{} pixels: it is truncated, or packed to less than "
                                   "1/{}, which is not read",
                                   file.bytes.size(), width, height, highest_ratio));
  }
  return {static_cast<int>(width), static_cast<int>(height), channels, type, std::vector<std::byte>(size)};
}

Image decode_image(std::span<const std::byte> bytes, const fs::path& path, Orientation orientation) {
  if (bytes.empty()) {
    throw FileError(fmt::format("cannot read {}: it is empty; use {}", path.string(), image_endings_text()));
  }
  const auto* const format =
      std::ranges::find_if(formats, [&](const PictureFormat& candidate) { return candidate.begins(bytes); });
  if (format == std::end(formats)) {
    if (const std::string_view name = unread_format(bytes); !name.empty()) {
      throw FileError(fmt::format("cannot read {}: it is {}, which texelscope does not read; convert it to {}",
                                  path.string(), name, image_endings_text()));
    }
    throw UnknownFileFormat(
        fmt::format("cannot read {}: it is no image that is known here; use {}", path.string(), image_endings_text()));
  }
  return format->decode({bytes, path, orientation});
}

std::vector<std::string_view> image_endings() {
  std::vector<std::string_view> endings;
  for (const PictureFormat& format : formats) {
    std::ranges::copy_if(format.endings, std::back_inserter(endings),
                         [](std::string_view ending) { return !ending.empty(); });
  }
  return endings;
}

std::string image_endings_text() { return alternatives_text(image_endings()); }

bool is_image_name(const fs::path& file) {
  const std::string extension = small_extension(file);
  const std::vector<std::string_view> endings = image_endings();
  return !extension.empty() && std::ranges::find(endings, extension.substr(1)) != endings.end();
}

Image load_image(const fs::path& path, Orientation orientation) {
  return decode_image(read_file(path, largest_file), path, orientation);
}

void require_writable_png(const fs::path& path, std::string_view other_endings) {
  require_png_name(path, other_endings);
  require_writable(path);
}

void save_png(const fs::path& path, const Image& image) {
  require_png_name(path);
  write_file(path, [&](std::ostream& out) { write_png(out, image); });
}

}  // namespace texelscope::app
