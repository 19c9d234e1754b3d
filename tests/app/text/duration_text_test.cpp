#include "app/text/duration_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>
#include <string>

namespace texelscope::app {
namespace {

TEST(DurationText, HasThreeSignificantDigits) {
  EXPECT_EQ(duration_text(1.25e-3), "1.25 ms");
  EXPECT_EQ(duration_text(18e-6), "18.0 µs");
  EXPECT_EQ(duration_text(2.1), "2.10 s");
  EXPECT_EQ(duration_text(0.123), "123 ms");
  EXPECT_EQ(duration_text(0), "0.00 µs");
  EXPECT_EQ(duration_text(-0.5), "-500 ms");
  EXPECT_EQ(duration_text(1e-3), "1.00 ms");
  EXPECT_EQ(duration_text(1), "1.00 s");
  EXPECT_EQ(duration_text(10), "10.0 s");
  EXPECT_EQ(duration_text(100), "100 s");
}

TEST(DurationText, IsAccurateToHalfOfItsLastDigit) {
  const std::map<std::string, double> units = {{"µs", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  for (double seconds = 1.1e-6; seconds < 900; seconds *= 1.07) {
    std::istringstream text(duration_text(seconds));
    double number = 0;
    std::string unit;
    ASSERT_TRUE(text >> number >> unit);
    ASSERT_NEAR(number * units.at(unit), seconds, 5.01e-3 * seconds) << duration_text(seconds);
  }
}

TEST(DurationText, MarksAnAxisWithASign) {
  EXPECT_EQ(mark_text(0), "0");
  EXPECT_EQ(mark_text(-0.05), "−50 ms");
  EXPECT_EQ(mark_text(2.5e-6), "2.5 µs");
  EXPECT_EQ(mark_text(-3), "−3 s");
}

}  // namespace
}  // namespace texelscope::app
