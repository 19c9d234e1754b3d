#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/formats/color_note.h"
#include "app/images/formats/picture_decoders.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// One texel: red, green, blue and their exponent.
using Rgbe = std::array<std::uint8_t, 4>;

/// One line of the header.
std::string_view header_line(const PictureFile& file, ByteReader& reader) {
  const std::string_view rest(reinterpret_cast<const char*>(file.bytes.data()) + reader.position(),
                              file.bytes.size() - reader.position());
  const std::size_t end = rest.find('\n');
  if (end == std::string_view::npos) {
    fail_reading(file, "unterminated header (truncated, or not a Radiance file)");
  }
  reader.skip(end + 1);
  return rest.substr(0, end);
}

/// Whether the channels of the next row are run-length encoded separately. @throws FileError if its width is wrong.
bool is_encoded_row(const PictureFile& file, const ByteReader& reader, std::size_t width) {
  const auto rest = file.bytes.subspan(reader.position());
  if (width < 8 || width >= 32768 || rest.size() < 4 || rest[0] != std::byte{2} || rest[1] != std::byte{2} ||
      rest[2] >= std::byte{128}) {
    return false;
  }
  const std::size_t texels = std::to_integer<std::size_t>(rest[2]) << 8U | std::to_integer<std::size_t>(rest[3]);
  if (texels != width) {
    fail_reading(file,
                 fmt::format("a row has {} pixels, but the image is {} pixels wide (damaged file)", texels, width));
  }
  return true;
}

void read_encoded_row(const PictureFile& file, ByteReader& reader, std::span<Rgbe> row) {
  reader.skip(4);
  for (std::size_t channel = 0; channel < 4; ++channel) {
    for (std::size_t x = 0; x < row.size();) {
      // A code above 128 begins a run of one value; any other is the number of literal values.
      const unsigned code = reader.byte();
      const std::size_t count = code > 128 ? code - 128 : code;
      if (count == 0 || count > row.size() - x) {
        fail_reading(file, "a run of pixels has an impossible length (damaged file)");
      }
      const std::uint8_t repeated = code > 128 ? reader.byte() : std::uint8_t{0};
      for (std::size_t step = 0; step < count; ++step, ++x) {
        row[x][channel] = code > 128 ? repeated : reader.byte();
      }
    }
  }
}

/// Reads plain texels, or runs of whole texels, as programs wrote them before 1991: (1, 1, 1, n) repeats the previous
/// texel n times; another such texel directly after it counts 256 times as much, and so on.
void read_plain_row(const PictureFile& file, ByteReader& reader, std::span<Rgbe> row) {
  unsigned shift = 0;
  for (std::size_t x = 0; x < row.size();) {
    const auto stored = reader.take(4);
    const Rgbe texel{std::to_integer<std::uint8_t>(stored[0]), std::to_integer<std::uint8_t>(stored[1]),
                     std::to_integer<std::uint8_t>(stored[2]), std::to_integer<std::uint8_t>(stored[3])};
    if (texel[0] != 1 || texel[1] != 1 || texel[2] != 1) {
      row[x++] = texel;
      shift = 0;
      continue;
    }
    const std::size_t count = shift < 24 ? std::size_t{texel[3]} << shift : row.size() + 1;
    if (x == 0 || count > row.size() - x) {
      fail_reading(file, "a run of pixels has an impossible length (damaged file)");
    }
    std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(x), count, row[x - 1]);
    x += count;
    shift += 8;
  }
}

/// Adds color settings in a line of the header, which are not applied.
void add_hdr_colors(std::string_view line, Image& image) {
  for (const std::string_view factor : {"EXPOSURE=", "COLORCORR="}) {
    if (!line.starts_with(factor)) {
      continue;
    }
    // Each program that changes the exposure adds a line.
    const std::string name(factor.substr(0, factor.size() - 1));
    const std::string value(line.substr(factor.size()));
    if (const auto known = std::ranges::find(image.facts, name, &FileFact::name); known != image.facts.end()) {
      known->value += " and " + value;
      return;
    }
    image.facts.push_back({name, value});
    add_note(image.note, fmt::format("its {} is not applied: values are as stored", name));
  }
  constexpr std::string_view primaries = "PRIMARIES=";
  if (!line.starts_with(primaries) ||
      std::ranges::find(image.facts, "color space", &FileFact::name) != image.facts.end()) {
    return;
  }
  // x and y of red, green, blue and white; invalid numbers do not match those of sRGB.
  std::istringstream numbers{std::string(line.substr(primaries.size()))};
  Chromaticities colors{};
  for (std::size_t i = 0; i < colors.size(); ++i) {
    double value = 0;
    numbers >> value;
    colors[(i + 2) % colors.size()] = static_cast<std::int32_t>(std::lround(std::clamp(value, -9.0, 9.0) * 100000));
  }
  add_gamma(image, {}, colors);
}

/// "-Y height +X width".
std::array<std::uint64_t, 2> extents_from(std::string_view line, const PictureFile& file) {
  const std::size_t second = line.find(" +X ");
  if (!line.starts_with("-Y ") || second == std::string_view::npos) {
    fail_reading(file, "unsupported orientation: rows must run from top to bottom and left to right");
  }
  const auto number = [&](std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      fail_reading(file, "its size is not a number (damaged file)");
    }
    return value;
  };
  return {number(line.substr(second + 4)), number(line.substr(3, second - 3))};
}

}  // namespace

bool is_hdr(std::span<const std::byte> bytes) {
  constexpr std::string_view magics[] = {"#?RADIANCE", "#?RGBE"};
  return std::ranges::any_of(magics, [&](std::string_view magic) {
    return bytes.size() > magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
  });
}

Image decode_hdr(const PictureFile& file) {
  ByteReader reader(file);
  Image colors;
  for (std::string_view line = header_line(file, reader); !line.empty(); line = header_line(file, reader)) {
    if (line.starts_with("FORMAT=") && line != "FORMAT=32-bit_rle_rgbe") {
      fail_reading(file, fmt::format("its pixels are not RGBE: its header says '{}'", shown_line(line, 80)));
    }
    add_hdr_colors(line, colors);
  }
  const auto [width, height] = extents_from(header_line(file, reader), file);
  Image image = make_image(file, width, height, 3, gpu::DataType::float32);
  image.note = std::move(colors.note);
  image.facts = std::move(colors.facts);
  std::vector<Rgbe> row(width);
  std::byte* to = image.pixels.data();
  for (std::uint64_t y = 0; y < height; ++y) {
    if (is_encoded_row(file, reader, width)) {
      read_encoded_row(file, reader, row);
    } else {
      read_plain_row(file, reader, row);
    }
    for (const Rgbe& texel : row) {
      const float scale = texel[3] == 0 ? 0.0F : std::ldexp(1.0F, texel[3] - (128 + 8));
      const float rgb[] = {static_cast<float>(texel[0]) * scale, static_cast<float>(texel[1]) * scale,
                           static_cast<float>(texel[2]) * scale};
      std::memcpy(to, rgb, sizeof(rgb));
      to += sizeof(rgb);
    }
  }
  note_rest(image, file, reader.position());
  return image;
}

}  // namespace texelscope::app
