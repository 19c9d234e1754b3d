#include "app/images/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <iterator>
#include <string>

#include "app/files/file.h"
#include "app/files/file_kinds.h"
#include "app/images/formats/picture_decoders.h"
#include "app/images/formats/unread_formats.h"
#include "app/text/count_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

struct PictureFormat {
  bool (*begins)(std::span<const std::byte>);
  Image (*decode)(const PictureFile&);
  /// Extensions of file names, without the dot; empty entries are unused.
  std::array<std::string_view, 4> endings;
  /// Lists the parts, for a format that may have multiple parts. Files of that format are not read as a whole.
  std::vector<std::string> (*parts)(const PictureFile&) = nullptr;
};

/// TGA is last, because it has no magic number.
constexpr PictureFormat formats[] = {{is_png, decode_png, {"png"}},
                                     {is_jpeg, decode_jpeg, {"jpg", "jpeg"}},
                                     {is_bmp, decode_bmp, {"bmp"}},
                                     {is_hdr, decode_hdr, {"hdr"}},
                                     {is_pfm, decode_pfm, {"pfm"}},
                                     {is_pnm, decode_pnm, {"pbm", "pgm", "ppm", "pnm"}},
                                     {is_webp, decode_webp, {"webp"}},
                                     {is_tiff, decode_tiff, {"tif", "tiff"}, tiff_parts},
                                     {is_exr, decode_exr, {"exr"}, exr_parts},
                                     {is_dds, decode_dds, {"dds"}, dds_parts},
                                     {is_ktx2, decode_ktx2, {"ktx2"}, ktx2_parts},
                                     {is_tga, decode_tga, {"tga"}}};

/// Bytes at the beginning of a file that identify its format, even an unsupported one: an SVG file may begin with
/// comments.
constexpr std::size_t beginning_bytes = 8192;

/// @throws FileError, UnknownFileFormat.
const PictureFormat& format_of(std::span<const std::byte> beginning, const fs::path& path) {
  if (beginning.empty()) {
    throw FileError(fmt::format("cannot read {}: it is empty; save it again", path.string()));
  }
  const auto* const format =
      std::ranges::find_if(formats, [&](const PictureFormat& candidate) { return candidate.begins(beginning); });
  if (format != std::end(formats)) {
    return *format;
  }
  if (const std::string_view name = unread_format(beginning); !name.empty()) {
    throw FileError(
        fmt::format("cannot read {}: {} is not supported; convert it to PNG, or to EXR if it contains floats",
                    path.string(), name));
  }
  throw UnknownFileFormat(
      fmt::format("cannot read {}: unsupported image format; use PNG, EXR or another supported format", path.string()));
}

const PictureFormat& format_of(const ByteSource& source, const fs::path& path) {
  std::vector<std::byte> beginning(std::min<std::uint64_t>(beginning_bytes, source.size()));
  beginning.resize(source.read(0, beginning));
  return format_of(beginning, path);
}

Image decode(const PictureFormat& format, const PictureFile& file) {
  if (format.parts == nullptr && !file.part.empty()) {
    throw FileError(fmt::format("cannot read part '{}' of {}: it has only one part; omit the part",
                                shown_line(file.part, 80), file.path.string()));
  }
  return format.decode(file);
}

std::vector<std::string> parts_of(const ByteSource& source, const fs::path& path) {
  const PictureFormat& format = format_of(source, path);
  return format.parts == nullptr ? std::vector<std::string>() : format.parts({source, {}, path});
}

/// A name without an extension is accepted.
void require_png_name(const fs::path& path, std::string_view other_endings = "") {
  const std::string ending = small_extension(path);
  if (!ending.empty() && ending != ".png") {
    throw FileError(fmt::format("cannot write {}: images are written as PNG, not as {}; use a name that ends in .png{}",
                                path.string(), ending, other_endings));
  }
}

}  // namespace

void fail_reading(const PictureFile& file, std::string_view reason) {
  throw FileError(fmt::format("cannot read {}: {}; copy or save it again", file.path.string(), reason));
}

void fail_truncated(const PictureFile& file) { fail_reading(file, "it ends before its last pixel (truncated file)"); }

void note_rest(Image& image, const PictureFile& file, std::size_t end) {
  const auto rest = file.bytes.subspan(std::min(end, file.bytes.size()));
  // Editors add a line end.
  const bool is_blank = std::ranges::all_of(rest, [](std::byte byte) {
    return byte == std::byte{' '} || (byte >= std::byte{'\t'} && byte <= std::byte{'\r'});
  });
  if (!is_blank) {
    add_note(image.note,
             fmt::format("it ends at byte {}; ignored after its end: {}", end, count_text(rest.size(), "byte")));
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
    throw FileError(fmt::format("cannot read {}: {}x{} pixels is empty; use an image with at least 1x1 pixel",
                                path.string(), width, height));
  }
  if (width > max_image_extent || height > max_image_extent) {
    throw FileError(fmt::format("cannot read {}: {}x{} pixels exceed the array limit of {}x{}; scale it down",
                                path.string(), width, height, max_image_extent, max_image_extent));
  }
  const std::uint64_t size = width * height * static_cast<std::uint64_t>(channels) * gpu::size_bytes(type);
  if (size > INT_MAX) {
    throw FileError(fmt::format(
        "cannot read {}: {}x{} pixels of {} {} channels need {} bytes, more than the limit of {}; scale it down",
        path.string(), width, height, channels, gpu::to_string(type), size, INT_MAX));
  }
  return size;
}

void require_enough_bytes(const PictureFile& file, std::uint64_t width, std::uint64_t height,
                          std::uint64_t pixel_bytes) {
  constexpr std::uint64_t highest_ratio = 2000;
  constexpr std::uint64_t small = std::uint64_t{64} << 20U;
  const std::uint64_t size = width * height * pixel_bytes;
  if (size > small && size / highest_ratio > file.source.size()) {
    fail_reading(
        file, fmt::format(
                  "its {} bytes are too few for {}x{} pixels: truncated, or compressed by more than the supported {}:1",
                  file.source.size(), width, height, highest_ratio));
  }
}

Image make_image(const PictureFile& file, std::uint64_t width, std::uint64_t height, int channels, gpu::DataType type) {
  const std::size_t size = checked_image_size(file.path, width, height, channels, type);
  // A small file that claims to be huge must not cause a large allocation.
  require_enough_bytes(file, width, height, static_cast<std::uint64_t>(channels) * gpu::size_bytes(type));
  return {static_cast<int>(width), static_cast<int>(height), channels, type, std::vector<std::byte>(size)};
}

Image decode_image(std::span<const std::byte> bytes, const fs::path& path, const ReadOptions& options) {
  const MemorySource source(bytes);
  return decode(format_of(bytes, path), {source, bytes, path, options.orientation, options.part});
}

std::vector<std::string> decode_image_parts(std::span<const std::byte> bytes, const fs::path& path) {
  return parts_of(MemorySource(bytes), path);
}

std::vector<std::string> image_parts(const FilePlace& file) { return parts_of(FileSource(file), file.path); }

std::optional<std::size_t> find_part(std::span<const std::string> names, std::string_view part) {
  if (const auto named = std::ranges::find(names, part); named != names.end()) {
    return static_cast<std::size_t>(named - names.begin());
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
  const bool is_number = error == std::errc{} && end == part.data() + part.size();
  return is_number && number >= 1 && number <= names.size() ? std::optional{number - 1} : std::nullopt;
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

bool is_picture_file(const FilePlace& file) {
  if (is_image_name(file.path) || is_unread_picture_name(file.path)) {
    return true;
  }
  // The magic numbers of the other formats are so short that other files begin with them by chance.
  constexpr bool (*marked_formats[])(std::span<const std::byte>) = {is_png,  is_jpeg, is_hdr, is_webp,
                                                                    is_tiff, is_exr,  is_dds, is_ktx2};
  try {
    const FileSource source(file);
    std::vector<std::byte> beginning(std::min<std::uint64_t>(beginning_bytes, source.size()));
    beginning.resize(source.read(0, beginning));
    return std::ranges::any_of(marked_formats, [&](const auto& begins) { return begins(beginning); }) ||
           begins_as_unread_picture(beginning);
  } catch (const FileError&) {
    return false;
  }
}

Image load_image(const FilePlace& file, const ReadOptions& options) {
  const FileSource source(file);
  const PictureFormat& format = format_of(source, file.path);
  const std::vector<std::byte> bytes =
      format.parts == nullptr ? read_file(file, largest_image_file) : std::vector<std::byte>();
  return decode(format, {source, bytes, file.path, options.orientation, options.part});
}

void require_writable_png(const fs::path& path, std::string_view other_endings) {
  require_png_name(path, other_endings);
  require_writable(path);
}

void save_png(const FilePlace& file, const Image& image) {
  require_png_name(file.path);
  write_file(file, [&](std::ostream& out) { write_png(out, image); });
}

}  // namespace texelscope::app
