#include "texelscope/compare/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "app/compare/library/inner_types.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::compare {
namespace {

using ::texelscope::tests::TemporaryFolder;

Image random_image_of_library(int width, int height, int channels, unsigned seed) {
  Image image{width, height, channels, ValueType::uint8, {}};
  std::mt19937 random(seed);
  image.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                      static_cast<std::size_t>(channels));
  std::ranges::generate(image.pixels, [&] { return static_cast<unsigned char>(random() % 256); });
  return image;
}

/// The same rows from the bottom up, with padding between them.
std::vector<unsigned char> bottom_up(const Image& image, std::size_t row_bytes) {
  const std::size_t row = image.pixels.size() / static_cast<std::size_t>(image.height);
  std::vector<unsigned char> memory(row_bytes * static_cast<std::size_t>(image.height), 77);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    std::copy_n(image.pixels.data() + y * row, row,
                memory.data() + (static_cast<std::size_t>(image.height) - 1 - y) * row_bytes);
  }
  return memory;
}

TEST(CompareLibrary, MatchesTheFiguresOfAPlainLoop) {
  const Image expected = random_image_of_library(23, 17, 3, 1);
  Image actual = expected;
  std::mt19937 random(2);
  for (int change = 0; change < 40; ++change) {
    actual.pixels[random() % actual.pixels.size()] ^= 7;
  }
  std::set<std::size_t> differing;
  int largest = 0;
  double sum = 0;
  for (std::size_t i = 0; i < expected.pixels.size(); ++i) {
    const int error = std::abs(expected.pixels[i] - actual.pixels[i]);
    largest = std::max(largest, error);
    sum += error;
    if (error != 0) {
      differing.insert(i / 3);
    }
  }
  const std::vector<unsigned char> memory = bottom_up(actual, 80);
  const ImageView upside_down{memory.data() + 80 * 16, 23, 17, 3, ValueType::uint8, -80};
  for (const ImageView& view : {actual.view(), upside_down}) {
    const Result result = compare(expected.view(), view);
    ASSERT_TRUE(result.figures);
    EXPECT_FALSE(result.has_passed());
    EXPECT_EQ(result.figures->pixels, 23U * 17U);
    EXPECT_EQ(result.figures->differing_pixels, differing.size());
    EXPECT_EQ(result.figures->failing_pixels, differing.size());
    EXPECT_EQ(result.figures->max_error, largest);
    EXPECT_NEAR(result.figures->mean_error, sum / static_cast<double>(expected.pixels.size()), 1e-9);
    EXPECT_FALSE(result.figures->ssim);
  }
  EXPECT_TRUE(compare(expected.view(), actual.view(), {}, {.measures_all = true}).figures->flip);
  Limits limits;
  limits.max_error = largest;
  EXPECT_TRUE(compare(expected.view(), actual.view(), limits).has_passed());
}

TEST(CompareLibrary, ReportsThePositionOfTheLargestError) {
  const Image expected = random_image_of_library(23, 17, 3, 1);
  Image actual = expected;
  actual.pixels[(3 * 23 + 8) * 3] ^= 1;
  actual.pixels[(11 * 23 + 5) * 3 + 1] ^= 64;
  const Result result = compare(expected.view(), actual.view());
  ASSERT_TRUE(result.figures);
  EXPECT_EQ(result.figures->max_error_x, 5);
  EXPECT_EQ(result.figures->max_error_y, 11);
}

TEST(CompareLibrary, WritesARequestedReport) {
  const TemporaryFolder folder;
  const Image image = random_image_of_library(8, 8, 1, 3);
  static_cast<void>(compare(image.view(), image.view(), {}, {.name = "the pair", .report = folder / "report"}));
  EXPECT_NE(tests::file_bytes(folder / "report/index.html").find("the pair"), std::string::npos);
  const std::filesystem::path file = folder.write("file", "");
  EXPECT_THROW(static_cast<void>(compare(image.view(), image.view(), {}, {.report = file / "report"})), Error);
}

TEST(CompareLibrary, FailsForImagesOfDifferentSizes) {
  const Result result = compare(random_image_of_library(8, 8, 3, 1).view(), random_image_of_library(9, 8, 3, 1).view());
  EXPECT_FALSE(result.figures);
  ASSERT_EQ(result.failures.size(), 1U);
  EXPECT_NE(result.failures.front().find("9x8"), std::string::npos) << result.failures.front();
}

TEST(CompareLibrary, RejectsInvalidViews) {
  const Image good = random_image_of_library(8, 8, 3, 1);
  const void* const pixels = good.pixels.data();
  for (const ImageView& bad :
       {ImageView{nullptr, 8, 8, 3}, ImageView{pixels, 0, 8, 3}, ImageView{pixels, 8, -1, 3},
        ImageView{pixels, 8, 8, 5}, ImageView{pixels, 8, 8, 0}, ImageView{pixels, 8, 8, 3, ValueType::uint8, 23},
        ImageView{pixels, 8, 8, 3, static_cast<ValueType>(9)}, ImageView{pixels, 2000000, 1, 1}}) {
    EXPECT_THROW(static_cast<void>(compare(good.view(), bad)), Error);
  }
}

TEST(CompareLibrary, RejectsViewsOfUnsupportedTypes) {
  app::Image image{1, 1, 1, gpu::DataType::uint16, std::vector<std::byte>(4)};
  EXPECT_EQ(view_of(image).type, ValueType::uint16);
  for (const gpu::DataType type :
       {gpu::DataType::int8, gpu::DataType::int16, gpu::DataType::int32, gpu::DataType::float16}) {
    image.type = type;
    EXPECT_THROW(static_cast<void>(view_of(image)), Error) << gpu::to_string(type);
  }
}

TEST(CompareLibrary, RejectsAnUnknownPreset) {
  EXPECT_EQ(limits_of_preset("visual").max_shape_difference, 10);
  EXPECT_THROW(static_cast<void>(limits_of_preset("loose")), Error);
}

TEST(CompareLibrary, ReadsWhatItWrites) {
  const TemporaryFolder folder;
  for (const auto& [type, name, size] :
       {std::tuple(ValueType::uint8, "a.png", 1), std::tuple(ValueType::uint16, "b.png", 2),
        std::tuple(ValueType::float32, "c.exr", 4)}) {
    const std::vector<float> floats{0, -1.5F, 3e5F, 0.25F, 7, 1e-3F};
    Image image{2, 1, 3, type, {}};
    image.pixels.resize(static_cast<std::size_t>(6 * size), 200);
    if (type == ValueType::float32) {
      std::memcpy(image.pixels.data(), floats.data(), image.pixels.size());
    }
    save_image(folder / name, image.view());
    const Image read = load_image(folder / name);
    EXPECT_EQ(read.type, type) << name;
    EXPECT_EQ(std::pair(read.width, read.channels), std::pair(2, 3)) << name;
    EXPECT_EQ(read.pixels, image.pixels) << name;
  }
}

TEST(CompareLibrary, RejectsImagesThatAFormatDoesNotSupport) {
  const TemporaryFolder folder;
  const std::vector<float> floats(12);
  const ImageView view{floats.data(), 2, 2, 3, ValueType::float32};
  EXPECT_THROW(save_image(folder / "a.png", view), Error);
  EXPECT_THROW(save_image(folder / "a.jpg", view), Error);
  EXPECT_THROW(save_image(folder / "a.exr", random_image_of_library(2, 2, 3, 1).view()), Error);
  EXPECT_THROW(save_image(folder / "none/a.exr", view), Error);
  EXPECT_THROW(static_cast<void>(load_image(folder / "a.png")), Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace texelscope::compare
