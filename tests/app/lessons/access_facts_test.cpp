#include "app/lessons/lesson_facts.h"

#include <gtest/gtest.h>

#include "app/text/parameter.h"
#include "tests/app/lessons/facts_fixture.h"

namespace texelscope::app {
namespace {

using AccessFactsOnEach = LessonFactsOnEach;

TEST_P(AccessFactsOnEach, CountTheSectorsOfAThreadPerRow) {
  const LessonFacts rows = facts("accesses", R"({"kernel": "blur_rows", "width": 64, "height": 32})");
  EXPECT_EQ(rows.at("a.writes.requests"), "64");
  EXPECT_EQ(rows.at("a.writes.sectors"), "2048");
  EXPECT_EQ(rows.at("a.writes.sectors_a_request"), "32");
  EXPECT_EQ(rows.at("a.writes.efficiency"), "12.5");
  EXPECT_EQ(rows.at("a.reads.sectors_a_request"), "32");
  const LessonFacts pixels = facts("accesses", R"({"kernel": "blur_pixels", "width": 64, "height": 32})");
  EXPECT_EQ(pixels.at("a.writes.requests"), "64");
  EXPECT_EQ(pixels.at("a.writes.sectors"), "256");
  EXPECT_EQ(pixels.at("a.writes.efficiency"), "100");
  EXPECT_EQ(pixels.at("a.hazards"), "0");
}

TEST_P(AccessFactsOnEach, FindTheRaceInPlaceOnlyWhereValuesChange) {
  const LessonFacts flat = facts("accesses", R"({"kernel": "blur_in_place", "width": 4, "texels": [8, 8, 8, 8]})");
  EXPECT_EQ(flat.at("a.hazards"), "0");
  EXPECT_EQ(flat.at("a.texel.3"), "8");
  const LessonFacts spike = facts("accesses", R"({"kernel": "blur_in_place", "width": 4, "texels": [0, 0, 16, 0]})");
  EXPECT_EQ(spike.at("a.hazard"), "read-write");
  EXPECT_EQ(spike.at("a.texel"), "1");
  EXPECT_EQ(spike.at("a.first_thread"), "0");
  EXPECT_EQ(spike.at("a.second_thread"), "1");
  // Thread 1 has written 4 before thread 2 reads it.
  EXPECT_EQ(spike.at("a.texel.2"), "9");
  EXPECT_EQ(facts("accesses", R"({"kernel": "blur_pixels", "width": 4, "texels": [0, 0, 16, 0]})").at("a.texel.2"),
            "8");
}

TEST_P(AccessFactsOnEach, KnowTheirArguments) {
  for (const char* const arguments :
       {R"({})", R"({"kernel": "sharpen"})", R"({"kernel": "blur_rows", "width": 0})",
        R"({"kernel": "blur_rows", "height": 257})", R"({"kernel": "blur_rows", "x": 1})"}) {
    EXPECT_THROW(static_cast<void>(facts("accesses", arguments)), ParameterError) << arguments;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(AccessFactsOnEach);

}  // namespace
}  // namespace texelscope::app
