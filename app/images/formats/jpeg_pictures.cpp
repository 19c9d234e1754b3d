#include "app/images/formats/jpeg_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/images/formats/exif_numbers.h"
#include "app/images/formats/picture_decoders.h"
#include "app/images/image.h"

namespace texelscope::app {
namespace {

using namespace std::string_view_literals;

/// A marker segment without its length, and its position in the file.
struct Segment {
  std::uint8_t marker;
  std::size_t at;
  std::span<const std::byte> bytes;

  [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

/// Visits the segments before the pixels of the picture that begins at `begin`.
template <class Visit>
void for_each_segment(std::span<const std::byte> file, std::size_t begin, const Visit& visit) {
  constexpr std::uint8_t start_of_scan = 0xDA;
  for (std::size_t at = begin + 2; at + 4 <= file.size() && file[at] == std::byte{0xFF};) {
    const auto marker = std::to_integer<std::uint8_t>(file[at + 1]);
    // The length includes its own two bytes.
    const std::size_t size = big_number_at(file, at) & 0xFFFFU;
    if (marker == start_of_scan || size < 2 || file.size() - at - 2 < size) {
      return;
    }
    visit(Segment{marker, at + 4, file.subspan(at + 4, size - 2)});
    at += 2 + size;
  }
}

/// A picture after the first one; its size is 0 if it cannot be read.
struct FurtherJpeg {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_gain_map = false;
  unsigned width = 0;
  unsigned height = 0;
};

bool mentions_gain_map(const Segment& segment) {
  constexpr std::array marks{"http://ns.adobe.com/hdr-gain-map/"sv, "http://ns.apple.com/HDRGainMap/"sv,
                             "urn:iso:std:iso:ts:21496:-1"sv};
  constexpr std::uint8_t app1 = 0xE1;
  constexpr std::uint8_t app2 = 0xE2;
  return (segment.marker == app1 || segment.marker == app2) && std::ranges::any_of(marks, [&](std::string_view mark) {
           return segment.text().find(mark) != std::string_view::npos;
         });
}

void read_header(FurtherJpeg& picture, std::span<const std::byte> file) {
  for_each_segment(file, picture.begin, [&](const Segment& segment) {
    picture.is_gain_map = picture.is_gain_map || mentions_gain_map(segment);
    // Start of frame: 0xC0 … 0xCF without the tables among them. Its precision precedes the size.
    const bool is_frame = segment.marker >= 0xC0 && segment.marker <= 0xCF && segment.marker != 0xC4 &&
                          segment.marker != 0xC8 && segment.marker != 0xCC;
    if (is_frame && segment.bytes.size() >= 5) {
      picture.height = big_number_at(segment.bytes, 1) >> 16U;
      picture.width = big_number_at(segment.bytes, 1) & 0xFFFFU;
    }
  });
}

/// The pictures of the index that begin at `end` or behind it, in order.
std::vector<FurtherJpeg> indexed_pictures(std::span<const std::byte> file, const Segment& index, std::size_t end) {
  constexpr std::uint32_t entries_tag = 0xB002;
  constexpr std::size_t entry_size = 16;
  const auto data = index.bytes.subspan(4);
  const ExifNumbers numbers{data, !data.empty() && data[0] == std::byte{'I'}};
  const std::size_t directory = numbers.at(4, 4);
  const std::size_t num_tags = numbers.at(directory, 2);
  std::vector<FurtherJpeg> pictures;
  for (std::size_t tag = directory + 2; tag < directory + 2 + 12 * num_tags && tag < data.size(); tag += 12) {
    if (numbers.at(tag, 2) != entries_tag) {
      continue;
    }
    const std::size_t begin = numbers.at(tag + 8, 4);
    const std::size_t entries_end = std::min<std::size_t>(begin + numbers.at(tag + 4, 4), data.size());
    for (std::size_t entry = begin; entry + entry_size <= entries_end; entry += entry_size) {
      // Offsets start behind the mark.
      const std::size_t at = index.at + 4 + numbers.at(entry + 8, 4);
      const std::size_t size = numbers.at(entry + 4, 4);
      if (at >= end && at < file.size() && is_jpeg(file.subspan(at))) {
        pictures.push_back({.begin = at, .end = at + std::min(size, file.size() - at)});
      }
    }
  }
  std::ranges::sort(pictures, {}, &FurtherJpeg::begin);
  const auto repeated = std::ranges::unique(pictures, {}, &FurtherJpeg::begin);
  pictures.erase(repeated.begin(), repeated.end());
  return pictures;
}

}  // namespace

FurtherJpegs further_jpegs(std::span<const std::byte> file, std::size_t end) {
  constexpr std::uint8_t index_marker = 0xE2;
  if (file.size() - end < 4) {
    return {.end = end};
  }
  std::vector<FurtherJpeg> pictures;
  bool has_gain_map = false;
  for_each_segment(file, 0, [&](const Segment& segment) {
    has_gain_map = has_gain_map || mentions_gain_map(segment);
    if (pictures.empty() && segment.marker == index_marker && segment.text().starts_with("MPF\0"sv)) {
      pictures = indexed_pictures(file, segment, end);
    }
  });
  if (pictures.empty() && is_jpeg(file.subspan(end))) {
    pictures.push_back({.begin = end, .end = file.size()});
  }
  FurtherJpegs further{.end = end};
  constexpr std::size_t max_named = 4;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    FurtherJpeg& picture = pictures[i];
    further.end = std::max(further.end, picture.end);
    if (i >= max_named) {
      continue;
    }
    read_header(picture, file);
    // The first picture announces its gain map, whose own description may be missing.
    const bool is_gain_map = picture.is_gain_map || (has_gain_map && pictures.size() == 1);
    const std::string size =
        picture.width > 0 && picture.height > 0 ? fmt::format(" ({}x{} pixels)", picture.width, picture.height) : "";
    add_note(further.note, fmt::format("{} picture{}{}{} is not read", i == 0 ? "a second" : "another",
                                       is_gain_map ? ", its gain map" : "", size, is_gain_map ? "," : ""));
  }
  if (pictures.size() > max_named) {
    add_note(further.note, fmt::format("{} more pictures are not read", pictures.size() - max_named));
  }
  return further;
}

}  // namespace texelscope::app
