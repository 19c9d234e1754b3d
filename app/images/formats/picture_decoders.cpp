#include "app/images/formats/picture_decoders.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "app/text/count_text.h"

namespace texelscope::app {

void fail_reading(const PictureFile& file, std::string_view reason) {
  throw FileError(fmt::format("cannot read {}: {}; copy or save it again", file.path.string(), reason));
}

void fail_unsupported(const PictureFile& file, std::string_view reason) {
  throw FileError(
      fmt::format("cannot read {}: unsupported texels: {}; convert it to BC7, PNG or another supported format",
                  file.path.string(), reason));
}

void fail_truncated(const PictureFile& file) { fail_reading(file, "it ends before its last pixel (truncated file)"); }

void note_rest(Image& image, const PictureFile& file, std::size_t end) {
  const auto rest = file.bytes.subspan(std::min(end, file.bytes.size()));
  // Editors add a line end.
  const bool is_blank = std::ranges::all_of(rest, [](std::byte byte) {
    return byte == std::byte{' '} || (byte >= std::byte{'\t'} && byte <= std::byte{'\r'});
  });
  if (!is_blank) {
    note_unread(image,
                fmt::format("it ends at byte {}; ignored after its end: {}", end, count_text(rest.size(), "byte")));
  }
}

bool keeps_exact(Image& image, std::uint64_t bytes) {
  const bool are_few = bytes <= INT_MAX;
  if (!are_few) {
    image.unread.emplace_back("its exact samples, which need too much memory");
  }
  return are_few;
}

void UnusedBits::add(std::uint32_t pixel, std::uint32_t mask) {
  if (mask == 0) {
    return;
  }
  has_some_ = true;
  are_all_0_ = are_all_0_ && (pixel & mask) == 0;
  are_all_1_ = are_all_1_ && (pixel & mask) == mask;
  hash_ = (hash_ ^ (pixel & mask)) * 0x100000001b3U;
}

void UnusedBits::add_fact(Image& image) const {
  if (has_some_) {
    image.facts.push_back({"unused bits of the pixels",
                           are_all_0_   ? "0"
                           : are_all_1_ ? "1"
                                        : "not all equal",
                           are_all_0_ || are_all_1_, hash_});
  }
}

void add_unread_rest(Image& image, const PictureFile& file, std::size_t end) {
  const auto rest = file.bytes.subspan(std::min(end, file.bytes.size()));
  if (std::ranges::any_of(rest, [](std::byte byte) { return byte != std::byte{0}; })) {
    image.unread.push_back(fmt::format("{} after its last pixel", count_text(rest.size(), "byte")));
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

std::size_t checked_image_size(const std::filesystem::path& path, std::uint64_t width, std::uint64_t height,
                               int channels, gpu::DataType type) {
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

}  // namespace texelscope::app
