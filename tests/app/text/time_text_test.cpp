#include "app/text/time_text.h"

#include <gtest/gtest.h>

#include <ctime>
#include <regex>

namespace texelscope::app {
namespace {

TEST(TimeText, IsTheCurrentTimeInUtc) {
  const std::string text = utc_time_text();
  EXPECT_TRUE(std::regex_match(text, std::regex(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)"))) << text;
  std::tm told{};
  ASSERT_NE(::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &told), nullptr) << text;
  constexpr double longest_run = 60;
  EXPECT_NEAR(static_cast<double>(::timegm(&told)), static_cast<double>(std::time(nullptr)), longest_run) << text;
}

}  // namespace
}  // namespace texelscope::app
