#include "app/lessons/lesson_facts.h"

#include <gtest/gtest.h>

#include "app/text/parameter.h"
#include "tests/app/lessons/facts_fixture.h"

namespace texelscope::app {
namespace {

// The numbers were computed by hand from the rules in docs/texture-unit.md and docs/layouts.md.
TEST_P(LessonFactsOnEach, FetchWhatTheTextureUnitReturns) {
  EXPECT_EQ(facts("fetch", R"({"texels": [10, 40, 20], "filter": "linear", "at": [1.0]})").at("a.r"), "25");
  EXPECT_EQ(facts("fetch", R"({"texels": [0, 51], "format": "uint8", "read": "normalized", "at": [1.5]})").at("a.r"),
            "0.2");
  EXPECT_EQ(facts("fetch", R"({"texels": [1, 2, 3, 4], "shape": [2, 2], "at": [0.5, 1.5]})").at("a.r"), "3");
}

TEST_P(LessonFactsOnEach, BlendFetchesOverABackground) {
  const std::string edge = R"("filter": "linear", "at": [1.0], "texels": [1, 0, 0, 1, 0, )";
  // The fetch covers half of the background. With straight alpha, red is 0.5 · 0.5 + 0.5 · 1 and green is 0.5 · 0.5.
  // The result is opaque.
  const LessonFacts straight = facts(
      "over",
      "{" + edge + R"(1, 0, 0], "shape": [2, 4], "dims": "1", "alpha": "straight", "background": [1, 0, 0.5, 1]})");
  EXPECT_EQ(straight.at("a.r"), "0.75");
  EXPECT_EQ(straight.at("a.g"), "0.25");
  EXPECT_EQ(straight.at("a.b"), "0.25");
  EXPECT_EQ(straight.at("a.a"), "1");
  const LessonFacts premultiplied = facts(
      "over", "{" + edge +
                  R"(0, 0, 0], "shape": [2, 4], "dims": "1", "alpha": "premultiplied", "background": [1, 0, 0.5, 1]})");
  EXPECT_EQ(premultiplied.at("a.r"), "1");
  EXPECT_EQ(premultiplied.at("a.g"), "0");
  EXPECT_EQ(premultiplied.at("a.b"), "0.25");
}

TEST_P(LessonFactsOnEach, FetchByLevelsAndGradients) {
  const std::string row =
      R"("texels": [0, 10, 20, 30], "normalized_coords": true, "filter": "linear", "mip_levels": "all")";
  EXPECT_EQ(facts("fetch", "{" + row + R"(, "at": [0.75, 1]})").at("a.r"), "25");
  EXPECT_EQ(facts("fetch", "{" + row + R"(, "mip_filter": "linear", "at": [0.125, 0.5]})").at("a.r"), "2.5");
  // A derivative of the whole width is 4 texels long, which selects level 2.
  EXPECT_EQ(facts("fetch", "{" + row + R"(, "gradients": true, "at": [0.3, 1, 0]})").at("a.r"), "15");
}

TEST_P(LessonFactsOnEach, ExplainLevelsAndSamples) {
  const std::string row =
      R"("texels": [0, 10, 20, 30], "normalized_coords": true, "mip_levels": "all", "mip_filter": "linear")";
  const LessonFacts level = facts("explanation", "{" + row + R"(, "at": [0.125, 0.3]})");
  EXPECT_EQ(level.at("a.other_weight"), "76");
  EXPECT_EQ(level.at("a.weight"), "180");
  EXPECT_EQ(level.at("a.level"), "0.296875");
  EXPECT_EQ(level.at("a.samples"), "1");
  const LessonFacts clamped =
      facts("explanation", "{" + row + R"(, "mip_bias": "1", "mip_clamp": "0,1.5", "at": [0.125, 1.25]})");
  EXPECT_EQ(clamped.at("a.level"), "1.5");
}

TEST_P(LessonFactsOnEach, ReportTheExtentsOfLevels) {
  std::string texels = "0";
  for (int i = 1; i < 91; ++i) {
    texels += ", 0";
  }
  const LessonFacts levels = facts(
      "levels", R"({"texels": [)" + texels + R"(], "shape": [7, 13], "normalized_coords": true, "mip_levels": "all"})");
  EXPECT_EQ(levels.at("a.count"), "4");
  EXPECT_EQ(levels.at("a.extent.1"), "6 × 3");
  EXPECT_EQ(levels.at("a.extent.3"), "1 × 1");
  EXPECT_EQ(levels.at("a.texels"), "113");  // 91 + 18 + 3 + 1
}

TEST_P(LessonFactsOnEach, CountTheResultsOfASweep) {
  const LessonFacts sweep =
      facts("sweep", R"({"texels": [0, 1], "filter": "linear", "from": 0.5, "to": 1.5, "count": 20001})");
  EXPECT_EQ(sweep.at("a.distinct"), "257");
  EXPECT_EQ(sweep.at("a.lowest"), "0");
  EXPECT_EQ(sweep.at("a.highest"), "1");
}

TEST_P(LessonFactsOnEach, ResizeARowWithAndWithoutTheHalf) {
  const std::string row = R"("texels": [40, 30, 20, 10], "filter": "linear", "to": 2)";
  const LessonFacts right = facts("resize", "{" + row + "}");
  EXPECT_EQ(right.at("a.at.0"), "1");
  EXPECT_EQ(right.at("a.at.1"), "3");
  EXPECT_EQ(right.at("a.r.0"), "35");
  EXPECT_EQ(right.at("a.r.1"), "15");
  EXPECT_EQ(right.at("a.moved"), "0");
  const LessonFacts mistaken = facts("resize", "{" + row + R"(, "half": false})");
  EXPECT_EQ(mistaken.at("a.at.1"), "2");
  EXPECT_EQ(mistaken.at("a.r.0"), "40");
  EXPECT_EQ(mistaken.at("a.r.1"), "25");
  EXPECT_EQ(mistaken.at("a.moved"), "1");
  const LessonFacts normalized = facts("resize", "{" + row + R"(, "normalized_coords": true})");
  EXPECT_EQ(normalized.at("a.at.1"), "0.75");
  EXPECT_EQ(normalized.at("a.r.1"), "15");
}

/// The value of the center texel of each level is the number of the level.
TEST_P(LessonFactsOnEach, ReadLevel0UnlessTheFetchNamesALevelOrDerivatives) {
  std::string texels;
  for (int y = 0; y < 8; ++y) {
    texels += "4, 4, 4, 4, 0, 2, 3, 3, ";
  }
  texels.resize(texels.size() - 2);
  const std::string square =
      R"({"texels": [)" + texels + R"(], "shape": [8, 8], "normalized_coords": true, "mip_levels": "all", )";
  EXPECT_EQ(facts("fetch", square + R"("at": [0.5, 0.5]})").at("a.r"), "0");
  EXPECT_EQ(facts("fetch", square + R"("at": [0.5, 0.5, 2]})").at("a.r"), "2");
  EXPECT_EQ(facts("fetch", square + R"("gradients": true, "at": [0.5, 0.5, 1, 0, 0, 1]})").at("a.r"), "3");
  EXPECT_EQ(facts("fetch", square + R"("gradients": true, "at": [0.5, 0.5, 0.25, 0, 0, 0.25]})").at("a.r"), "1");
}

TEST_P(LessonFactsOnEach, DescribeLayoutsAccessesAndCopies) {
  const LessonFacts layout = facts("layout", R"x({"shape": "3,4", "itemsize": 4, "operations": ["permuted(1, 0)"]})x");
  EXPECT_EQ(layout.at("a.strides"), "(1, 4)");
  EXPECT_EQ(layout.at("a.is_contiguous_c"), "no");
  EXPECT_NE(facts("layout", R"x({"shape": "3,4", "operations": ["reshaped(5)"]})x").at("a.refusal"), "");
  EXPECT_EQ(facts("warp", R"({"shape": "64,64", "itemsize": 4})").at("a.sectors"), "4");
  EXPECT_EQ(facts("warp", R"x({"shape": "64,64", "itemsize": 4, "operations": ["permuted(1,0)"]})x").at("a.sectors"),
            "32");
  // Element 2 begins at a multiple of 8 bytes, and element 4 at a multiple of 16.
  EXPECT_EQ(facts("layout", R"x({"shape": "64", "itemsize": 4, "operations": ["sliced(2:)"]})x")
                .at("a.max_compatible_itemsize"),
            "8");
  EXPECT_EQ(facts("layout", R"x({"shape": "64", "itemsize": 4, "operations": ["sliced(4:)"]})x")
                .at("a.max_compatible_itemsize"),
            "16");
  const LessonFacts swizzled = facts("banks", R"({"swizzle": true, "line": 3, "lane": 5})");
  EXPECT_EQ(swizzled.at("a.passes"), "1");
  EXPECT_EQ(swizzled.at("a.bank"), "6");                          // 3 XOR 5
  EXPECT_EQ(swizzled.at("a.address"), "664");                     // Row 5, with 128 bytes per row, and column 6.
  EXPECT_EQ(facts("banks", "{}").at("a.size_in_bytes"), "4096");  // 32 × 32 elements of 4 bytes
  EXPECT_EQ(facts("banks", R"({"padding": 0})").at("a.passes"), "32");
  EXPECT_EQ(facts("banks", R"({"padding": 1})").at("a.passes"), "1");
  EXPECT_EQ(facts("copy", R"({"source": {"shape": "4,4"}, "destination": {"shape": "4,4"}})").at("a.method"), "linear");
}

TEST_P(LessonFactsOnEach, ReportWhyATextureIsRefused) {
  EXPECT_NE(
      facts("refused", R"({"texels": [0, 1], "format": "uint8", "filter": "linear"})").at("a.reason").find("linear"),
      std::string::npos);
}

TEST_P(LessonFactsOnEach, RefuseUnknownComputations) {
  for (const auto& [kind, arguments] : std::vector<std::pair<std::string, std::string>>{
           {"nothing", "{}"},
           {"layout", "{}"},
           {"layout", R"({"shape": "3,x"})"},
           {"layout", "["},
           {"banks", R"({"direction": "up"})"},
           {"banks", R"({"lane": 32})"},
           {"over", R"({"texels": [1], "at": [0.5], "alpha": "none", "background": [0, 0, 0, 0]})"},
           {"fetch", R"({"texels": [1], "at": [0.5], "nothing": 1})"},
           {"fetch", R"({"texels": [1], "at": [0.5, 0.5, 0.5, 0.5]})"},
           {"resize", R"({"texels": [1, 2]})"},
           {"resize", R"({"texels": [1, 2], "to": 2, "nothing": 1})"},
           {"resize", R"({"texels": [1, 2], "shape": [2, 1], "to": 2})"}}) {
    EXPECT_THROW(static_cast<void>(facts(kind, arguments)), ParameterError) << kind << arguments;
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LessonFactsOnEach);

}  // namespace
}  // namespace texelscope::app
