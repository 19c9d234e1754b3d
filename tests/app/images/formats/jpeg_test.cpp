#include <gtest/gtest.h>
// jpeglib.h requires these two headers first.
#include <cstddef>
#include <cstdio>
// After them.
#include <jpeglib.h>
#include <stb/stb_image.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::number;
using tests::samples_of;

struct JpegKind {
  int channels = 3;
  J_COLOR_SPACE space = JCS_RGB;
  std::vector<jpeg_scan_info> scans{};
  /// The size; all rows and columns of the image differ.
  int width = 32;
  int height = 24;
  bool has_adobe_marker = true;
  bool has_arithmetic_coding = false;
};

std::string jpeg_of(const JpegKind& kind) {
  jpeg_error_mgr errors{};
  jpeg_compress_struct codec{};
  codec.err = jpeg_std_error(&errors);
  jpeg_create_compress(&codec);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&codec, &memory, &size);
  codec.image_width = static_cast<JDIMENSION>(kind.width);
  codec.image_height = static_cast<JDIMENSION>(kind.height);
  codec.input_components = kind.channels;
  codec.in_color_space = kind.space;
  jpeg_set_defaults(&codec);
  jpeg_set_quality(&codec, 98, TRUE);
  codec.write_Adobe_marker = static_cast<boolean>(codec.write_Adobe_marker && kind.has_adobe_marker);
  codec.arith_code = static_cast<boolean>(kind.has_arithmetic_coding);
  if (!kind.scans.empty()) {
    codec.scan_info = kind.scans.data();
    codec.num_scans = static_cast<int>(kind.scans.size());
  }
  jpeg_start_compress(&codec, TRUE);
  std::vector<JSAMPLE> row(static_cast<std::size_t>(kind.width * kind.channels));
  for (int y = 0; y < kind.height; ++y) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = static_cast<JSAMPLE>(40 + static_cast<int>(i) + 3 * y);
    }
    JSAMPROW rows = row.data();
    jpeg_write_scanlines(&codec, &rows, 1);
  }
  jpeg_finish_compress(&codec);
  jpeg_destroy_compress(&codec);
  std::string text(reinterpret_cast<const char*>(memory), size);
  std::free(memory);
  return text;
}

/// Inserts a marker after the start-of-image marker.
std::string with_marker(const std::string& jpeg, int marker, const std::string& data) {
  const auto size = static_cast<int>(data.size() + 2);
  return jpeg.substr(0, 2) + bytes({0xFF, marker, size >> 8, size & 255}) + data + jpeg.substr(2);
}

TEST(Jpeg, IsReadAsASecondDecoderReadsIt) {
  for (const auto& [channels, space] : {std::pair{1, JCS_GRAYSCALE}, std::pair{3, JCS_RGB}}) {
    const std::string jpeg = jpeg_of({.channels = channels, .space = space});
    const Image image = decoded(jpeg);
    int width = 0;
    int height = 0;
    int found = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> expected(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(jpeg.data()), static_cast<int>(jpeg.size()), &width,
                              &height, &found, 0),
        stbi_image_free);
    ASSERT_NE(expected, nullptr);
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.height, height);
    EXPECT_EQ(image.channels, found);
    EXPECT_EQ(image.note, "");
    const auto values = samples_of(image);
    for (std::size_t i = 0; i < values.size(); ++i) {
      // The standard does not specify the decoder's rounding.
      ASSERT_NEAR(values[i], expected.get()[i], 4) << i;
    }
  }
}

TEST(Jpeg, IsRotatedByItsExifOrientation) {
  const std::string stored = jpeg_of({});
  const std::string exif = std::string("Exif\0\0II*\0", 10) + number(8, 4) + number(1, 2) + number(274, 2) +
                           number(3, 2) + number(1, 4) + number(6, 4) + number(0, 4);
  const std::string turned = with_marker(stored, 0xE1, exif);
  const Image plain = decoded(stored);
  const Image image = decoded(turned);
  EXPECT_EQ(image.width, 24);
  EXPECT_EQ(image.height, 32);
  // The image is rotated clockwise, so its left column is at the top.
  EXPECT_EQ(image.pixels[0], plain.pixels[23 * 32 * 3]);
  EXPECT_EQ(decoded(turned, {.orientation = Orientation::ignored}).pixels, plain.pixels);
}

TEST(Jpeg, RefusesEachTruncation) {
  const std::string whole = jpeg_of({});
  for (std::size_t size = 3; size < whole.size(); size += 7) {
    EXPECT_NE(error_of(whole.substr(0, size)), "") << size << " of " << whole.size();
  }
  EXPECT_NE(error_of(whole.substr(0, whole.size() - 2)).find("truncated"), std::string::npos);
}

TEST(Jpeg, ReportsExtraneousBytes) {
  const std::string whole = jpeg_of({});
  const std::string note = "it contains extraneous bytes and may be damaged";
  EXPECT_EQ(decoded(whole.substr(0, whole.size() - 2) + std::string("\1\2\3") + whole.substr(whole.size() - 2)).note,
            note);
  const Image image = decoded(whole.substr(0, 20) + std::string("\1\2\3") + whole.substr(20));
  EXPECT_EQ(image.note, note);
  EXPECT_EQ(image.pixels, decoded(whole).pixels);
}

TEST(Jpeg, ReportsTrailingData) {
  const std::string whole = jpeg_of({});
  EXPECT_EQ(decoded(whole + "tail").note,
            "it ends at byte " + std::to_string(whole.size()) + "; ignored after its end: 4 bytes");
  EXPECT_EQ(decoded(whole).note, "");
}

TEST(Jpeg, NamesAnotherProfileThanSrgb) {
  const std::string tag = std::string(
                              "desc\0\0\0\0\0\0\0\x0B"
                              "Display P3",
                              22) +
                          std::string(1, '\0');
  const std::string profile =
      std::string(128, '\0') + std::string("\0\0\0\x01", 4) + "desc" + std::string("\0\0\0\x90\0\0\0\x17", 8) + tag;
  const std::string jpeg = with_marker(jpeg_of({}), 0xE2, std::string("ICC_PROFILE\0\x01\x01", 14) + profile);
  EXPECT_EQ(decoded(jpeg).note, "its ICC profile \"Display P3\" is not applied: colors are shown as sRGB");
}

TEST(Jpeg, ReadsInksAsColorsWithANote) {
  const Image image = decoded(jpeg_of({.channels = 4, .space = JCS_CMYK}));
  EXPECT_EQ(image.channels, 3);
  EXPECT_EQ(image.note, "its CMYK has no profile: colors are a guess");
  // Adobe stores inks inverted: 40 / 255 remains after cyan, and 43 / 255 after black.
  EXPECT_NEAR(samples_of(image)[0], 40 * 43 / 255.0, 3);
}

TEST(Jpeg, ReadsInksWithoutAnAdobeMarkerAsThoseWithOne) {
  JpegKind kind{.channels = 4, .space = JCS_CMYK};
  const Image marked = decoded(jpeg_of(kind));
  kind.has_adobe_marker = false;
  const Image unmarked = decoded(jpeg_of(kind));
  EXPECT_EQ(unmarked.pixels, marked.pixels);
  EXPECT_EQ(unmarked.note, marked.note);
}

TEST(Jpeg, ReadsArithmeticCoding) {
  JpegKind kind{};
  const Image huffman = decoded(jpeg_of(kind));
  kind.has_arithmetic_coding = true;
  EXPECT_EQ(decoded(jpeg_of(kind)).pixels, huffman.pixels);
}

TEST(Jpeg, NamesUnsupportedVariants) {
  const std::string jpeg = jpeg_of({});
  const std::size_t frame = jpeg.find("\xFF\xC0");
  ASSERT_NE(frame, std::string::npos);
  std::string deep = jpeg;
  deep[frame + 4] = 12;
  EXPECT_EQ(error_of(deep), "cannot read picture: unsupported 12-bit JPEG; copy or save it again");
  std::string lossless = jpeg;
  lossless[frame + 1] = '\xC3';
  EXPECT_EQ(error_of(lossless), "cannot read picture: unsupported lossless JPEG; copy or save it again");
  std::string hierarchical = jpeg;
  hierarchical[frame + 1] = '\xC5';
  EXPECT_EQ(error_of(hierarchical), "cannot read picture: unsupported JPEG of type SOF5; copy or save it again");
}

TEST(Jpeg, RefusesEndlessScans) {
  std::vector<jpeg_scan_info> scans;
  scans.push_back({1, {0}, 0, 0, 0, 0});
  for (int coefficient = 1; coefficient < 64; ++coefficient) {
    scans.push_back({1, {0}, coefficient, coefficient, 0, 4});
    for (int bit = 4; bit > 0; --bit) {
      scans.push_back({1, {0}, coefficient, coefficient, bit, bit - 1});
    }
  }
  ASSERT_GT(scans.size(), 200U);
  const std::string jpeg = jpeg_of({.channels = 1, .space = JCS_GRAYSCALE, .scans = scans});
  EXPECT_NE(error_of(jpeg).find("more than 200 scans"), std::string::npos) << error_of(jpeg);
  scans.resize(1);
  EXPECT_EQ(error_of(jpeg_of({.channels = 1, .space = JCS_GRAYSCALE, .scans = scans})), "");
}

}  // namespace
}  // namespace texelscope::app
