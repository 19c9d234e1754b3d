#include "app/images/browser_image.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "app/images/formats/exif_orientation.h"
#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {
namespace {

using Bytes = std::span<const std::byte>;

bool begins_with(Bytes bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

Bytes part_of(Bytes bytes, std::uint64_t begin, std::uint64_t size) {
  const std::size_t first = std::min<std::uint64_t>(begin, bytes.size());
  return bytes.subspan(first, std::min<std::uint64_t>(size, bytes.size() - first));
}

/// Decides by the chunks before the pixels (PNG specification, third edition, 11.3), and by eXIf after them.
bool is_plain_png(Bytes bytes) {
  constexpr std::array<std::string_view, 5> altering{"iCCP", "cICP", "eXIf", "acTL", "mDCV"};
  bool has_srgb = false;
  bool has_gamma = false;
  for (std::uint64_t at = 8; at + 8 <= bytes.size();) {
    const Bytes type = part_of(bytes, at + 4, 4);
    if (std::ranges::any_of(altering, [&](std::string_view name) { return begins_with(type, name); })) {
      return false;
    }
    // If sRGB is present, gAMA is ignored.
    has_srgb = has_srgb || begins_with(type, "sRGB");
    has_gamma = has_gamma || begins_with(type, "gAMA") || begins_with(type, "cHRM");
    at += 12 + std::uint64_t{big_number_at(bytes, at)};
  }
  return has_srgb || !has_gamma;
}

/// Decides by the segments before the first scan (ITU-T T.81, B.1.1).
bool is_plain_jpeg(Bytes bytes) {
  for (std::uint64_t at = 2; at + 4 <= bytes.size();) {
    const auto marker = std::to_integer<unsigned>(bytes[at + 1]);
    if (std::to_integer<unsigned>(bytes[at]) != 0xFF) {
      return false;
    }
    if (marker == 0xFF) {
      ++at;
      continue;
    }
    const std::uint32_t size = big_number_at(bytes, at + 2) >> 16U;
    const Bytes segment = part_of(bytes, at + 4, size >= 2 ? size - 2 : 0);
    constexpr std::string_view exif_mark("Exif\0\0", 6);
    if (marker == 0xE1 && begins_with(segment, exif_mark) && exif_orientation(segment) != 1) {
      return false;
    }
    if (marker == 0xE2 && begins_with(segment, "ICC_PROFILE")) {
      return false;
    }
    // A frame header, whose sixth byte is the number of components: four means CMYK.
    const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (is_frame && (segment.size() < 6 || std::to_integer<unsigned>(segment[5]) == 4)) {
      return false;
    }
    if (marker == 0xDA) {
      return true;
    }
    at += 2 + std::uint64_t{size};
  }
  return false;
}

/// Decides by the flags of an extended file: color profile, EXIF data and animation (RFC 9649, 2.7.1).
bool is_plain_webp(Bytes bytes) {
  constexpr unsigned altering = 0x20 | 0x08 | 0x02;
  constexpr std::size_t flags = 20;
  return !begins_with(part_of(bytes, 12, 4), "VP8X") ||
         (bytes.size() > flags && (std::to_integer<unsigned>(bytes[flags]) & altering) == 0);
}

}  // namespace

std::string_view browser_ending(Bytes bytes) {
  if (is_png(bytes)) {
    return is_plain_png(bytes) ? "png" : "";
  }
  if (is_jpeg(bytes)) {
    return is_plain_jpeg(bytes) ? "jpg" : "";
  }
  return is_webp(bytes) && is_plain_webp(bytes) ? "webp" : "";
}

}  // namespace texelscope::app
