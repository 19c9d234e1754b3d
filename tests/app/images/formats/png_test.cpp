#include <gtest/gtest.h>
#include <stb/stb_image.h>
#include <sys/resource.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <string>

#include "app/images/formats/png_chunks.h"
#include "app/images/image_file.h"
#include "tests/app/images/picture_bytes.h"

namespace texelscope::app {
namespace {

using tests::big_number;
using tests::bytes;
using tests::decoded;
using tests::error_of;
using tests::values_of;

/// Flat, rising and noisy rows, so that each filter is the best one for some of them.
Image mixed_rows(int channels) {
  Image image{61, 40, channels, gpu::DataType::uint8, {}};
  std::mt19937 random{7};
  for (int y = 0; y < image.height; ++y) {
    for (int i = 0; i < image.width * channels; ++i) {
      const std::uint32_t values[] = {200, static_cast<std::uint32_t>(i + 3 * y), static_cast<std::uint32_t>(random()),
                                      static_cast<std::uint32_t>(i * i + y)};
      image.pixels.push_back(static_cast<std::byte>(values[y % 4] & 0xFFU));
    }
  }
  return image;
}

std::string chunk(const std::string& kind_and_data) {
  const auto* const data = reinterpret_cast<const Bytef*>(kind_and_data.data());
  return big_number(static_cast<std::uint32_t>(kind_and_data.size() - 4)) + kind_and_data +
         big_number(static_cast<std::uint32_t>(crc32_z(0, data, kind_and_data.size())));
}

const std::string signature = "\x89PNG\r\n\x1a\n";
const std::string end_chunk = chunk("IEND");

std::string compressed(const std::string& rows) {
  std::string stream(compressBound(rows.size()), '\0');
  uLongf size = stream.size();
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(stream.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
                     rows.size()),
            Z_OK);
  stream.resize(size);
  return stream;
}

/// Two gray 8-bit pixels, 10 and 20, preceded by other chunks.
std::string two_pixels(const std::string& chunks = "") {
  return signature + chunk("IHDR" + big_number(2) + big_number(1) + bytes({8, 0, 0, 0, 0})) + chunks +
         chunk("IDAT" + compressed(bytes({0, 10, 20}))) + end_chunk;
}

TEST(Png, IsReadByAnotherDecoderAsItWasWritten) {
  for (int channels = 1; channels <= 4; ++channels) {
    const Image image = mixed_rows(channels);
    const std::vector<std::byte> png = encode_png(image);
    int width = 0;
    int height = 0;
    int found = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()), static_cast<int>(png.size()), &width,
                              &height, &found, 0),
        stbi_image_free);
    ASSERT_NE(pixels, nullptr) << stbi_failure_reason();
    EXPECT_EQ(width, image.width);
    EXPECT_EQ(height, image.height);
    EXPECT_EQ(found, channels);
    const auto* const bytes = reinterpret_cast<const std::byte*>(pixels.get());
    EXPECT_TRUE(std::equal(image.pixels.begin(), image.pixels.end(), bytes)) << channels << " channels";
    EXPECT_EQ(decode_image(png, "again").pixels, image.pixels);
  }
}

TEST(Png, RefusesAFlippedByte) {
  const std::vector<std::byte> png = encode_png(mixed_rows(3));
  const std::string whole(reinterpret_cast<const char*>(png.data()), png.size());
  ASSERT_EQ(error_of(whole), "");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
    ASSERT_NE(error_of(flipped), "") << "byte " << at << " of " << whole.size();
  }
}

TEST(Png, RefusesEachTruncation) {
  const std::string whole = two_pixels();
  ASSERT_EQ(values_of(decoded(whole)), (std::vector{10, 20}));
  for (std::size_t size = 8; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)).find("cannot read picture: "), std::string::npos) << size;
  }
  EXPECT_NE(error_of(whole.substr(0, whole.size() - 1)).find("truncated"), std::string::npos);
}

TEST(Png, RefusesAStreamWithTheWrongChecksum) {
  std::string stream = compressed(bytes({0, 10, 20}));
  stream.back() = static_cast<char>(stream.back() ^ 1);
  const std::string png = signature + chunk("IHDR" + big_number(2) + big_number(1) + bytes({8, 0, 0, 0, 0})) +
                          chunk("IDAT" + stream) + end_chunk;
  EXPECT_NE(error_of(png).find("damaged file (IDAT: incorrect data check)"), std::string::npos) << error_of(png);
}

TEST(Png, RefusesAWrongChecksumInAnyChunk) {
  std::string text = chunk(std::string("tEXtTitle\0A", 11));
  EXPECT_EQ(error_of(two_pixels(text)), "");
  text.back() = static_cast<char>(text.back() ^ 1);
  EXPECT_NE(error_of(two_pixels(text)).find("CRC error"), std::string::npos) << error_of(two_pixels(text));
}

TEST(Png, RefusesInvalidTransparency) {
  EXPECT_EQ(values_of(decoded(two_pixels(chunk("tRNS" + bytes({0, 10}))))), (std::vector{10, 0, 20, 255}));
  EXPECT_NE(error_of(two_pixels(chunk("tRNS" + bytes({0, 10, 0})))).find("tRNS: invalid"), std::string::npos);
  // Decoders mask bits beyond the depth (PNG specification, 11.3.1.1).
  EXPECT_EQ(values_of(decoded(two_pixels(chunk("tRNS" + bytes({1, 10}))))), (std::vector{10, 0, 20, 255}));
}

TEST(Png, RefusesAStreamWithTooManyOrTooFewRows) {
  const auto error_of_rows = [](const std::string& rows) {
    return error_of(signature + chunk("IHDR" + big_number(2) + big_number(1) + bytes({8, 0, 0, 0, 0})) +
                    chunk("IDAT" + compressed(rows)) + end_chunk);
  };
  for (const std::string& rows : {bytes({0, 10, 20, 0, 30, 40}), bytes({0, 10})}) {
    EXPECT_NE(error_of_rows(rows).find("image data"), std::string::npos) << error_of_rows(rows);
  }
}

TEST(Png, NamesColorsThatAreNotApplied) {
  const std::string linear = chunk("gAMA" + big_number(100000));
  EXPECT_EQ(decoded(two_pixels(linear)).note, "its gamma 1 is not applied: colors are shown as sRGB");
  EXPECT_EQ(decoded(two_pixels(chunk("gAMA" + big_number(45455)))).note, "");
  EXPECT_EQ(decoded(two_pixels(chunk("sRGB" + bytes({0})))).note, "");
  const std::string adobe_rgb =
      chunk("cHRM" + big_number(31270) + big_number(32900) + big_number(64000) + big_number(33000) + big_number(21000) +
            big_number(71000) + big_number(15000) + big_number(6000));
  EXPECT_EQ(decoded(two_pixels(adobe_rgb)).note, "its primaries are not applied: colors are shown as sRGB");
}

TEST(Png, IsRotatedByItsExifOrientation) {
  const std::string exif =
      chunk("eXIf" + std::string("II*\0", 4) + tests::number(8, 4) + tests::number(1, 2) + tests::number(274, 2) +
            tests::number(3, 2) + tests::number(1, 4) + tests::number(2, 4) + tests::number(0, 4));
  EXPECT_EQ(values_of(decoded(two_pixels(exif))), (std::vector{20, 10}));
  EXPECT_EQ(values_of(decoded(two_pixels(exif), {.orientation = Orientation::ignored})), (std::vector{10, 20}));
}

/// An image with one row of `width` palette indices.
std::string with_palette(std::uint32_t width, int bits, const std::string& row, const std::string& chunks) {
  return signature + chunk("IHDR" + big_number(width) + big_number(1) + bytes({bits, 3, 0, 0, 0})) + chunks +
         chunk("IDAT" + compressed(bytes({0}) + row)) + end_chunk;
}

const std::string two_colors = chunk("PLTE" + bytes({1, 2, 3, 4, 5, 6}));

TEST(Png, ReadsPalettesWithAndWithoutAlpha) {
  EXPECT_EQ(values_of(decoded(with_palette(2, 8, bytes({1, 0}), two_colors))), (std::vector{4, 5, 6, 1, 2, 3}));
  const std::string alpha = chunk("tRNS" + bytes({9}));
  EXPECT_EQ(values_of(decoded(with_palette(3, 2, bytes({0b01000100}), two_colors + alpha))),
            (std::vector{4, 5, 6, 255, 1, 2, 3, 9, 4, 5, 6, 255}));
}

TEST(Png, RefusesAColorBeyondThePalette) {
  const std::string reason = "a pixel has palette index 2, but the palette has 2 colors (damaged file)";
  for (const std::string& alpha : {std::string(), chunk("tRNS" + bytes({9}))}) {
    for (const std::string& png : {with_palette(2, 8, bytes({0, 2}), two_colors + alpha),
                                   with_palette(3, 4, bytes({0x01, 0x20}), two_colors + alpha),
                                   with_palette(2, 2, bytes({0b00100000}), two_colors + alpha)}) {
      EXPECT_NE(error_of(png).find(reason), std::string::npos) << error_of(png);
    }
  }
  // Bits after the last pixel are not part of the image.
  EXPECT_EQ(values_of(decoded(with_palette(1, 2, bytes({0b01111111}), two_colors))), (std::vector{4, 5, 6}));
}

TEST(Png, RefusesARowOfGigabytesBeforeAllocating) {
  const auto peak_kibibytes = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const auto former = peak_kibibytes();
  const std::string png = signature + chunk("IHDR" + big_number(0x7F000002) + big_number(1) + bytes({8, 2, 0, 0, 0})) +
                          chunk("IDAT" + compressed(bytes({0, 1, 2, 3}))) + end_chunk;
  EXPECT_NE(error_of(png).find("2130706434x1 pixels exceed"), std::string::npos) << error_of(png);
  EXPECT_LT(peak_kibibytes() - former, 100 * 1024);
}

TEST(Png, RefusesAChunkLongerThanTheFileBeforeAllocating) {
  // VmPeak includes memory that is allocated but not written, unlike the figure of getrusage().
  const auto peak_kibibytes = [] {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word && word != "VmPeak:") {
    }
    long count = 0;
    status >> count;
    return count;
  };
  const std::string png = two_pixels(big_number(0x39000000) + "eXIfII");
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const long former = peak_kibibytes();
        const std::string error = error_of(png);
        std::cerr << error << ' ' << former << ' ' << peak_kibibytes();
        std::_Exit(error.find("truncated") != std::string::npos && peak_kibibytes() - former < 100 * 1024 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(Png, NamesTheColorSpaceOfItsCodePoints) {
  EXPECT_EQ(decoded(two_pixels(chunk("cICP" + bytes({1, 13, 0, 1})))).note, "");
  const std::string wide = chunk("cICP" + bytes({9, 16, 0, 1}));
  EXPECT_EQ(decoded(two_pixels(wide)).note,
            "its color space (cICP: primaries BT.2020, transfer PQ) is not applied: colors are shown as sRGB");
  // cICP chunks take precedence over other color chunks (PNG specification, third edition, 4.3).
  EXPECT_EQ(decoded(two_pixels(wide + chunk("sRGB" + bytes({0})))).note, decoded(two_pixels(wide)).note);
  EXPECT_EQ(
      decoded(two_pixels(chunk("cICP" + bytes({99, 8, 0, 0})))).note,
      "its color space (cICP: primaries number 99, transfer linear, narrow range) is not applied: colors are shown "
      "as sRGB");
}

TEST(Png, ReportsAnAnimation) {
  const std::string still_is_first =
      chunk("fcTL" + big_number(0) + big_number(2) + big_number(1) + std::string(14, '\0'));
  const auto animation = [](std::uint32_t frames, const std::string& more) {
    return decoded(two_pixels(chunk("acTL" + big_number(frames) + big_number(0)) + more));
  };
  EXPECT_EQ(values_of(animation(12, still_is_first)), (std::vector{10, 20}));
  EXPECT_EQ(animation(12, still_is_first).note, "it is an animation of 12 frames: only the still image is read");
  EXPECT_EQ(animation(1, still_is_first).note, "");
  std::string still_is_extra = two_pixels(chunk("acTL" + big_number(2) + big_number(0)));
  still_is_extra.insert(still_is_extra.size() - end_chunk.size(), still_is_first);
  EXPECT_NE(decoded(still_is_extra).note.find("which is not one of the frames"), std::string::npos);
  for (const std::uint32_t frames : {1U, 12U}) {
    EXPECT_EQ(animation(frames, "").note, "it is an animation of " + std::to_string(frames) +
                                              " frames: only the still image, which is not one of the frames, is read");
  }
}

TEST(Png, ReportsNoAnimationForOtherChunks) {
  EXPECT_EQ(decoded(two_pixels(chunk("teSt" + big_number(12) + big_number(0)))).note, "") << "as long as acTL";
  EXPECT_EQ(decoded(two_pixels(chunk("acTL" + big_number(12)))).note, "") << "not a complete acTL";
}

TEST(Png, ReportsTrailingData) {
  const std::string whole = two_pixels();
  EXPECT_EQ(decoded(whole + "tail").note,
            "it ends at byte " + std::to_string(whole.size()) + "; ignored after its end: 4 bytes");
  EXPECT_EQ(decoded(whole + chunk("acTL" + big_number(2) + big_number(0)) + std::string(20, 't')).note,
            "it ends at byte " + std::to_string(whole.size()) + "; ignored after its end: 40 bytes");
  const std::string head = signature + chunk("IHDR" + big_number(2) + big_number(1) + bytes({8, 0, 0, 0, 0}));
  const std::string pixels = compressed(bytes({0, 10, 20}));
  const auto decoded_with = [&](const std::string& data) { return decoded(head + data + end_chunk); };
  const std::string first = chunk("IDAT" + pixels.substr(0, 4));
  const std::string second = pixels.substr(4);
  const std::array with_more{chunk("IDAT" + pixels + "tail"), chunk("IDAT" + pixels) + chunk("IDATtail"),
                             first + chunk("IDAT" + second + "tail")};
  for (const std::string& data : with_more) {
    EXPECT_EQ(values_of(decoded_with(data)), (std::vector{10, 20}));
    EXPECT_EQ(decoded_with(data).note, "bytes after its compressed pixels are not read");
  }
  const std::array exact{chunk("IDAT" + pixels) + chunk("IDAT"), first + chunk("IDAT" + second)};
  for (const std::string& data : exact) {
    EXPECT_EQ(decoded_with(data).note, "");
  }
}

TEST(Png, NamesAProfileThatCannotBeRead) {
  const std::string name("n\0\0", 3);
  const std::string note = decoded(two_pixels(chunk("iCCP" + name + compressed("no profile")))).note;
  EXPECT_EQ(note, "its ICC profile cannot be read: colors are shown as sRGB");
}

}  // namespace
}  // namespace texelscope::app
