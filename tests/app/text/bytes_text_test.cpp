#include "app/text/bytes_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>

namespace texelscope::app {
namespace {

TEST(BytesText, CountsBytesUpToAKibibyte) {
  EXPECT_EQ(bytes_text(0), "0 bytes");
  EXPECT_EQ(bytes_text(1), "1 byte");
  EXPECT_EQ(bytes_text(96), "96 bytes");
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(1024), "1 KiB");
}

TEST(BytesText, OmitsTrailingZeros) {
  EXPECT_EQ(bytes_text(std::int64_t{4} << 20), "4 MiB");
  EXPECT_EQ(bytes_text(std::int64_t{3} << 29), "1.5 GiB");
  EXPECT_EQ(bytes_text(INT64_MAX), "8 EiB");
}

TEST(BytesText, IsAccurateToHalfOfItsLastDigit) {
  const std::string units = "KMGTPE";
  std::mt19937_64 random{4};
  for (int round = 0; round < 2000; ++round) {
    const auto bytes = static_cast<std::int64_t>((random() >> 1U) >> (random() % 53));
    std::istringstream text(bytes_text(bytes));
    double number = 0;
    std::string unit;
    ASSERT_TRUE(text >> number >> unit);
    const double factor = unit.front() == 'b' ? 1 : std::pow(1024, 1 + static_cast<double>(units.find(unit.front())));
    ASSERT_NEAR(number * factor, static_cast<double>(bytes), 5.01e-4 * static_cast<double>(bytes)) << bytes;
  }
}

}  // namespace
}  // namespace texelscope::app
