#include "app/compare/measures/mask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/images/image_file.h"
#include "tests/app/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using tests::TemporaryFolder;

std::vector<std::uint8_t> mask_of_shape(const MaskShape& shape, int width, int height) {
  return mask_of(std::vector{shape}, width, height);
}

/// Intersects each edge with a ray from the pixel's center to the right (W. Randolph Franklin's PNPOLY).
std::vector<std::uint8_t> polygon_reference(const MaskPolygon& polygon, int width, int height) {
  std::vector<std::uint8_t> mask;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const double x = column + 0.5;
      const double y = row + 0.5;
      bool is_inside = false;
      const std::vector<MaskPoint>& corners = polygon.corners;
      for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
        const bool crosses =
            (corners[i].y > y) != (corners[j].y > y) &&
            x < (corners[j].x - corners[i].x) * (y - corners[i].y) / (corners[j].y - corners[i].y) + corners[i].x;
        is_inside = crosses ? !is_inside : is_inside;
      }
      mask.push_back(is_inside ? 1 : 0);
    }
  }
  return mask;
}

TEST(Mask, OfAPolygonHasThePixelsWhoseCentersAreInside) {
  std::mt19937 random(31);
  std::uniform_real_distribution<double> places(-5, 25);
  std::size_t inside = 0;
  for (int trial = 0; trial < 500; ++trial) {
    MaskPolygon polygon;
    for (int corner = 0; corner < 3 + trial % 5; ++corner) {
      polygon.corners.push_back({places(random), places(random)});
    }
    const std::vector<std::uint8_t> expected = polygon_reference(polygon, 20, 17);
    ASSERT_EQ(mask_of_shape(polygon, 20, 17), expected) << trial;
    inside += static_cast<std::size_t>(std::ranges::count(expected, 1));
  }
  EXPECT_GT(inside, 5000U);
}

TEST(Mask, OfPolygonsSideBySideHasEachPixelOnce) {
  // Corners and edges pass through the centers of pixels.
  const MaskPolygon left{{{0, 0}, {2.5, 0}, {2.5, 4}, {0, 4}}};
  const MaskPolygon right{{{2.5, 0}, {6, 0}, {6, 4}, {2.5, 4}}};
  const std::vector<std::uint8_t> one = mask_of_shape(left, 6, 4);
  const std::vector<std::uint8_t> other = mask_of_shape(right, 6, 4);
  for (std::size_t pixel = 0; pixel < one.size(); ++pixel) {
    EXPECT_EQ(one[pixel] + other[pixel], 1) << pixel;
  }
  EXPECT_EQ(one[1], 1);
  EXPECT_EQ(one[2], 0) << "the pixel's center is on the right edge";
}

/// Like polygon_reference(), in exact integers: the corners are multiples of half a pixel.
std::vector<std::uint8_t> exact_reference(const MaskPolygon& polygon, int width, int height) {
  std::vector<std::uint8_t> mask;
  const auto halves = [](double coordinate) { return static_cast<std::int64_t>(coordinate * 2); };
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const std::int64_t x = 2 * column + 1;
      const std::int64_t y = 2 * row + 1;
      bool is_inside = false;
      for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
        MaskPoint upper = polygon.corners[i];
        MaskPoint lower = polygon.corners[(i + 1) % polygon.corners.size()];
        if (upper.y > lower.y) {
          std::swap(upper, lower);
        }
        const bool is_beside = halves(upper.y) <= y && y < halves(lower.y);
        const std::int64_t across = (x - halves(upper.x)) * (halves(lower.y) - halves(upper.y));
        is_inside ^= is_beside && across < (y - halves(upper.y)) * (halves(lower.x) - halves(upper.x));
      }
      mask.push_back(is_inside ? 1 : 0);
    }
  }
  return mask;
}

TEST(Mask, OfAPolygonThroughCentersHasThoseOnItsLeftAndUpperEdges) {
  const MaskPolygon square{{{0.5, 0.5}, {2.5, 0.5}, {2.5, 2.5}, {0.5, 2.5}}};
  EXPECT_EQ(mask_of_shape(square, 3, 3), (std::vector<std::uint8_t>{1, 1, 0, 1, 1, 0, 0, 0, 0}));
  std::mt19937 random(32);
  std::uniform_int_distribution<int> places(-50, 150);
  for (int trial = 0; trial < 500; ++trial) {
    MaskPolygon polygon;
    for (int corner = 0; corner < 3 + trial % 5; ++corner) {
      polygon.corners.push_back({places(random) / 2.0, places(random) / 2.0});
    }
    ASSERT_EQ(mask_of_shape(polygon, 60, 50), exact_reference(polygon, 60, 50)) << trial;
  }
}

TEST(Mask, OfPolygonsThatShareAnEdgeHasEachPixelOnce) {
  std::mt19937 random(33);
  std::uniform_int_distribution<int> places(0, 700);
  for (int trial = 0; trial < 300; ++trial) {
    // Sevenths are rounded.
    const auto place = [&] { return places(random) / 7.0; };
    const MaskPoint top{place(), -10};
    const MaskPoint middle{place(), place()};
    const MaskPoint bottom{place(), 110};
    const std::vector<std::uint8_t> left =
        mask_of_shape(MaskPolygon{{{-10, -10}, top, middle, bottom, {-10, 110}}}, 100, 100);
    const std::vector<std::uint8_t> right =
        mask_of_shape(MaskPolygon{{{110, 110}, bottom, middle, top, {110, -10}}}, 100, 100);
    for (std::size_t pixel = 0; pixel < left.size(); ++pixel) {
      ASSERT_EQ(left[pixel] + right[pixel], 1) << trial << ", pixel " << pixel;
    }
  }
}

TEST(Mask, OfAPolygonOfWholePixelsEqualsThatOfTheRectangle) {
  const MaskPolygon polygon{{{3, 2}, {10, 2}, {10, 7}, {3, 7}}};
  EXPECT_EQ(mask_of_shape(polygon, 12, 9), mask_of_shape(PixelRectangle{3, 2, 7, 5}, 12, 9));
  const MaskPolygon huge{{{-1e6, -1e6}, {1e6, -1e6}, {1e6, 1e6}, {-1e6, 1e6}}};
  EXPECT_EQ(mask_of_shape(huge, 4, 3), std::vector<std::uint8_t>(12, 1));
}

TEST(Mask, OfAnImageHasItsPixelsThatAreNotBlack) {
  const TemporaryFolder folder;
  const Image colors{4,
                     1,
                     4,
                     gpu::DataType::uint8,
                     {std::byte{0}, std::byte{0}, std::byte{0}, std::byte{255}, std::byte{0}, std::byte{0},
                      std::byte{1}, std::byte{255}, std::byte{255}, std::byte{255}, std::byte{255}, std::byte{0},
                      std::byte{0}, std::byte{0}, std::byte{0}, std::byte{0}}};
  save_png(folder / "mask.png", colors);
  EXPECT_EQ(mask_of_shape(MaskImage{folder / "mask.png"}, 4, 1), (std::vector<std::uint8_t>{0, 1, 1, 0}));
}

TEST(Mask, OfSeveralShapesHasThePixelsOfAll) {
  const TemporaryFolder folder;
  save_png(folder / "mask.png", {3, 1, 1, gpu::DataType::uint8, {std::byte{0}, std::byte{0}, std::byte{9}}});
  const std::vector<MaskShape> shapes{PixelRectangle{-1, 0, 2, 1}, MaskImage{folder / "mask.png"}};
  EXPECT_EQ(mask_of(shapes, 3, 1), (std::vector<std::uint8_t>{1, 0, 1}));
  EXPECT_TRUE(mask_of(std::vector<MaskShape>{}, 3, 1).empty());
}

TEST(Mask, RejectsAnImageOfAnotherSizeAndAMissingOne) {
  const TemporaryFolder folder;
  save_png(folder / "mask.png", {3, 1, 1, gpu::DataType::uint8, std::vector<std::byte>(3)});
  const auto error_of_mask = [&](const char* name) -> std::string {
    try {
      static_cast<void>(mask_of_shape(MaskImage{folder / name}, 4, 1));
      return "";
    } catch (const FileError& error) {
      return error.what();
    }
  };
  EXPECT_NE(error_of_mask("mask.png").find("mask.png has 3x1 pixels, but the image has 4x1"), std::string::npos);
  EXPECT_NE(error_of_mask("other.png").find("there is no such file"), std::string::npos);
}

TEST(Mask, RejectsInvalidCorners) {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e7}) {
    EXPECT_THROW(static_cast<void>(mask_of_shape(MaskPolygon{{{0, 0}, {value, 3}, {3, 3}}}, 4, 4)),
                 gpu::InvalidArgument)
        << value;
  }
}

}  // namespace
}  // namespace texelscope::app
