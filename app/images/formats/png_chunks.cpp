#include "app/images/formats/png_chunks.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace texelscope::app {
namespace {

std::uint8_t byte_at(std::span<const std::byte> bytes, std::size_t at) {
  return std::to_integer<std::uint8_t>(bytes[at]);
}

}  // namespace

PngChunks read_png_chunks(const PictureFile& file) {
  // Length and type of a chunk; the signature has the same size.
  constexpr std::size_t head_bytes = 8;
  constexpr std::size_t checksum_bytes = 4;
  PngChunks chunks;
  bool has_pixels = false;
  std::span<const std::byte> unread = file.bytes.subspan(head_bytes);
  while (unread.size() >= head_bytes) {
    const std::size_t length = big_number_at(unread, 0);
    const std::string_view type(reinterpret_cast<const char*>(unread.data()) + 4, 4);
    if (head_bytes + length + checksum_bytes > unread.size()) {
      fail_reading(file, truncated_png);
    }
    const std::span<const std::byte> data = unread.subspan(head_bytes, length);
    if (type == "acTL" && length == 8) {
      chunks.animation_frames = big_number_at(data, 0);
    } else if (type == "cICP" && length == 4) {
      chunks.coding_points = {byte_at(data, 0), byte_at(data, 1), byte_at(data, 2), byte_at(data, 3)};
    } else if (type == "fcTL") {
      chunks.has_still_frame = chunks.has_still_frame || !has_pixels;
    }
    has_pixels = has_pixels || type == "IDAT";
    unread = unread.subspan(head_bytes + length + checksum_bytes);
    if (type == "IEND") {
      break;
    }
  }
  chunks.end = file.bytes.size() - unread.size();
  return chunks;
}

}  // namespace texelscope::app
