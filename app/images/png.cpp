#include "app/images/image_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <span>
#include <string_view>
#include <utility>

#include "app/images/image_convert.h"

namespace texelscope::app {
namespace {

using Bytes = std::vector<std::byte>;

void append_number(Bytes& bytes, std::uint32_t number) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    bytes.push_back(static_cast<std::byte>(number >> shift & 0xFFU));
  }
}

/// A chunk of a PNG file: length, kind, data and their checksum (PNG specification, 5.3).
void append_chunk(Bytes& png, std::string_view kind, std::span<const std::byte> data) {
  append_number(png, static_cast<std::uint32_t>(data.size()));
  const std::size_t begin = png.size();
  for (const char sign : kind) {
    png.push_back(static_cast<std::byte>(sign));
  }
  png.insert(png.end(), data.begin(), data.end());
  append_number(
      png, static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(&png[begin]), png.size() - begin)));
}

/// What the filters of a row predict a byte from: those to its left, above it, and above the left one.
struct Neighbours {
  int left;
  int above;
  int above_left;
};

int paeth(const Neighbours& of) {
  const int estimate = of.left + of.above - of.above_left;
  const int to_left = std::abs(estimate - of.left);
  const int to_above = std::abs(estimate - of.above);
  const int to_above_left = std::abs(estimate - of.above_left);
  if (to_left <= to_above && to_left <= to_above_left) {
    return of.left;
  }
  return to_above <= to_above_left ? of.above : of.above_left;
}

/// By the numbers of the filters (PNG specification, 9.2).
constexpr std::array predictions{+[](const Neighbours&) { return 0; }, +[](const Neighbours& of) { return of.left; },
                                 +[](const Neighbours& of) { return of.above; },
                                 +[](const Neighbours& of) { return (of.left + of.above) / 2; }, &paeth};

/// A row as differences from what a filter predicts, with the filter's number before it.
Bytes filtered(std::span<const std::byte> row, std::span<const std::byte> above, std::size_t channels,
               std::size_t filter) {
  Bytes differences{static_cast<std::byte>(filter)};
  differences.reserve(row.size() + 1);
  const auto value = [](std::span<const std::byte> bytes, std::size_t at) {
    return bytes.empty() ? 0 : std::to_integer<int>(bytes[at]);
  };
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool is_first = i < channels;
    const Neighbours of{.left = is_first ? 0 : value(row, i - channels),
                        .above = value(above, i),
                        .above_left = is_first ? 0 : value(above, i - channels)};
    differences.push_back(static_cast<std::byte>(value(row, i) - predictions[filter](of)));
  }
  return differences;
}

/// How far the differences are from 0 in all: what is near compresses well.
std::size_t weight(std::span<const std::byte> differences) {
  std::size_t sum = 0;
  for (const std::byte difference : differences.subspan(1)) {
    sum += static_cast<std::size_t>(std::abs(static_cast<std::int8_t>(std::to_integer<int>(difference))));
  }
  return sum;
}

/// All rows, each by the filter that leaves the least.
Bytes filtered_rows(const Image& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  const std::size_t pitch = static_cast<std::size_t>(image.width) * channels;
  Bytes rows;
  rows.reserve((pitch + 1) * static_cast<std::size_t>(image.height));
  std::span<const std::byte> above;
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    const std::span row = std::span(image.pixels).subspan(y * pitch, pitch);
    Bytes best = filtered(row, above, channels, 0);
    for (std::size_t filter = 1; filter < predictions.size(); ++filter) {
      Bytes candidate = filtered(row, above, channels, filter);
      if (weight(candidate) < weight(best)) {
        best = std::move(candidate);
      }
    }
    rows.insert(rows.end(), best.begin(), best.end());
    above = row;
  }
  return rows;
}

Bytes compressed(std::span<const std::byte> data) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  Bytes bytes(size);
  if (compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(data.data()),
                static_cast<uLong>(data.size()), Z_DEFAULT_COMPRESSION) != Z_OK) {
    throw std::bad_alloc();
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::vector<std::byte> encode_png(const Image& image) {
  const Image encoded = with_8_bits(image);
  // Grey, grey with alpha, colour, colour with alpha (PNG specification, 11.2.2).
  constexpr std::array color_types{0U, 4U, 2U, 6U};
  Bytes header;
  append_number(header, static_cast<std::uint32_t>(encoded.width));
  append_number(header, static_cast<std::uint32_t>(encoded.height));
  const unsigned color_type = color_types[static_cast<std::size_t>(encoded.channels - 1)];
  for (const unsigned value : {8U, color_type, 0U, 0U, 0U}) {
    header.push_back(static_cast<std::byte>(value));
  }
  Bytes png;
  for (const unsigned value : {0x89U, 0x50U, 0x4EU, 0x47U, 0x0DU, 0x0AU, 0x1AU, 0x0AU}) {
    png.push_back(static_cast<std::byte>(value));
  }
  append_chunk(png, "IHDR", header);
  append_chunk(png, "IDAT", compressed(filtered_rows(encoded)));
  append_chunk(png, "IEND", {});
  return png;
}

}  // namespace texelscope::app
