#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/images/image_convert.h"
#include "app/images/save_image.h"
#include "tests/app/compare/format_files.h"
#include "tests/app/temporary_folder.h"

/// One image in each format, and comparisons of all pairs of these files.
namespace texelscope::app {
namespace {

using tests::TemporaryFolder;

namespace fs = std::filesystem;

/// An image of 11 × 9 pixels with 8-bit red, green and blue.
Image format_picture() { return load_image(fs::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "lossless.webp"); }

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
  write("8.ppm", tests::ppm_file(bytes));
  write("16.ppm", tests::ppm_file(wide));
  write("8.bmp", tests::bmp_file(bytes));
  write("8.tga", tests::tga_file(bytes));
  write("8.tif", tests::tiff_file(bytes));
  write("16.tif", tests::tiff_file(wide));
  write("float.tif", tests::tiff_file(floats));
  write("8.dds", tests::dds_file(bytes));
  write("8.ktx2", tests::ktx2_file(bytes));
  write("float.ktx2", tests::ktx2_file(floats));
  write("float.pfm", tests::pfm_file(floats));
  write("rgbe.hdr", tests::radiance_file(floats));
  write("8.jpg", tests::jpeg_file(bytes));
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
