#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/images/formats/picture_decoders.h"

/// Truevision TGA ("Truevision TGA File Format Specification", version 2.0; the numbers of its fields in comments).
namespace texelscope::app {
namespace {

struct TgaHeader {
  std::size_t id_bytes = 0;       // 1
  bool has_palette = false;       // 2
  unsigned type = 0;              // 3: 1 palette, 2 color, 3 gray; 9, 10, 11 likewise, in runs
  std::size_t palette_first = 0;  // 4.1
  std::size_t palette_count = 0;  // 4.2
  unsigned palette_bits = 0;      // 4.3
  std::uint32_t width = 0;        // 5.3
  std::uint32_t height = 0;       // 5.4
  unsigned bits = 0;              // 5.5
  bool is_right_to_left = false;  // 5.6, bit 4
  bool is_top_down = false;       // 5.6, bit 5
  bool is_interleaved = false;    // 5.6, bits 6 and 7

  [[nodiscard]] bool has_runs() const { return type >= 9; }
  [[nodiscard]] unsigned kind() const { return has_runs() ? type - 8 : type; }
};

constexpr std::size_t tga_header_bytes = 18;

TgaHeader read_tga_header(ByteReader& reader) {
  TgaHeader header;
  header.id_bytes = reader.byte();
  header.has_palette = reader.byte() != 0;
  header.type = reader.byte();
  header.palette_first = reader.number_16();
  header.palette_count = reader.number_16();
  header.palette_bits = reader.byte();
  reader.skip(4);
  header.width = reader.number_16();
  header.height = reader.number_16();
  header.bits = reader.byte();
  const unsigned descriptor = reader.byte();
  header.is_right_to_left = (descriptor & 0x10U) != 0;
  header.is_top_down = (descriptor & 0x20U) != 0;
  header.is_interleaved = (descriptor & 0xC0U) != 0;
  return header;
}

/// Channels of a color with `bits` bits: in most files, the attribute bit of 16-bit colors is not alpha.
std::size_t channels_of(unsigned bits) { return bits == 32 ? 4 : 3; }

/// Adds the attribute bit of a color of 15 or 16 bits.
void add_attribute(std::span<const std::byte> stored, UnusedBits& unused) {
  if (stored.size() == 2) {
    unused.add(std::to_integer<unsigned>(stored[1]), 0x80);
  }
}

/// One color of 15, 16, 24 or 32 bits as red, green, blue and alpha.
std::array<std::byte, 4> color_of(std::span<const std::byte> stored) {
  if (stored.size() >= 3) {
    return {stored[2], stored[1], stored[0], stored.size() == 4 ? stored[3] : std::byte{255}};
  }
  const unsigned pixel = std::to_integer<unsigned>(stored[0]) | std::to_integer<unsigned>(stored[1]) << 8U;
  return {scaled_to_byte(pixel >> 10U & 31U, 31), scaled_to_byte(pixel >> 5U & 31U, 31),
          scaled_to_byte(pixel & 31U, 31), std::byte{255}};
}

bool is_color(unsigned bits) { return bits == 15 || bits == 16 || bits == 24 || bits == 32; }

bool is_readable(const TgaHeader& header) {
  switch (header.kind()) {
    case 1:
      return header.has_palette && (header.bits == 8 || header.bits == 16) && is_color(header.palette_bits);
    case 2:
      return is_color(header.bits);
    case 3:
      return header.bits == 8 || header.bits == 16;
    default:
      return false;
  }
}

/// Calls `put` with the bytes of each pixel, in the file's order. @throws FileError if a run exceeds the last pixel.
template <class Put>
void for_each_pixel(const PictureFile& file, ByteReader& reader, const TgaHeader& header, const Put& put) {
  const std::size_t pixel_bytes = (header.bits + 7) / 8;
  const std::size_t count = std::size_t{header.width} * header.height;
  if (!header.has_runs()) {
    for (std::size_t pixel = 0; pixel < count; ++pixel) {
      put(reader.take(pixel_bytes));
    }
    return;
  }
  for (std::size_t pixel = 0; pixel < count;) {
    const unsigned packet = reader.byte();
    const std::size_t length = (packet & 127U) + 1;
    if (length > count - pixel) {
      fail_reading(file, fmt::format("its last run has {} pixels, but only {} are left, at byte {} (damaged file)",
                                     length, count - pixel, reader.position() - 1));
    }
    const bool is_run = (packet & 128U) != 0;
    std::span<const std::byte> stored;
    for (std::size_t i = 0; i < length; ++i) {
      stored = is_run && i > 0 ? stored : reader.take(pixel_bytes);
      put(stored);
    }
    pixel += length;
  }
}

}  // namespace

bool is_tga(std::span<const std::byte> bytes) {
  if (bytes.size() < tga_header_bytes) {
    return false;
  }
  const auto byte = [&](std::size_t index) { return std::to_integer<unsigned>(bytes[index]); };
  const bool is_known_type = (byte(2) >= 1 && byte(2) <= 3) || (byte(2) >= 9 && byte(2) <= 11);
  return byte(1) <= 1 && is_known_type && (byte(16) == 8 || is_color(byte(16)));
}

Image decode_tga(const PictureFile& file) {
  ByteReader reader(file);
  const TgaHeader header = read_tga_header(reader);
  if (!is_readable(header) || header.is_interleaved) {
    const std::string palette =
        header.has_palette ? fmt::format("{} bits per palette color", header.palette_bits) : "no palette";
    fail_reading(file, fmt::format("unsupported TGA type {} with {} bits per pixel, {}{}", header.type, header.bits,
                                   palette, header.is_interleaved ? ", interleaved" : ""));
  }
  reader.skip(header.id_bytes);
  UnusedBits unused;
  std::vector<std::array<std::byte, 4>> palette;
  if (header.has_palette) {
    const std::size_t color_bytes = (header.palette_bits + 7) / 8;
    for (std::size_t i = 0; i < header.palette_count; ++i) {
      const auto stored = reader.take(color_bytes);
      // Other kinds may include an unused palette.
      if (header.kind() == 1) {
        palette.push_back(color_of(stored));
        add_attribute(stored, unused);
      }
    }
  }
  const std::size_t channels = header.kind() == 3   ? header.bits / 8
                               : header.kind() == 1 ? channels_of(header.palette_bits)
                                                    : channels_of(header.bits);
  Image image = make_image(file, header.width, header.height, static_cast<int>(channels), gpu::DataType::uint8);
  std::uint32_t column = 0;
  std::uint32_t row = 0;
  for_each_pixel(file, reader, header, [&](std::span<const std::byte> stored) {
    const std::size_t x = header.is_right_to_left ? header.width - 1 - column : column;
    const std::size_t y = header.is_top_down ? row : header.height - 1 - row;
    std::byte* const to = image.pixels.data() + (y * header.width + x) * channels;
    if (header.kind() == 3) {
      std::ranges::copy(stored, to);
    } else if (header.kind() == 2) {
      std::copy_n(color_of(stored).begin(), channels, to);
      add_attribute(stored, unused);
    } else {
      const std::size_t number = std::to_integer<std::size_t>(stored[0]) |
                                 (stored.size() == 2 ? std::to_integer<std::size_t>(stored[1]) << 8U : 0U);
      // A number below the first wraps around.
      if (number - header.palette_first >= palette.size()) {
        fail_reading(
            file,
            fmt::format("a pixel has palette index {}, but the palette has {} colors starting at {} (damaged file)",
                        number, palette.size(), header.palette_first));
      }
      std::copy_n(palette[number - header.palette_first].begin(), channels, to);
    }
    if (++column == header.width) {
      column = 0;
      ++row;
    }
  });
  unused.add_fact(image);
  // The extensions of version 2.0 are not pictures.
  constexpr std::string_view mark("TRUEVISION-XFILE.\0", 18);
  const std::string_view text(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  if (!text.ends_with(mark)) {
    add_unread_rest(image, file, reader.position());
  }
  return image;
}

}  // namespace texelscope::app
