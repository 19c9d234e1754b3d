#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/lessons/report/class_report.h"

namespace texelscope::app {
namespace {

TEST(AnswerCount, ComparesValuesHoweverTheyAreWritten) {
  const std::pair<const char*, const char*> same[] = {{"4", "4 sectors"},  {"1 sector", "1 sectors"},
                                                      {"(10, 1)", "10 1"}, {"10,1", "(10, 1)"},
                                                      {"65,536", "65536"}, {"1/5", "0.2"},
                                                      {"0,2", "0.2"},      {"Rows", "rows"},
                                                      {" 7 ", "7"},        {"77/256", "0.30078"}};
  for (const auto& [a, b] : same) {
    EXPECT_TRUE(has_same_value(a, b)) << a << " and " << b;
    EXPECT_TRUE(has_same_value(b, a)) << b << " and " << a;
  }
  const std::pair<const char*, const char*> different[] = {
      {"4", "5"}, {"4 rows", "4 columns"}, {"(10, 1)", "(1, 10)"}, {"1 12", "11 2"}, {"rows", "columns"},
      {"4", ""},  {"(10, 1)", "10"},       {"0x7f", "0x7"}};
  for (const auto& [a, b] : different) {
    EXPECT_FALSE(has_same_value(a, b)) << a << " and " << b;
    EXPECT_FALSE(has_same_value(b, a)) << b << " and " << a;
  }
}

TEST(AnswerCount, CountsByValueAndShowsTheMostFrequentSpelling) {
  std::vector<std::string> answers{"4", "(10, 1)", "4 sectors", "10 1", "4 sectors", "10 1", "8"};
  const std::vector<AnswerCount> expected{{"10 1", 3}, {"4 sectors", 3}, {"8", 1}};
  std::ranges::sort(answers);
  do {
    ASSERT_EQ(count_answers(answers), expected);
  } while (std::ranges::next_permutation(answers).found);
  EXPECT_TRUE(count_answers({}).empty());
}

}  // namespace
}  // namespace texelscope::app
