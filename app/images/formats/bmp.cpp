#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "app/images/formats/color_note.h"
#include "app/images/formats/picture_decoders.h"

/// Bitmaps of Windows and OS/2 (Microsoft: "Bitmap Storage", [MS-WMF] 2.2.2.3; OS/2: "Bitmap File Format").
namespace texelscope::app {
namespace {

enum class BmpCompression : std::uint32_t { none = 0, rle8 = 1, rle4 = 2, masks = 3, alpha_masks = 6 };

using BmpColor = std::array<std::byte, 3>;

/// The bits of a pixel for one channel.
struct BmpMask {
  std::uint32_t bits = 0;

  [[nodiscard]] std::byte of(std::uint32_t pixel) const {
    if (bits == 0) {
      return std::byte{0};
    }
    const int shift = std::countr_zero(bits);
    const std::uint32_t value = (pixel & bits) >> shift;
    const std::uint32_t maximum = bits >> shift;
    return maximum == 255 ? static_cast<std::byte>(value) : scaled_to_byte(value, maximum);
  }
};

struct BmpHeader {
  std::size_t pixels_at = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool is_top_down = false;
  unsigned bits = 0;
  BmpCompression compression = BmpCompression::none;
  /// Red, green, blue, alpha.
  std::array<BmpMask, 4> masks{};
  std::vector<BmpColor> palette{};
};

/// Red, green, blue and alpha for headers without masks.
std::array<BmpMask, 4> default_masks(unsigned bits) {
  if (bits == 16) {
    return {{{0x7C00}, {0x03E0}, {0x001F}, {}}};
  }
  return {{{0xFF0000}, {0x00FF00}, {0x0000FF}, {}}};
}

void read_palette(const PictureFile& file, ByteReader& reader, std::uint32_t used, bool is_core, BmpHeader& header) {
  if (header.bits > 8) {
    return;
  }
  const std::size_t color_bytes = is_core ? 3 : 4;
  const std::size_t all = std::size_t{1} << header.bits;
  std::size_t count = used == 0 ? all : std::min<std::size_t>(used, all);
  // Palettes that overlap their pixels are common. Without an offset, the pixels follow a complete palette.
  const std::size_t pixels_at = header.pixels_at == 0 ? file.bytes.size() : header.pixels_at;
  const std::size_t end = std::min(std::max(pixels_at, reader.position()), file.bytes.size());
  count = std::min(count, (end - reader.position()) / color_bytes);
  for (std::size_t i = 0; i < count; ++i) {
    const auto color = reader.take(color_bytes);
    header.palette.push_back({color[2], color[1], color[0]});
  }
  if (header.palette.empty()) {
    fail_reading(file, "its pixels overlap its palette (damaged file)");
  }
}

void require_known(const PictureFile& file, const BmpHeader& header, std::uint32_t planes, std::uint32_t compression) {
  const bool fits = compression == 0 || (compression == 1 && header.bits == 8) ||
                    (compression == 2 && header.bits == 4) ||
                    ((compression == 3 || compression == 6) && (header.bits == 16 || header.bits == 32));
  if (!fits || (header.is_top_down && (compression == 1 || compression == 2))) {
    fail_reading(file, fmt::format("unsupported BMP compression {} with {} bits per pixel{}", compression, header.bits,
                                   header.is_top_down ? ", top down" : ""));
  }
  constexpr unsigned known_bits[] = {1, 2, 4, 8, 16, 24, 32};
  if (std::ranges::find(known_bits, header.bits) == std::end(known_bits) || planes != 1) {
    fail_reading(file,
                 fmt::format("its BMP header has {} bits per pixel in {} planes (damaged file)", header.bits, planes));
  }
}

/// Checks the masks of a header that has some: each must be a run of bits inside the pixel, and no two may overlap.
void require_masks(const PictureFile& file, const BmpHeader& header) {
  std::uint32_t taken = 0;
  for (const BmpMask& mask : header.masks) {
    const std::uint32_t bits = mask.bits >> std::countr_zero(mask.bits | 0x80000000U);
    const bool is_outside = header.bits == 16 && mask.bits > 0xFFFF;
    if ((bits & (bits + 1)) != 0 || is_outside || (mask.bits & taken) != 0) {
      fail_reading(file, fmt::format("its mask {:#x} {} (damaged file)", mask.bits,
                                     is_outside                 ? "is wider than a 16-bit pixel"
                                     : (mask.bits & taken) != 0 ? "overlaps another mask"
                                                                : "has gaps"));
    }
    taken |= mask.bits;
  }
  if ((header.masks[0].bits | header.masks[1].bits | header.masks[2].bits) == 0) {
    fail_reading(file, "its red, green and blue masks are 0 (damaged file)");
  }
}

/// Sets the start of the pixels: the offset in the header, or directly after what was read. @throws FileError if the
/// pixels would start inside the header.
void place_pixels(const PictureFile& file, ByteReader& reader, std::uint32_t used, BmpHeader& header) {
  if (header.pixels_at == 0) {
    // A palette for displays with few colors may also precede pixels with many bits.
    reader.skip(header.bits > 8 ? std::size_t{4} * used : 0);
    header.pixels_at = reader.position();
  }
  if (header.pixels_at < reader.position()) {
    fail_reading(file, fmt::format("its pixels begin at byte {}, but its header ends at byte {} (damaged file)",
                                   header.pixels_at, reader.position()));
  }
}

BmpHeader read_bmp_header(const PictureFile& file, ByteReader& reader) {
  constexpr std::uint32_t core_size = 12;
  constexpr std::uint32_t os2_size = 64;
  constexpr std::uint32_t info_size = 40;
  constexpr std::uint32_t known_sizes[] = {core_size, 16, info_size, 52, 56, os2_size, 108, 124};
  BmpHeader header;
  reader.move_to(10);
  header.pixels_at = reader.number_32();
  const std::size_t begin = reader.position();
  const std::uint32_t size = reader.number_32();
  if (std::ranges::find(known_sizes, size) == std::end(known_sizes)) {
    fail_reading(file, fmt::format("unknown BMP header of {} bytes (damaged file)", size));
  }
  const bool is_core = size == core_size;
  const std::uint32_t width = is_core ? reader.number_16() : reader.number_32();
  const std::uint32_t height = is_core ? reader.number_16() : reader.number_32();
  if (!is_core && width > 0x7FFFFFFFU) {
    fail_reading(file, fmt::format("its width is {} pixels (damaged file)", static_cast<std::int32_t>(width)));
  }
  // A negative height counts rows from the top.
  header.is_top_down = height > 0x80000000U && !is_core;
  header.width = width;
  header.height = header.is_top_down ? 0U - height : height;
  const std::uint32_t planes = reader.number_16();
  header.bits = reader.number_16();
  std::uint32_t compression = 0;
  std::uint32_t used = 0;
  if (size >= info_size) {
    compression = reader.number_32();
    reader.skip(12);
    used = reader.number_32();
    reader.skip(4);
  }
  // OS/2's value 3 differs from that of Windows.
  if (size == os2_size && compression == 3) {
    fail_reading(file, "unsupported OS/2 Huffman compression");
  }
  require_known(file, header, planes, compression);
  header.compression = static_cast<BmpCompression>(compression);
  header.masks = default_masks(header.bits);
  const bool has_masks =
      header.compression == BmpCompression::masks || header.compression == BmpCompression::alpha_masks;
  // The masks are the first fields that larger headers add, or follow the smallest header.
  const bool has_alpha = header.compression == BmpCompression::alpha_masks || (has_masks && size >= 56);
  std::size_t masks_end = 0;
  if (has_masks) {
    for (std::size_t i = 0; i < (has_alpha ? 4U : 3U); ++i) {
      header.masks[i].bits = reader.number_32();
    }
    require_masks(file, header);
    masks_end = reader.position();
  }
  reader.move_to(std::max(begin + size, masks_end));
  read_palette(file, reader, used, is_core, header);
  place_pixels(file, reader, used, header);
  return header;
}

/// Adds the color space of a header of version 4 or 5 (BITMAPV4HEADER, BITMAPV5HEADER). Returns the end of a profile,
/// which may follow the pixels; otherwise 0.
std::size_t add_bmp_colors(const PictureFile& file, Image& image) {
  constexpr std::size_t begin = 14;
  constexpr std::uint32_t sizes[] = {108, 124};
  constexpr std::uint32_t plain_kinds[] = {0x73524742, 0x57696E20};    // "sRGB", "Win "
  constexpr std::uint32_t profile_kinds[] = {0x4D424544, 0x4C494E4B};  // "MBED", "LINK"
  ByteReader reader(file);
  const auto number_at = [&](std::size_t place) {
    reader.move_to(begin + place);
    return reader.number_32();
  };
  const std::uint32_t size = number_at(0);
  if (std::ranges::find(sizes, size) == std::end(sizes)) {
    return 0;
  }
  const std::uint32_t kind = number_at(56);
  const auto numbers = reader.take(48);
  if (std::ranges::find(plain_kinds, kind) != std::end(plain_kinds)) {
    add_color_fact(image, "sRGB");
  } else if (std::ranges::find(profile_kinds, kind) != std::end(profile_kinds) && size == sizes[1]) {
    const std::size_t place = std::min<std::size_t>(begin + number_at(112), file.bytes.size());
    const std::size_t bytes = std::min<std::size_t>(number_at(116), file.bytes.size() - place);
    add_color_fact(image, "ICC profile", file.bytes.subspan(place, bytes));
    return place + bytes;
  } else if (std::ranges::any_of(numbers, [](std::byte byte) { return byte != std::byte{0}; })) {
    add_color_fact(image, "calibrated RGB", numbers);
  }
  return 0;
}

/// Palette indices of the pixels, rows in stored order.
using BmpNumbers = std::vector<std::uint8_t>;

/// Decodes runs and literal pixels; skipped pixels stay 0. Codes after a 0: 0 ends a row, 1 ends the image, and 2 moves
/// the position.
BmpNumbers read_runs(const PictureFile& file, ByteReader& reader, const BmpHeader& header) {
  const bool has_halves = header.compression == BmpCompression::rle4;
  BmpNumbers numbers(std::size_t{header.width} * header.height);
  std::size_t x = 0;
  std::size_t y = 0;
  // Programs pad rows to a multiple of four bytes, with pixels outside the image.
  const std::size_t padded_width = (std::size_t{header.width} * header.bits + 31) / 32 * (32 / header.bits);
  const auto put = [&](std::size_t index, std::uint32_t value) {
    const std::uint32_t number = !has_halves ? value : index % 2 == 0 ? value >> 4U : value & 15U;
    if (x >= padded_width) {
      fail_reading(file, fmt::format("its runs exceed the {} pixels of row {} (damaged file)", header.width, y));
    }
    if (x < header.width) {
      numbers[y * header.width + x] = static_cast<std::uint8_t>(number);
    }
    ++x;
  };
  while (y < header.height) {
    const std::size_t count = reader.byte();
    const std::uint8_t value = reader.byte();
    if (count > 0) {
      for (std::size_t i = 0; i < count; ++i) {
        put(i, value);
      }
    } else if (value == 0) {
      x = 0;
      ++y;
    } else if (value == 1) {
      return numbers;
    } else if (value == 2) {
      x += reader.byte();
      y += reader.byte();
      if (x > header.width || y > header.height) {
        fail_reading(file, fmt::format("its runs move to ({}, {}), outside the image (damaged file)", x, y));
      }
    } else {
      const std::size_t bytes = has_halves ? (std::size_t{value} + 1) / 2 : value;
      const auto literal = reader.take(bytes);
      for (std::size_t i = 0; i < value; ++i) {
        put(i, std::to_integer<std::uint32_t>(literal[has_halves ? i / 2 : i]));
      }
      if (bytes % 2 != 0) {
        reader.skip(1);
      }
    }
  }
  return numbers;
}

BmpNumbers read_numbers(ByteReader& reader, const BmpHeader& header) {
  const std::size_t pitch = (std::size_t{header.width} * header.bits + 31) / 32 * 4;
  const unsigned in_byte = 8 / header.bits;
  const unsigned mask = (1U << header.bits) - 1;
  BmpNumbers numbers;
  numbers.reserve(std::size_t{header.width} * header.height);
  for (std::uint32_t y = 0; y < header.height; ++y) {
    // The last row may lack its padding.
    const std::size_t needed = y + 1 == header.height ? (std::size_t{header.width} * header.bits + 7) / 8 : pitch;
    const auto row = reader.take(needed);
    for (std::uint32_t x = 0; x < header.width; ++x) {
      const unsigned shift = 8 - header.bits * (x % in_byte + 1);
      numbers.push_back(static_cast<std::uint8_t>(std::to_integer<unsigned>(row[x / in_byte]) >> shift & mask));
    }
  }
  return numbers;
}

}  // namespace

bool is_bmp(std::span<const std::byte> bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{'B'} && bytes[1] == std::byte{'M'};
}

Image decode_bmp(const PictureFile& file) {
  ByteReader reader(file);
  const BmpHeader header = read_bmp_header(file, reader);
  const bool has_alpha = header.masks[3].bits != 0;
  const std::size_t channels = has_alpha ? 4 : 3;
  Image image = make_image(file, header.width, header.height, static_cast<int>(channels), gpu::DataType::uint8);
  const std::size_t profile_end = add_bmp_colors(file, image);
  // The last row may be padded, and runs end with a code.
  const auto add_rest = [&] {
    const std::size_t end = header.pixels_at + (reader.position() - header.pixels_at + 3) / 4 * 4;
    add_unread_rest(image, file, std::max(end, profile_end));
  };
  const auto row_of = [&](std::uint32_t y) {
    const std::size_t row = header.is_top_down ? y : header.height - 1 - y;
    return image.pixels.data() + row * header.width * channels;
  };
  reader.move_to(header.pixels_at);
  if (header.bits <= 8) {
    const bool is_packed = header.compression == BmpCompression::none;
    const BmpNumbers numbers = is_packed ? read_numbers(reader, header) : read_runs(file, reader, header);
    for (std::uint32_t y = 0; y < header.height; ++y) {
      std::byte* to = row_of(y);
      for (std::uint32_t x = 0; x < header.width; ++x) {
        const std::size_t number = numbers[std::size_t{y} * header.width + x];
        if (number >= header.palette.size()) {
          fail_reading(file, fmt::format("a pixel has palette index {}, but the palette has {} colors (damaged file)",
                                         number, header.palette.size()));
        }
        to = std::ranges::copy(header.palette[number], to).out;
      }
    }
    if (is_packed) {
      add_rest();
    }
    return image;
  }
  const std::size_t pixel_bytes = header.bits / 8;
  const std::size_t row_bytes = pixel_bytes * header.width;
  std::uint32_t rest = header.bits == 32 ? 0xFFFFFFFFU : (1U << header.bits) - 1;
  for (const BmpMask& mask : header.masks) {
    rest &= ~mask.bits;
  }
  UnusedBits unused;
  for (std::uint32_t y = 0; y < header.height; ++y) {
    const auto row = reader.take(y + 1 == header.height ? row_bytes : (row_bytes + 3) / 4 * 4);
    std::byte* to = row_of(y);
    for (std::size_t at = 0; at < row_bytes; at += pixel_bytes) {
      std::uint32_t pixel = 0;
      for (std::size_t i = 0; i < pixel_bytes; ++i) {
        pixel |= std::to_integer<std::uint32_t>(row[at + i]) << 8 * i;
      }
      unused.add(pixel, rest);
      for (std::size_t i = 0; i < channels; ++i) {
        *to++ = header.masks[i].of(pixel);
      }
    }
  }
  unused.add_fact(image);
  add_rest();
  return image;
}

}  // namespace texelscope::app
