#include "render/window/window_place.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace texelscope::render {
namespace {

constexpr WindowPlace small_display{.x = 0, .y = 24, .width = 1366, .height = 744};

TEST(WindowPlace, StaysIfADisplayShowsIt) {
  const auto place = reachable({.x = 100, .y = 50, .width = 800, .height = 600}, std::array{small_display});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->x, 100);
  EXPECT_EQ(place->y, 50);
  EXPECT_EQ(place->width, 800);
  EXPECT_EQ(place->height, 600);
}

TEST(WindowPlace, IsNoLargerThanWhatTheDisplaysHaveRightOfItAndBelow) {
  const auto place = reachable({.x = 10, .y = 30, .width = 2560, .height = 1400}, std::array{small_display});
  ASSERT_TRUE(place);
  EXPECT_EQ(place->x + place->width, 1366);
  EXPECT_EQ(place->y + place->height, 768);
}

TEST(WindowPlace, MaySpanSeveralDisplays) {
  const std::array displays = {small_display, WindowPlace{.x = 1366, .y = 0, .width = 1920, .height = 1080}};
  const auto place = reachable({.x = 1000, .y = 40, .width = 2000, .height = 1000}, displays);
  ASSERT_TRUE(place);
  EXPECT_EQ(place->width, 2000);
  EXPECT_EQ(place->height, 1000);
}

TEST(WindowPlace, IsNullIfNoDisplayShowsItsUpperEdge) {
  for (const WindowPlace& place : {WindowPlace{.x = 3000, .y = 40, .width = 800, .height = 600},
                                   WindowPlace{.x = 100, .y = -400, .width = 800, .height = 600},
                                   WindowPlace{.x = -790, .y = 40, .width = 800, .height = 600},
                                   WindowPlace{.x = 100, .y = 760, .width = 800, .height = 600}}) {
    EXPECT_FALSE(reachable(place, std::array{small_display})) << place.x << ", " << place.y;
  }
  EXPECT_FALSE(reachable({.x = 0, .y = 0, .width = 800, .height = 600}, {}));
}

TEST(WindowPlace, OfAFirstWindowUsesTheDisplayUpToAUsefulSize) {
  constexpr WindowPlace smallest{.x = 0, .y = 0, .width = 1280, .height = 720};
  struct Case {
    int width;
    int height;
    int expected_width;
    int expected_height;
  };
  for (const Case& display : {Case{1920, 1050, 1600, 945}, Case{3840, 2130, 1600, 1008}, Case{1440, 875, 1296, 787},
                              Case{1366, 744, 1280, 720}, Case{1024, 600, 1024, 600}}) {
    const WindowPlace place =
        first_place(smallest, {.x = 0, .y = 24, .width = display.width, .height = display.height});
    EXPECT_EQ(place.width, display.expected_width) << display.width << " × " << display.height;
    EXPECT_EQ(place.height, display.expected_height) << display.width << " × " << display.height;
  }
}

}  // namespace
}  // namespace texelscope::render
