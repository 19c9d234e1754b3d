#include "app/core/lessons/lesson_facts.h"

#include <gtest/gtest.h>

#include "app/core/parameter.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

class LessonFactsOnEach : public tests::DeviceTest {
 protected:
  [[nodiscard]] LessonFacts facts(const std::string& kind, const std::string& arguments) const {
    LessonStep step;
    step.computations = {{"a", kind, arguments}};
    return facts_of(step, device());
  }
};

// The numbers are worked out by hand from the rules in docs/texture-unit.md and docs/layouts.md.
TEST_P(LessonFactsOnEach, FetchWhatTheTextureUnitReturns) {
  EXPECT_EQ(facts("fetch", R"({"texels": [10, 40, 20], "filter": "linear", "at": [1.0]})").at("a.r"), "25");
  EXPECT_EQ(facts("fetch", R"({"texels": [0, 51], "format": "uint8", "read": "normalized", "at": [1.5]})").at("a.r"),
            "0.2");
  EXPECT_EQ(facts("fetch", R"({"texels": [1, 2, 3, 4], "shape": [2, 2], "at": [0.5, 1.5]})").at("a.r"), "3");
}

TEST_P(LessonFactsOnEach, CountTheResultsOfASweep) {
  const LessonFacts sweep =
      facts("sweep", R"({"texels": [0, 1], "filter": "linear", "from": 0.5, "to": 1.5, "count": 20001})");
  EXPECT_EQ(sweep.at("a.distinct"), "257");
  EXPECT_EQ(sweep.at("a.lowest"), "0");
  EXPECT_EQ(sweep.at("a.highest"), "1");
}

TEST_P(LessonFactsOnEach, TellOfLayoutsAccessesAndCopies) {
  const LessonFacts layout = facts("layout", R"x({"shape": "3,4", "itemsize": 4, "operations": ["permuted(1, 0)"]})x");
  EXPECT_EQ(layout.at("a.strides"), "(1, 4)");
  EXPECT_EQ(layout.at("a.is_contiguous_c"), "no");
  EXPECT_NE(facts("layout", R"x({"shape": "3,4", "operations": ["reshaped(5)"]})x").at("a.refusal"), "");
  EXPECT_EQ(facts("warp", R"({"shape": "64,64", "itemsize": 4})").at("a.sectors"), "4");
  EXPECT_EQ(facts("warp", R"x({"shape": "64,64", "itemsize": 4, "operations": ["permuted(1,0)"]})x").at("a.sectors"),
            "32");
  EXPECT_EQ(facts("banks", R"({"padding": 0})").at("a.passes"), "32");
  EXPECT_EQ(facts("banks", R"({"padding": 1})").at("a.passes"), "1");
  EXPECT_EQ(facts("copy", R"({"source": {"shape": "4,4"}, "destination": {"shape": "4,4"}})").at("a.method"), "linear");
}

TEST_P(LessonFactsOnEach, TellWhyATextureIsRefused) {
  EXPECT_NE(
      facts("refused", R"({"texels": [0, 1], "format": "uint8", "filter": "linear"})").at("a.reason").find("linear"),
      std::string::npos);
}

TEST_P(LessonFactsOnEach, RefuseWhatTheyDoNotKnow) {
  for (const auto& [kind, arguments] :
       std::vector<std::pair<std::string, std::string>>{{"nothing", "{}"},
                                                        {"layout", "{}"},
                                                        {"layout", R"({"shape": "3,x"})"},
                                                        {"layout", "["},
                                                        {"banks", R"({"direction": "up"})"},
                                                        {"fetch", R"({"texels": [1], "at": [0.5], "nothing": 1})"},
                                                        {"fetch", R"({"texels": [1], "at": [0.5, 0.5, 0.5, 0.5]})"}}) {
    EXPECT_THROW(static_cast<void>(facts(kind, arguments)), ParameterError) << kind << arguments;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LessonFactsOnEach);

}  // namespace
}  // namespace texelscope::app
