#include "app/text/name_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace texelscope::app {
namespace {

TEST(NameOrder, IsThatOfAListOfPeople) {
  const std::vector<std::string> ordered{
      "ada",   "Ádám",   "Anna Weiß",   "Anna Weiss", "Bea",       "bEn",        "Łukasz", "Öztürk",
      "Pavel", "Strauß", "Student 002", "Student 2",  "Student 9", "Student 10", "Þór",    "Zoë"};
  std::vector<std::string> names = ordered;
  std::shuffle(names.begin(), names.end(), std::mt19937{3});
  std::ranges::sort(names, is_name_before);
  EXPECT_EQ(names, ordered);
}

TEST(NameOrder, IgnoresHowAnAccentIsEncoded) {
  EXPECT_TRUE(is_name_before("Zoe\xCC\x88 A", "Zo\xC3\xAB B"));
  EXPECT_TRUE(is_name_before("Zo\xC3\xAB A", "Zoe\xCC\x88 B"));
}

TEST(NameOrder, IsThatOfTheNumbersInNames) {
  const std::vector<std::string> ordered{"a",   "a0", "a00",   "a0b", "a1",   "a01b",
                                         "a1b", "a9", "a0010", "a10", "a100", "ab"};
  for (std::size_t one = 0; one < ordered.size(); ++one) {
    for (std::size_t other = 0; other < ordered.size(); ++other) {
      EXPECT_EQ(is_name_before(ordered[one], ordered[other]), one < other) << ordered[one] << ", " << ordered[other];
    }
  }
}

TEST(NameOrder, IsStrictForAnyBytes) {
  for (const char* const name : {"", "\xFF", "\xC3", "0", "00", "Ж", "木"}) {
    EXPECT_FALSE(is_name_before(name, name)) << name;
  }
  EXPECT_NE(is_name_before("0", "00"), is_name_before("00", "0"));
}

}  // namespace
}  // namespace texelscope::app
