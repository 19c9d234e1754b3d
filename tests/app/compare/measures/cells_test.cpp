#include "app/compare/measures/cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "app/compare/measures/compare.h"
#include "tests/app/compare/image_pairs.h"

namespace texelscope::app {
namespace {

/// Compares a gray image with a copy in which these pixels are white.
Comparison with_white_pixels(int width, int height, const std::vector<std::pair<int, int>>& places,
                             const Limits& limits = {}) {
  const auto gray = [](int, int) { return tests::Rgb{100, 100, 100}; };
  const Image actual = tests::make_image(width, height, [&](int x, int y) {
    return std::ranges::find(places, std::pair(x, y)) != places.end() ? tests::Rgb{255, 255, 255} : gray(x, y);
  });
  return compare_images(tests::make_image(width, height, gray), actual, {.limits = limits});
}

TEST(Cells, ClusterAdjacentFailingPixelsLargestFirst) {
  const Comparison comparison = with_white_pixels(
      100, 60, {{3, 3}, {9, 12}, {10, 12}, {11, 13}, {70, 50}, {71, 50}, {72, 50}, {73, 50}, {74, 51}, {99, 0}});
  EXPECT_EQ(comparison.failing_pixels, 10U);
  ASSERT_EQ(comparison.cluster_count, 3U);
  ASSERT_EQ(comparison.clusters.size(), 3U);
  const auto bounds = [&](std::size_t index) { return bounds_of(comparison.clusters[index]); };
  EXPECT_EQ(bounds(0), (PixelRectangle{70, 50, 5, 2}));
  EXPECT_EQ(bounds(1), (PixelRectangle{3, 3, 9, 11}));
  EXPECT_EQ(bounds(2), (PixelRectangle{99, 0, 1, 1}));
  EXPECT_EQ(comparison.clusters[0].pixels, 5U);
  EXPECT_EQ(comparison.clusters[0].max_error, 155);
}

TEST(Cells, ClusterOfEqualSizeWithTheLargerErrorComesFirst) {
  const Image expected = tests::make_image(100, 20, [](int, int) { return tests::Rgb{100, 100, 100}; });
  const Image actual = tests::make_image(100, 20, [](int x, int y) {
    const int value = y != 3 ? 100 : x == 10 ? 120 : x == 40 ? 180 : x == 70 ? 140 : 100;
    return tests::Rgb{value, value, value};
  });
  const Comparison comparison = compare_images(expected, actual);
  ASSERT_EQ(comparison.clusters.size(), 3U);
  EXPECT_EQ(comparison.clusters[0].x, 40);
  EXPECT_EQ(comparison.clusters[1].x, 70);
  EXPECT_EQ(comparison.clusters[2].x, 10);
}

TEST(Cells, ListTheLargestClustersAndCountAll) {
  std::vector<std::pair<int, int>> places;
  for (int index = 0; index < 150; ++index) {
    places.emplace_back(index % 15 * 24, index / 15 * 24);
  }
  const Comparison comparison = with_white_pixels(360, 240, places);
  EXPECT_EQ(comparison.cluster_count, 150U);
  EXPECT_EQ(comparison.clusters.size(), largest_cluster_list);
}

TEST(Cells, HaveNoClusterIfNoPixelFails) {
  const Comparison comparison = with_white_pixels(20, 20, {{4, 4}}, {.max_error = 155});
  EXPECT_EQ(comparison.differing_pixels, 1U);
  EXPECT_EQ(comparison.failing_pixels, 0U);
  EXPECT_TRUE(comparison.clusters.empty());
}

TEST(Cells, ThatFailAnAreaLimitHaveTheirLargestError) {
  std::vector<std::pair<int, int>> square;
  for (int index = 0; index < 16 * 16; ++index) {
    square.emplace_back(8 + index % 16, 8 + index / 16);
  }
  const Comparison comparison = with_white_pixels(64, 64, square, {.max_area_difference = 1});
  ASSERT_FALSE(comparison.clusters.empty());
  EXPECT_EQ(comparison.clusters[0].max_error, 155);
}

TEST(Cells, FindColumnsNearDifferences) {
  CellGrid grid(200, 40);
  EXPECT_TRUE(grid.columns_near_differences(0, 40, 5).empty());
  grid.at(0, 0).differing = 1;
  grid.at(10, 4).differing = 1;
  grid.at(11, 4).differing = 1;
  using Ranges = std::vector<std::pair<int, int>>;
  EXPECT_EQ(grid.columns_near_differences(0, 40, 5), (Ranges{{0, 13}, {75, 101}}));
  EXPECT_EQ(grid.columns_near_differences(0, 8, 5), (Ranges{{0, 13}}));
  EXPECT_EQ(grid.columns_near_differences(8, 16, 30), (Ranges{{0, 126}})) << "touching ranges are merged";
  CellGrid wide(2000, 8);
  for (int column = 0; column < wide.columns(); ++column) {
    wide.at(column, 0).differing = 1;
  }
  int end = 0;
  for (const auto& [left, right] : wide.columns_near_differences(0, 8, 10)) {
    EXPECT_EQ(left, end) << "each column appears once";
    EXPECT_LE(right - left, 530);
    end = right;
  }
  EXPECT_EQ(end, 2000);
}

TEST(Compare, HasTheSameFiguresOfBytesWhateverTheLimits) {
  for (int channels = 1; channels <= 4; ++channels) {
    Image images[2];
    for (int which = 0; which < 2; ++which) {
      images[which] = {203, 41, channels, gpu::DataType::uint8, {}};
      for (int index = 0; index < 203 * 41 * channels; ++index) {
        const int change = which * (tests::scattered(index, 1, 4) % 3 == 0 ? tests::scattered(index, 2, 4) : 0);
        images[which].pixels.push_back(static_cast<std::byte>((tests::scattered(index, 0, 4) + change) % 256));
      }
    }
    // Limits on areas need no limit on pixels, and one on pixels that nothing exceeds changes nothing.
    const Comparison areas = compare_images(images[0], images[1], {.limits = {.max_area_difference = 1000}});
    const Comparison pixels = compare_images(images[0], images[1], {.limits = {.max_error = 255}});
    EXPECT_GT(areas.differing_pixels, 1000U) << channels;
    EXPECT_EQ(areas.differing_pixels, pixels.differing_pixels) << channels;
    EXPECT_EQ(areas.mean_error, pixels.mean_error) << channels;
    EXPECT_EQ(areas.psnr, pixels.psnr) << channels;
    EXPECT_EQ(areas.max_error, pixels.max_error) << channels;
    EXPECT_EQ(areas.max_error_x, pixels.max_error_x) << channels;
    EXPECT_EQ(areas.max_error_y, pixels.max_error_y) << channels;
  }
}

}  // namespace
}  // namespace texelscope::app
