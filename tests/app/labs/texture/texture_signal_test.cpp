#include "app/labs/texture/texture_signal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace texelscope::app {
namespace {

TEST(SignalAxis, HasTicksAtRoundCoordinatesBetweenItsEnds) {
  EXPECT_EQ(axis_ticks(0, 4, 10), (std::vector<double>{0.5, 1, 1.5, 2, 2.5, 3, 3.5}));
  EXPECT_EQ(axis_ticks(0, 4, 5), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(axis_ticks(-1, 2, 4), (std::vector<double>{0, 1}));
  EXPECT_EQ(axis_ticks(4, 0, 5), (std::vector<double>{1, 2, 3})) << "the axis may run backward";
}

TEST(SignalAxis, HasAFewTicksStrictlyInsideAtAnyScale) {
  for (double length = 1e-7; length < 1e9; length *= 3.7) {
    for (const double from : {-1e3, -0.3 * length, 0.0, 0.77}) {
      for (const int most : {1, 3, 10}) {
        const std::vector<double> ticks = axis_ticks(from, from + length, most);
        EXPECT_LE(ticks.size(), static_cast<std::size_t>(most)) << from << " " << length;
        for (const double tick : ticks) {
          EXPECT_GT(tick, from);
          EXPECT_LT(tick, from + length);
        }
      }
    }
  }
}

TEST(SignalAxis, HasNoTicksWithoutALength) {
  for (const auto& [from, to] :
       {std::pair{1.0, 1.0}, {0.0, std::numeric_limits<double>::infinity()}, {std::nan(""), 1.0}}) {
    EXPECT_TRUE(axis_ticks(from, to, 5).empty());
  }
  EXPECT_TRUE(axis_ticks(0, 1, 0).empty());
}

}  // namespace
}  // namespace texelscope::app
