#include <gtest/gtest.h>
#include <texelscope/compare/gtest.h>

#include "drawing.h"

namespace {

texelscope::compare::ImageView view_of(const Picture& picture) {
  return {picture.pixels.data(), picture.width, picture.height, 3};
}

TEST(Drawing, DiskIsTheExpectedOne) {
  const Picture picture = draw_disk(0, 24);
  EXPECT_IMAGE_NEAR(view_of(picture), "disk.png");
}

TEST(Drawing, DiskMayMoveByATenthOfAPixel) {
  const Picture picture = draw_disk(0.1, 24);
  EXPECT_IMAGE_NEAR(view_of(picture), "moved_disk.png", texelscope::compare::limits_of_preset("visual"));
}

}  // namespace
