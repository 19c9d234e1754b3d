#include "app/images/browser_image.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

std::string ending_of(std::string_view file) { return std::string(browser_ending(std::as_bytes(std::span(file)))); }

/// The checksum is 0, because the tested function does not verify it.
std::string png_chunk(std::string_view type, std::string_view contents) {
  return tests::big_number(static_cast<std::uint32_t>(contents.size())) + std::string(type) + std::string(contents) +
         std::string(4, '\0');
}

std::string png_with(const std::string& chunks) {
  return "\x89PNG\r\n\x1a\n" + png_chunk("IHDR", std::string(13, '\0')) + chunks + png_chunk("IDAT", "pixels") +
         png_chunk("IEND", "");
}

std::string jpeg_segment(int marker, const std::string& contents) {
  const auto size = static_cast<int>(contents.size()) + 2;
  return tests::bytes({0xFF, marker, size / 256, size % 256}) + contents;
}

std::string jpeg_with(const std::string& segments, int components = 3) {
  return "\xFF\xD8" + segments + jpeg_segment(0xC0, tests::bytes({8, 0, 1, 0, 1, components})) +
         jpeg_segment(0xDA, "scan") + "\xFF\xD9";
}

std::string webp_with_flags(int flags) {
  return "RIFF" + tests::number(30, 4) + "WEBPVP8X" + tests::number(10, 4) + tests::bytes({flags}) +
         std::string(9, '\0') + "VP8L";
}

TEST(BrowserImage, IsAPngWithoutUnsupportedSettings) {
  EXPECT_EQ(ending_of(png_with("")), "png");
  EXPECT_EQ(ending_of(png_with(png_chunk("sRGB", "\0") + png_chunk("gAMA", "gamm"))), "png");
  EXPECT_EQ(ending_of(png_with(png_chunk("tEXt", "gAMA"))), "png");
  for (const char* const chunk : {"iCCP", "cICP", "eXIf", "acTL", "gAMA", "cHRM"}) {
    EXPECT_EQ(ending_of(png_with(png_chunk(chunk, "data"))), "") << chunk;
  }
  EXPECT_EQ(ending_of(png_with("") + png_chunk("eXIf", "after the pixels")), "");
}

TEST(BrowserImage, IsAnUprightGrayOrRgbJpegWithoutAProfile) {
  // EXIF data with a single entry, the orientation.
  const auto exif = [](int orientation) {
    return jpeg_segment(0xE1, std::string("Exif\0\0II*\0", 10) + tests::number(8, 4) + tests::number(1, 2) +
                                  tests::number(274, 2) + tests::number(3, 2) + tests::number(1, 4) +
                                  tests::number(static_cast<std::uint64_t>(orientation), 4));
  };
  EXPECT_EQ(ending_of(jpeg_with("")), "jpg");
  EXPECT_EQ(ending_of(jpeg_with("", 1)), "jpg");
  EXPECT_EQ(ending_of(jpeg_with(exif(1))), "jpg");
  EXPECT_EQ(ending_of(jpeg_with(exif(6))), "");
  EXPECT_EQ(ending_of(jpeg_with(jpeg_segment(0xE2, "ICC_PROFILE"))), "");
  EXPECT_EQ(ending_of(jpeg_with("", 4)), "");
  EXPECT_EQ(ending_of(jpeg_with("").substr(0, 12)), "") << "truncated before its first scan";
}

TEST(BrowserImage, IsAStillWebPWithoutAProfile) {
  EXPECT_EQ(ending_of(webp_with_flags(0x10)), "webp") << "alpha";
  for (const int flag : {0x20, 0x08, 0x02}) {
    EXPECT_EQ(ending_of(webp_with_flags(0x10 | flag)), "") << flag;
  }
}

TEST(BrowserImage, ExcludesFormatsThatBrowsersDoNotSupport) {
  EXPECT_EQ(ending_of(""), "");
  EXPECT_EQ(ending_of("P6 1 1 255\nabc"), "");
  EXPECT_EQ(ending_of("BM"), "");
}

TEST(BrowserImage, AcceptsFilesOfOtherEncoders) {
  const fs::path elsewhere(TEXELSCOPE_PICTURES_FROM_ELSEWHERE);
  for (const auto& [name, ending] : {std::pair("lossless.webp", "webp"),
                                     {"lossy_alpha.webp", "webp"},
                                     {"animation.webp", ""},
                                     {"turned.webp", ""},
                                     {"rgb_strips.tif", ""}}) {
    EXPECT_EQ(ending_of(tests::file_bytes(elsewhere / name)), ending) << name;
  }
  const fs::path suite(TEXELSCOPE_PNGSUITE);
  // This image has a gamma.
  EXPECT_EQ(ending_of(tests::file_bytes(suite / "basn2c08.png")), "");
}

}  // namespace
}  // namespace texelscope::app
