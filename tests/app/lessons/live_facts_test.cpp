#include <gtest/gtest.h>

#include "app/lessons/lesson_facts.h"
#include "app/text/parameter.h"
#include "tests/app/lessons/facts_fixture.h"

namespace texelscope::app {
namespace {

using LiveFactsOnEach = LessonFactsOnEach;

TEST_P(LiveFactsOnEach, TheWindowReceivesTheNewestState) {
  const LessonFacts newest = facts("live", R"({"shape": "2", "do": ["show 5", "compute 3", "receive", "receive",
                                                                    "received", "value"]})");
  EXPECT_EQ(newest.at("a.1"), "5") << "all are copied";
  EXPECT_EQ(newest.at("a.5"), "1");
  EXPECT_EQ(newest.at("a.6"), "5");
}

TEST_P(LiveFactsOnEach, PauseHoldsAState) {
  const LessonFacts paused =
      facts("live", R"({"shape": "2", "do": ["show 1", "receive", "keep", "show 1", "receive", "pause", "show 2", "end",
                                             "receive", "value", "earlier", "value", "resume", "value", "difference",
                                             "has_ended"]})");
  EXPECT_EQ(paused.at("a.10"), "2");
  EXPECT_EQ(paused.at("a.12"), "1");
  EXPECT_EQ(paused.at("a.14"), "4");
  EXPECT_EQ(paused.at("a.15"), "3");
  EXPECT_EQ(paused.at("a.16"), "yes");
}

TEST_P(LiveFactsOnEach, CopiesKeepTheBudget) {
  const LessonFacts busy =
      facts("live", R"({"shape": "2", "step_ms": 8, "copy_ms": 4, "do": ["show 5000", "receive"]})");
  EXPECT_LT(std::stod(busy.at("a.copying_ms")), 0.02 * 40'000);
  EXPECT_GT(std::stod(busy.at("a.copying_ms")), 0.015 * 40'000);
}

TEST_P(LiveFactsOnEach, LayoutsArriveAsTheyAre) {
  const LessonFacts slice = facts("live", R"x({"shape": "3,4", "order": "F", "operations": ["sliced(1:, ::2)"],
                                               "do": ["show 1", "receive", "value"]})x");
  EXPECT_EQ(slice.at("a.strides"), "(1, 6)");
  EXPECT_EQ(slice.at("a.shape"), "(2, 2)");
  EXPECT_EQ(slice.at("a.3"), "1");
}

TEST_P(LiveFactsOnEach, RefuseWhatCannotBe) {
  for (const char* const wrong : {R"({"shape": "2", "do": ["value"]})", R"({"shape": "2", "do": ["kept"]})",
                                  R"({"shape": "2", "do": ["stop"]})", R"({"shape": "2", "step_ms": -1, "do": []})",
                                  R"({"shape": "100000", "do": []})", R"({"shape": "2", "x": 1})"}) {
    EXPECT_THROW(static_cast<void>(facts("live", wrong)), ParameterError) << wrong;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LiveFactsOnEach);

}  // namespace
}  // namespace texelscope::app
