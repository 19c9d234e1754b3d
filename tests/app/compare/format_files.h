#pragma once

// jpeglib.h requires these two headers first.
#include <cstddef>
#include <cstdio>
// After these.
#include <fmt/format.h>
#include <jpeglib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "app/images/image.h"
#include "tests/app/images/picture_bytes.h"

/// Files of an image with red, green and blue, written without the program's own writers.
namespace texelscope::tests {

[[nodiscard]] inline std::string format_text(const app::Image& image) {
  return {reinterpret_cast<const char*>(image.pixels.data()), image.pixels.size()};
}

/// The values of an image in the byte order of netpbm files.
[[nodiscard]] inline std::string big_endian_samples(const app::Image& image) {
  std::string text = format_text(image);
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    std::swap(text[at], text[at + 1]);
  }
  return text;
}

[[nodiscard]] inline std::string ppm_file(const app::Image& image) {
  const bool is_wide = image.type == gpu::DataType::uint16;
  return fmt::format("P6\n{} {}\n{}\n", image.width, image.height, is_wide ? 65535 : 255) +
         (is_wide ? big_endian_samples(image) : format_text(image));
}

/// The rows from bottom to top, blue first, each padded to a multiple of `row_multiple` bytes.
[[nodiscard]] inline std::string bottom_up_rows(const app::Image& image, std::size_t row_multiple) {
  const std::string samples = format_text(image);
  const std::size_t row_bytes = 3 * static_cast<std::size_t>(image.width);
  std::string text;
  for (std::size_t row = static_cast<std::size_t>(image.height); row-- > 0;) {
    for (std::size_t at = row * row_bytes; at < (row + 1) * row_bytes; at += 3) {
      text += {samples[at + 2], samples[at + 1], samples[at]};
    }
    text.append((row_multiple - row_bytes % row_multiple) % row_multiple, '\0');
  }
  return text;
}

[[nodiscard]] inline std::string bmp_file(const app::Image& image) {
  const std::string rows = bottom_up_rows(image, 4);
  return "BM" + number(54 + rows.size(), 4) + number(0, 4) + number(54, 4) + number(40, 4) +
         number(static_cast<std::uint64_t>(image.width), 4) + number(static_cast<std::uint64_t>(image.height), 4) +
         number(1, 2) + number(24, 2) + number(0, 24) + rows;
}

[[nodiscard]] inline std::string tga_file(const app::Image& image) {
  return number(2 << 16, 8) + number(0, 4) + number(static_cast<std::uint64_t>(image.width), 2) +
         number(static_cast<std::uint64_t>(image.height), 2) + number(24, 1) + number(0, 1) + bottom_up_rows(image, 1);
}

[[nodiscard]] inline std::string tiff_file(const app::Image& image) {
  const std::string pixels = format_text(image);
  const std::uint64_t bits = 8 * gpu::size_bytes(image.type);
  constexpr std::uint64_t directory_bytes = 2 + 12 * 10 + 4;
  std::string text = "II*" + number(0, 1) + number(8, 4) + number(10, 2);
  const auto field = [&](std::uint64_t tag, std::uint64_t value) {
    text += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4);
  };
  field(256, static_cast<std::uint64_t>(image.width));
  field(257, static_cast<std::uint64_t>(image.height));
  // Three 16-bit numbers, stored after the directory.
  text += number(258, 2) + number(3, 2) + number(3, 4) + number(8 + directory_bytes, 4);
  field(259, 1);
  field(262, 2);
  field(273, 8 + directory_bytes + 6);
  field(277, 3);
  field(278, static_cast<std::uint64_t>(image.height));
  field(279, pixels.size());
  field(339, image.type == gpu::DataType::float32 ? 3 : 1);
  return text + number(0, 4) + number(bits, 2) + number(bits, 2) + number(bits, 2) + pixels;
}

[[nodiscard]] inline std::string dds_file(const app::Image& image) {
  const auto extent = [](int value) { return number(static_cast<std::uint64_t>(value), 4); };
  return "DDS " + number(124, 4) + number(0x1007, 4) + extent(image.height) + extent(image.width) + number(0, 12) +
         number(0, 44) + number(32, 4) + number(0x40, 4) + number(0, 4) + number(24, 4) + number(0xFF, 4) +
         number(0xFF00, 4) + number(0xFF0000, 4) + number(0, 4) + number(0x1000, 4) + number(0, 16) +
         format_text(image);
}

[[nodiscard]] inline std::string ktx2_file(const app::Image& image) {
  constexpr std::uint64_t r8g8b8_srgb = 29;
  constexpr std::uint64_t r32g32b32_sfloat = 106;
  const bool is_float = image.type == gpu::DataType::float32;
  const auto extent = [](int value) { return number(static_cast<std::uint64_t>(value), 4); };
  return "\xabKTX 20\xbb\r\n\x1a\n" + number(is_float ? r32g32b32_sfloat : r8g8b8_srgb, 4) +
         number(is_float ? 4 : 1, 4) + extent(image.width) + extent(image.height) + number(0, 8) + number(1, 4) +
         number(1, 4) + number(0, 4) + number(0, 8) + number(104, 4) + number(0, 20) + number(104, 8) +
         number(image.pixels.size(), 8) + number(image.pixels.size(), 8) + format_text(image);
}

/// The rows are stored from bottom to top, in little-endian order.
[[nodiscard]] inline std::string pfm_file(const app::Image& image) {
  const std::string samples = format_text(image);
  const std::size_t row_bytes = 12 * static_cast<std::size_t>(image.width);
  std::string text = fmt::format("PF\n{} {}\n-1.0\n", image.width, image.height);
  for (std::size_t row = static_cast<std::size_t>(image.height); row-- > 0;) {
    text += samples.substr(row * row_bytes, row_bytes);
  }
  return text;
}

/// The file is uncompressed. Mantissas are rounded to nearest, and share an exponent.
[[nodiscard]] inline std::string radiance_file(const app::Image& image) {
  std::string text = fmt::format("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {} +X {}\n", image.height, image.width);
  for (std::size_t at = 0; at < image.pixels.size() / sizeof(float); at += 3) {
    float largest = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      largest = std::max(largest, app::sample_of<float>(image, at + channel));
    }
    int exponent = 0;
    static_cast<void>(std::frexp(largest * 256 / 255.5F, &exponent));
    for (std::size_t channel = 0; channel < 3; ++channel) {
      text += static_cast<char>(std::lround(std::ldexp(app::sample_of<float>(image, at + channel), 8 - exponent)));
    }
    text += static_cast<char>(exponent + 128);
  }
  return text;
}

/// A JPEG file with red, green and blue, without color conversion and at the best quality.
[[nodiscard]] inline std::string jpeg_file(const app::Image& image) {
  jpeg_error_mgr errors{};
  jpeg_compress_struct codec{};
  codec.err = jpeg_std_error(&errors);
  jpeg_create_compress(&codec);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&codec, &memory, &size);
  codec.image_width = static_cast<JDIMENSION>(image.width);
  codec.image_height = static_cast<JDIMENSION>(image.height);
  codec.input_components = 3;
  codec.in_color_space = JCS_RGB;
  jpeg_set_defaults(&codec);
  jpeg_set_colorspace(&codec, JCS_RGB);
  jpeg_set_quality(&codec, 100, TRUE);
  jpeg_start_compress(&codec, TRUE);
  std::string samples = format_text(image);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    auto* row = reinterpret_cast<JSAMPLE*>(samples.data()) + 3 * static_cast<std::size_t>(image.width) * y;
    jpeg_write_scanlines(&codec, &row, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  const std::string file(reinterpret_cast<const char*>(memory), size);
  std::free(memory);
  return file;
}

}  // namespace texelscope::tests
