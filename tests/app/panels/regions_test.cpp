#include "app/panels/regions.h"

#include <gtest/gtest.h>

#include <vector>

namespace texelscope::app {
namespace {

std::vector<Rect> all(const Regions& regions) {
  return {regions.menu,    regions.side, regions.splitter, regions.viewport,
          regions.readout, regions.log,  regions.course,   regions.status};
}

bool share_a_pixel(const Rect& a, const Rect& b) {
  return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

TEST(Regions, FillTheWindowAndShareNoPixel) {
  for (const float scale : {1.0F, 1.25F, 2.0F}) {
    for (const float width : {320.0F, 640.0F, 1280.0F, 2560.0F}) {
      for (const float height : {240.0F, 400.0F, 720.0F, 1440.0F}) {
        for (const bool has_side : {true, false}) {
          for (const auto& [has_log, has_course] : {std::pair{true, false}, {false, true}, {true, true}}) {
            const std::vector<Rect> parts =
                all(make_regions({width, height, scale, 288, has_side, has_log, has_course}));
            float area = 0;
            for (std::size_t i = 0; i < parts.size(); ++i) {
              area += parts[i].width * parts[i].height;
              EXPECT_GE(parts[i].x, 0);
              EXPECT_LE(parts[i].right(), width);
              EXPECT_LE(parts[i].bottom(), height);
              for (std::size_t j = 0; j < i; ++j) {
                EXPECT_FALSE(share_a_pixel(parts[i], parts[j]))
                    << i << " and " << j << " at " << width << "x" << height;
              }
            }
            EXPECT_EQ(area, width * height);
          }
        }
      }
    }
  }
}

TEST(Regions, LeaveTheViewportMostOfASmallWindow) {
  const Regions regions = make_regions({640, 400, 1, 288, true, false});
  EXPECT_GE(regions.viewport.width, 400);
  EXPECT_GE(regions.viewport.height, 300);
}

TEST(Regions, KeepTheSidePanelsWidthWithinReason) {
  EXPECT_EQ(dragged_side_width(300, 1), 300);
  EXPECT_EQ(dragged_side_width(600, 2), 300);
  EXPECT_LT(dragged_side_width(5000, 1), 600);
  EXPECT_GT(dragged_side_width(-50, 1), 150);
}

}  // namespace
}  // namespace texelscope::app
