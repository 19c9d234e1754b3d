#include "app/images/view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace texelscope::app {
namespace {

constexpr ViewExtent extent{990, 640, 512, 512};

TEST(View, FitsTheWholeImageWithEquallySizedTexels) {
  View view;
  settle(view, extent);
  EXPECT_EQ(view.zoom, 1);
  settle(view, {990, 640, 16, 16});
  EXPECT_EQ(view.zoom, 40);
  settle(view, {990, 640, 1980, 640});
  EXPECT_EQ(view.zoom, 0.5);
}

TEST(View, KeepsTheTexelUnderTheMouseWhileZooming) {
  View view;
  settle(view, extent);
  for (const Point anchor : {Point{300, 200}, Point{700, 500}, Point{495, 320}}) {
    for (int notch = 0; notch < 6; ++notch) {
      const Point before = image_position(view, extent, anchor);
      zoom_by(view, extent, 1, anchor);
      const Point after = image_position(view, extent, anchor);
      // Aligning the image's corner to a pixel moves the image by at most half a pixel.
      EXPECT_NEAR(before.x, after.x, 0.51 / view.zoom);
      EXPECT_NEAR(before.y, after.y, 0.51 / view.zoom);
    }
    fit(view, extent);
  }
}

TEST(View, FitsWithAnyZoomIfTexelsAreFiltered) {
  View view;
  settle(view, {990, 640, 384, 256, false});
  EXPECT_EQ(view.zoom, 2.5);
}

TEST(View, KeepsTheTexelUnderTheMouseInARotatedImage) {
  View view{.is_fit = false, .zoom = 2, .center = {200, 300}, .rotation = 30};
  const Point anchor{700, 100};
  const Point before = image_position(view, extent, anchor);
  zoom_by(view, extent, 3, anchor);
  const Point zoomed = image_position(view, extent, anchor);
  EXPECT_NEAR(zoomed.x, before.x, 1e-9);
  EXPECT_NEAR(zoomed.y, before.y, 1e-9);
  pan(view, extent, 40, -25);
  const Point moved = image_position(view, extent, {anchor.x + 40, anchor.y - 25});
  EXPECT_NEAR(moved.x, before.x, 1e-9);
  EXPECT_NEAR(moved.y, before.y, 1e-9);
}

TEST(View, InvertsPositionsInARotatedImage) {
  for (const double rotation : {-120.0, -30.0, 0.0, 45.0, 90.0}) {
    const View view{.is_fit = false, .zoom = 3, .center = {200, 300}, .rotation = rotation};
    const Point back = viewport_position(view, extent, image_position(view, extent, {123, 456}));
    EXPECT_NEAR(back.x, 123, 1e-9) << rotation;
    EXPECT_NEAR(back.y, 456, 1e-9) << rotation;
  }
}

TEST(View, ZoomsFromFitTo256AndBackToFit) {
  View view;
  const ViewExtent large{990, 640, 4096, 4096};
  settle(view, large);
  const double lowest = view.zoom;
  EXPECT_NEAR(lowest, 640.0 / 4096, 1e-9);
  for (int i = 0; i < 40; ++i) {
    zoom_by(view, large, 1, {400, 300});
  }
  EXPECT_EQ(view.zoom, maximum_zoom);
  EXPECT_FALSE(view.is_fit);
  for (int i = 0; i < 40; ++i) {
    zoom_by(view, large, -1, {400, 300});
  }
  EXPECT_EQ(view.zoom, lowest);
  EXPECT_TRUE(view.is_fit);
}

TEST(View, ZoomsOutToOneToOneIfTheImageIsSmall) {
  View view;
  const ViewExtent small{990, 640, 16, 16};
  settle(view, small);
  EXPECT_EQ(view.zoom, 40);
  zoom_by(view, small, -1, {495, 320});
  EXPECT_EQ(view.zoom, 32);
  EXPECT_FALSE(view.is_fit);
  zoom_by(view, small, -16, {495, 320});
  EXPECT_EQ(view.zoom, 1);
}

TEST(View, StopsAtOneToOneWhileZooming) {
  View view;
  const ViewExtent large{990, 640, 4096, 4096};
  settle(view, large);
  bool has_met = false;
  for (int i = 0; i < 40 && !has_met; ++i) {
    zoom_by(view, large, 1, {400, 300});
    has_met = view.zoom == 1;
  }
  EXPECT_TRUE(has_met);
}

TEST(View, PutsTexelCornersOnPixelCorners) {
  View view{.is_fit = false, .zoom = 3, .center = {17.77, 200.123}};
  settle(view, extent);
  const Point corner = viewport_position(view, extent, {0, 0});
  EXPECT_NEAR(corner.x, std::round(corner.x), 1e-6);
  EXPECT_NEAR(corner.y, std::round(corner.y), 1e-6);
}

TEST(View, CannotBePannedOffTheImage) {
  View view;
  settle(view, extent);
  pan(view, extent, 1e6, -1e6);
  EXPECT_NEAR(view.center.x, 0, 1);
  EXPECT_NEAR(view.center.y, 512, 1);
}

TEST(View, AddsUpTheSmallStepsOfATouchpad) {
  View view;
  settle(view, extent);
  for (int i = 0; i < 20; ++i) {
    zoom_by(view, extent, 0.1, {495, 320});
  }
  EXPECT_NEAR(view.zoom, 2, 1e-9);
}

TEST(View, PositionsOfImageAndViewportAreInverse) {
  View view{.is_fit = false, .zoom = 8, .center = {100, 50}};
  const Point there = viewport_position(view, extent, {101.25, 47.5});
  const Point back = image_position(view, extent, there);
  EXPECT_DOUBLE_EQ(back.x, 101.25);
  EXPECT_DOUBLE_EQ(back.y, 47.5);
}

}  // namespace
}  // namespace texelscope::app
