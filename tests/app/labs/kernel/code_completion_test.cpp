#include "app/labs/kernel/code_completion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace texelscope::app {
namespace {

/// The completions at the position of | in a text.
std::vector<std::string> names_at(std::string text) {
  const std::size_t cursor = text.find('|');
  text.erase(cursor, 1);
  std::vector<std::string> names;
  for (const CompletedName& name : complete_code(text, cursor).names) {
    names.push_back(name.name);
  }
  return names;
}

constexpr const char* head = "void pixel(Index at, const Frame& f) {\n";

TEST(CodeCompletion, OffersMembersAfterADot) {
  EXPECT_EQ(names_at(std::string{head} + "f.ti|"), std::vector<std::string>{"time"});
  const std::vector<std::string> all = names_at(std::string{head} + "f.|");
  EXPECT_EQ(all, (std::vector<std::string>{"a",           "b",          "buffer_a", "buffer_b", "buffer_c",
                                           "buffer_d",    "c",          "count",    "d",        "height",
                                           "image",       "image_1",    "image_2",  "image_3",  "image_height",
                                           "image_width", "is_pressed", "mouse",    "output",   "time",
                                           "width"}));
  const std::vector<std::string> samples = names_at(std::string{head} + "f.image.sample_2|");
  EXPECT_TRUE(std::ranges::count(samples, "sample_2d") == 1 && std::ranges::count(samples, "sample_2d_level") == 1);
  EXPECT_TRUE(names_at(std::string{head} + "unknown.|").empty());
}

TEST(CodeCompletion, OffersFunctionsAndNamesOfTheText) {
  EXPECT_EQ(names_at("smo|"), std::vector<std::string>{"smooth_step"});
  EXPECT_EQ(names_at("float square_of_mine; squ|"), (std::vector<std::string>{"square_of_mine", "square_root"}));
  EXPECT_EQ(complete_code("smo", 3).names[0].declaration, "float smooth_step(float edge0, float edge1, float x)");
  EXPECT_EQ(complete_code("x = smo", 7).begin, 4U);
}

TEST(CodeCompletion, OffersNothingOutsideNames) {
  for (const char* const text :
       {"s|", "smooth_step|", "smo|oth", "// smo|", "\"smo|\"", "12|", "|", "/* smo|", "zzzz|"}) {
    EXPECT_TRUE(names_at(text).empty()) << text;
  }
  EXPECT_TRUE(complete_code("smo", 99).names.size() == 1) << "a position beyond the text counts as its end";
}

}  // namespace
}  // namespace texelscope::app
