#include <gtest/gtest.h>
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
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/images/image_convert.h"
#include "app/images/save_image.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

/// One image in each format, and comparisons of all pairs of these files.
namespace texelscope::app {
namespace {

using tests::number;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

/// An image of 11 × 9 pixels with 8-bit red, green and blue.
Image format_picture() { return load_image(fs::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "lossless.webp"); }

std::string format_text(const Image& image) {
  return {reinterpret_cast<const char*>(image.pixels.data()), image.pixels.size()};
}

/// The values of an image in the byte order of netpbm files.
std::string big_endian_samples(const Image& image) {
  std::string text = format_text(image);
  for (std::size_t at = 0; at + 1 < text.size(); at += 2) {
    std::swap(text[at], text[at + 1]);
  }
  return text;
}

std::string ppm_file(const Image& image) {
  const bool is_wide = image.type == gpu::DataType::uint16;
  return fmt::format("P6\n{} {}\n{}\n", image.width, image.height, is_wide ? 65535 : 255) +
         (is_wide ? big_endian_samples(image) : format_text(image));
}

/// The rows from bottom to top, blue first, each padded to a multiple of `row_multiple` bytes.
std::string bottom_up_rows(const Image& image, std::size_t row_multiple) {
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

std::string bmp_file(const Image& image) {
  const std::string rows = bottom_up_rows(image, 4);
  return "BM" + number(54 + rows.size(), 4) + number(0, 4) + number(54, 4) + number(40, 4) +
         number(static_cast<std::uint64_t>(image.width), 4) + number(static_cast<std::uint64_t>(image.height), 4) +
         number(1, 2) + number(24, 2) + number(0, 24) + rows;
}

std::string tga_file(const Image& image) {
  return number(2 << 16, 8) + number(0, 4) + number(static_cast<std::uint64_t>(image.width), 2) +
         number(static_cast<std::uint64_t>(image.height), 2) + number(24, 1) + number(0, 1) + bottom_up_rows(image, 1);
}

std::string tiff_file(const Image& image) {
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

std::string dds_file(const Image& image) {
  const auto extent = [](int value) { return number(static_cast<std::uint64_t>(value), 4); };
  return "DDS " + number(124, 4) + number(0x1007, 4) + extent(image.height) + extent(image.width) + number(0, 12) +
         number(0, 44) + number(32, 4) + number(0x40, 4) + number(0, 4) + number(24, 4) + number(0xFF, 4) +
         number(0xFF00, 4) + number(0xFF0000, 4) + number(0, 4) + number(0x1000, 4) + number(0, 16) +
         format_text(image);
}

std::string ktx2_file(const Image& image) {
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
std::string pfm_file(const Image& image) {
  const std::string samples = format_text(image);
  const std::size_t row_bytes = 12 * static_cast<std::size_t>(image.width);
  std::string text = fmt::format("PF\n{} {}\n-1.0\n", image.width, image.height);
  for (std::size_t row = static_cast<std::size_t>(image.height); row-- > 0;) {
    text += samples.substr(row * row_bytes, row_bytes);
  }
  return text;
}

/// The file is uncompressed. Mantissas are rounded to nearest, and share an exponent.
std::string radiance_file(const Image& image) {
  std::string text = fmt::format("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {} +X {}\n", image.height, image.width);
  for (std::size_t at = 0; at < image.pixels.size() / sizeof(float); at += 3) {
    float largest = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      largest = std::max(largest, sample_of<float>(image, at + channel));
    }
    int exponent = 0;
    static_cast<void>(std::frexp(largest * 256 / 255.5F, &exponent));
    for (std::size_t channel = 0; channel < 3; ++channel) {
      text += static_cast<char>(std::lround(std::ldexp(sample_of<float>(image, at + channel), 8 - exponent)));
    }
    text += static_cast<char>(exponent + 128);
  }
  return text;
}

/// A JPEG file with red, green and blue, without color conversion and at the best quality.
std::string jpeg_file(const Image& image) {
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

struct FormatFile {
  std::string name;
  /// The largest error of a channel as displayed, in 16-bit steps: JPEG rounds, halves have 11 bits of linear light,
  /// and Radiance texels have 8 bits for their largest channel.
  double error = 0;
  bool is_float = false;
};

std::vector<FormatFile> write_formats(const TemporaryFolder& folder) {
  const Image bytes = format_picture();
  const Image wide = with_16_bits(bytes);
  const Image floats = with_linear_floats(bytes);
  save_png(folder / "8.png", bytes);
  save_image(folder / "16.png", wide, {.png_bits = 16});
  save_image(folder / "linear.exr", floats);
  fs::copy_file(fs::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "lossless.webp", folder / "lossless.webp");
  const auto write = [&](const char* name, const std::string& text) { static_cast<void>(folder.write(name, text)); };
  write("8.ppm", ppm_file(bytes));
  write("16.ppm", ppm_file(wide));
  write("8.bmp", bmp_file(bytes));
  write("8.tga", tga_file(bytes));
  write("8.tif", tiff_file(bytes));
  write("16.tif", tiff_file(wide));
  write("float.tif", tiff_file(floats));
  write("8.dds", dds_file(bytes));
  write("8.ktx2", ktx2_file(bytes));
  write("float.ktx2", ktx2_file(floats));
  write("float.pfm", pfm_file(floats));
  write("rgbe.hdr", radiance_file(floats));
  write("8.jpg", jpeg_file(bytes));
  constexpr double jpeg_error = 257;
  constexpr double rgbe_error = 2000;
  constexpr double rounding = 1;
  return {{"8.png"},
          {"16.png"},
          {"8.ppm"},
          {"16.ppm"},
          {"8.bmp"},
          {"8.tga"},
          {"8.tif"},
          {"16.tif"},
          {"8.dds"},
          {"8.ktx2"},
          {"lossless.webp"},
          {"8.jpg", jpeg_error},
          {"linear.exr", rounding, true},
          {"float.tif", rounding, true},
          {"float.ktx2", rounding, true},
          {"float.pfm", rounding, true},
          {"rgbe.hdr", rgbe_error, true}};
}

/// The largest error between two files as displayed, in 16-bit steps; infinite if they cannot be compared.
double shown_error(const fs::path& one, const fs::path& other) {
  ComparisonRules rules;
  rules.initial.hdr = HdrHandling::clamp;
  const PairResult result = compare_file_pair({"pair", one, other}, rules, {}, KeepImages::no);
  if (!result.comparison) {
    ADD_FAILURE() << result.failures.front();
    return std::numeric_limits<double>::infinity();
  }
  return result.comparison->max_error * (result.comparison->type == gpu::DataType::uint8 ? 257 : 1);
}

TEST(FormatPairs, OfOneImageAreEqualInEveryFormat) {
  const TemporaryFolder folder;
  const std::vector<FormatFile> files = write_formats(folder);
  for (const FormatFile& one : files) {
    for (const FormatFile& other : files) {
      SCOPED_TRACE(one.name + " and " + other.name);
      EXPECT_LE(shown_error(folder / one.name, folder / other.name), one.error + other.error);
      // Without clamping, floats and integers cannot be compared.
      const PairResult stored =
          compare_file_pair({"pair", folder / one.name, folder / other.name}, {}, {}, KeepImages::no);
      if (one.is_float != other.is_float) {
        ASSERT_EQ(stored.failures.size(), 1U);
        EXPECT_NE(stored.failures[0].find("the values are"), std::string::npos) << stored.failures[0];
      } else if (one.error == 0 && other.error == 0) {
        EXPECT_EQ(stored.failures, std::vector<std::string>{});
      }
    }
  }
}

TEST(FormatPairs, OfImagesThatDifferInOneByteDifferInEveryFormat) {
  const TemporaryFolder folder;
  const std::vector<FormatFile> files = write_formats(folder);
  Image changed = format_picture();
  changed.pixels[100] ^= std::byte{0x80};
  save_png(folder / "changed.png", changed);
  for (const FormatFile& file : files) {
    EXPECT_GT(shown_error(folder / "changed.png", folder / file.name), file.error) << file.name;
  }
}

}  // namespace
}  // namespace texelscope::app
