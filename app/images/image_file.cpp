#include "app/images/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <iterator>
#include <string>

#include "app/files/file.h"
#include "app/files/file_kinds.h"
#include "app/images/formats/picture_format.h"
#include "app/images/formats/unread_formats.h"
#include "app/images/image_reader.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

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
    throw FileError(fmt::format("cannot read {}: {}x{} pixels exceed the limit of {}x{}; scale it down", path.string(),
                                width, height, max_image_extent, max_image_extent));
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
  return ImageReader(bytes, path).read(options);
}

std::vector<std::string> image_parts(const FilePlace& file) { return ImageReader(file).parts(); }

bool has_image_content(const FilePlace& file) {
  try {
    static_cast<void>(image_parts(file));
  } catch (const UnknownFileFormat&) {
    return false;
  } catch (const FileError&) {
    // A damaged image.
  }
  return true;
}

std::vector<std::string_view> image_endings() {
  std::vector<std::string_view> endings;
  for (const PictureFormat& format : picture_formats()) {
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
  constexpr bool (*marked_formats[])(std::span<const std::byte>) = {is_png, is_jpeg, is_hdr, is_webp, is_tiff,
                                                                    is_exr, is_dds,  is_ktx, is_ktx2};
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

Image load_image(const FilePlace& file, const ReadOptions& options) { return ImageReader(file).read(options); }

void require_writable_png(const fs::path& path, std::string_view other_endings) {
  require_png_name(path, other_endings);
  require_writable(path);
}

void save_png(const FilePlace& file, const Image& image) {
  require_png_name(file.path);
  write_file(file, [&](std::ostream& out) { write_png(out, image); });
}

}  // namespace texelscope::app
