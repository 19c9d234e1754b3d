#include "app/text/option_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "app/text/parameter.h"

namespace texelscope::app {
namespace {

template <class Call>
std::string refusal_of(const Call& call) {
  try {
    (void)call();
  } catch (const ParameterError& error) {
    return error.what();
  }
  return "";
}

TEST(OptionText, SpellsNamesByContext) {
  EXPECT_EQ(spelled("mip_levels", OptionSpelling::command_line), "--mip-levels");
  EXPECT_EQ(spelled("mip_levels", OptionSpelling::python), "mip_levels");
}

TEST(OptionText, Accepts64BitIntegers) {
  EXPECT_EQ(number_from("0"), 0U);
  EXPECT_EQ(number_from("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* const text : {"", "18446744073709551616", "-1", "+1", " 1", "1 ", "1.0", "0x10", "one"}) {
    EXPECT_FALSE(number_from(text)) << text;
  }
}

TEST(OptionText, RefusesNumbersOutOfRangeByNameAndRange) {
  EXPECT_EQ(number_option("--frames", "3", 3, 5), 3U);
  EXPECT_EQ(number_option("--frames", "5", 3, 5), 5U);
  for (const char* const text : {"2", "6", "many"}) {
    EXPECT_EQ(refusal_of([&] { return number_option("--frames", text, 3, 5); }),
              "--frames cannot be '" + std::string(text) + "': use an integer from 3 to 5");
  }
}

TEST(OptionText, AcceptsSizesUpToItsLimit) {
  EXPECT_EQ(size_option("1x16384"), std::pair(1, 16384));
  EXPECT_EQ(size_option("16384x1"), std::pair(16384, 1));
  for (const char* const text : {"16385x1", "1x16385", "0x1", "1x0", "1", "1x", "x1", "", "1x1x1", "-1x1", "1X1"}) {
    EXPECT_EQ(refusal_of([&] { return size_option(text); }),
              "--size cannot be '" + std::string(text) + "': use WxH with 1 to 16384 pixels each, such as 1280x720");
  }
}

TEST(OptionText, SplitsAtEachComma) {
  EXPECT_EQ(parts_of("a,bc,"), (std::vector<std::string>{"a", "bc", ""}));
  EXPECT_EQ(parts_of(",,"), std::vector<std::string>(3));
  EXPECT_EQ(parts_of(""), std::vector<std::string>(1));
}

TEST(OptionText, AcceptsTheRequiredNumberOfNumbers) {
  EXPECT_EQ(numbers_option("--at", "0.5,-2,1e3", 1, 3), (std::vector<float>{0.5F, -2.0F, 1000.0F}));
  EXPECT_EQ(refusal_of([] { return numbers_option("--at", "1,x", 1, 3); }),
            "--at cannot be '1,x': 'x' is not a number");
  EXPECT_EQ(refusal_of([] { return numbers_option("--at", "1,", 1, 3); }), "--at cannot be '1,': '' is not a number");
  EXPECT_EQ(refusal_of([] { return numbers_option("--at", "1,2", 3, 4); }), "--at cannot be '1,2': use 3 to 4 numbers");
  EXPECT_EQ(refusal_of([] { return numbers_option("--at", "1,2", 1, 1); }), "--at cannot be '1,2': use 1 number");
}

}  // namespace
}  // namespace texelscope::app
