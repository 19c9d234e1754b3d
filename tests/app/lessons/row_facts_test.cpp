#include "app/lessons/lesson_facts.h"

#include <gtest/gtest.h>

#include "app/text/parameter.h"
#include "tests/app/lessons/facts_fixture.h"

namespace texelscope::app {
namespace {

using RowFactsOnEach = LessonFactsOnEach;

TEST_P(RowFactsOnEach, FetchTheWritesOfThePreviousLaunch) {
  const LessonFacts row = facts("rows", R"({"do": ["fill a 1", "fetch a 0", "write a 7", "fetch a 0", "fetch a 15"]})");
  EXPECT_EQ(row.at("a.2"), "1");
  EXPECT_EQ(row.at("a.4"), "7");
  EXPECT_EQ(row.at("a.5"), "7");
  EXPECT_EQ(row.at("a.refused"), "0");
}

TEST_P(RowFactsOnEach, FetchTheOldOrTheNewValueOfATexelThatTheSameLaunchWrote) {
  const LessonFacts row = facts("rows", R"({"do": ["fill a 1", "write_and_fetch a 7 5", "fetch a 5"]})");
  if (device_id().kind == gpu::DeviceKind::cpu) {
    EXPECT_EQ(row.at("a.2"), "7");
  } else {
    EXPECT_TRUE(row.at("a.2") == "1" || row.at("a.2") == "7") << row.at("a.2");
  }
  EXPECT_EQ(row.at("a.3"), "7");
}

/// Binomial coefficients: 16 · (1 2 1) / 4, then 16 · (1 4 6 4 1) / 16.
TEST_P(RowFactsOnEach, SmoothFromOneRowToAnother) {
  const LessonFacts rows = facts("rows", R"({"do": ["fill a 0", "set a 5 16", "fill b 0", "smooth a b", "fetch b 5",
                                                    "fetch b 4", "smooth b a", "fetch a 3", "fetch a 4", "fetch a 5",
                                                    "fetch a 7", "fetch a 8"]})");
  EXPECT_EQ(rows.at("a.5"), "8");
  EXPECT_EQ(rows.at("a.6"), "4");
  EXPECT_EQ(rows.at("a.8"), "1");
  EXPECT_EQ(rows.at("a.9"), "4");
  EXPECT_EQ(rows.at("a.10"), "6");
  EXPECT_EQ(rows.at("a.11"), "1");
  EXPECT_EQ(rows.at("a.12"), "0");
}

TEST_P(RowFactsOnEach, KnowTheirOperations) {
  for (const char* const operations :
       {R"("nothing")", R"("")", R"("fetch a 0")", R"("fill a")", R"("fill a much")", R"("fill a 1", "fetch a 16")",
        R"("fill a 1", "set a 16 1")", R"("fill a 1", "smooth a a")", R"("fill a 1", "smooth a b")"}) {
    EXPECT_THROW(static_cast<void>(facts("rows", std::string{R"({"do": [)"} + operations + "]}")), ParameterError)
        << operations;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(RowFactsOnEach);

}  // namespace
}  // namespace texelscope::app
