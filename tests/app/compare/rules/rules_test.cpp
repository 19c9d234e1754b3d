#include "app/compare/rules/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/compare/rules/rules_file.h"
#include "tests/app/compare/same_limits.h"
#include "tests/app/environment.h"

namespace texelscope::app {
namespace {

const Platform mesa{"linux", "x86_64", "llvmpipe (LLVM 15.0.6, 256 bits)"};

RuleFile rules_of_text(const std::string& rules) {
  return parse_rules(R"({"texelscope_compare": 1, "rules": [)" + rules + "]}", "expected/compare.json");
}

TEST(Rules, ApplyInOrderAndLaterOnesOverride) {
  const RuleFile file = rules_of_text(R"({"match": "**", "max_error": 2, "max_differing": "0.5%", "alpha": "ignore"},
                                         {"match": "gui/*.png", "max_error": 5},
                                         {"match": "gui/exact.png", "preset": "exact"},
                                         {"match": ["a.png", "gui/exact.png"], "max_mean": 0.25})");
  Limits initial;
  initial.min_ssim = 0.9;
  const auto limits = [&](const char* name) { return rules_for(file, name, {}, {.limits = initial}).limits; };
  EXPECT_EQ(limits("b.png").max_error, 2);
  EXPECT_EQ(limits("b.png").max_differing, (PixelAmount{0.5, true}));
  EXPECT_EQ(limits("b.png").min_ssim, 0.9) << "a limit that no rule sets is unchanged";
  EXPECT_EQ(limits("a.png").max_mean, 0.25);
  EXPECT_EQ(limits("gui/button.png").max_error, 5);
  EXPECT_EQ(limits("gui/deep/button.png").max_error, 2) << "'*' does not match subfolders";
  EXPECT_EQ(limits("gui/exact.png"), Limits{.max_mean = 0.25}) << "a preset replaces all earlier limits";
  EXPECT_EQ(rules_for(file, "gui/exact.png", {}).alpha, AlphaHandling::ignore)
      << "a preset replaces nothing but limits";
}

TEST(Rules, RemoveALimitWithNull) {
  const RuleFile file = rules_of_text(R"({"match": "**", "preset": "visual", "max_cluster": 9, "max_differing": 3},
                                         {"match": "a.png", "max_cluster": null, "max_differing": null,
                                          "max_area_difference": null, "ignore_antialiasing": false})");
  Limits expected = limits_of_preset("visual");
  expected.max_area_difference.reset();
  expected.ignores_antialiasing = false;
  EXPECT_EQ(rules_for(file, "a.png", {}).limits, expected);
}

TEST(Rules, ApplyOnlyOnTheirPlatform) {
  const RuleFile file = rules_of_text(
      R"({"match": "**", "platform": {"os": "linux"}, "max_error": 1},
         {"match": "**", "platform": {"os": "windows"}, "max_mean": 1},
         {"match": "**", "platform": {"architecture": "aarch64"}, "max_cluster": 1},
         {"match": "**", "platform": {"os": "linux", "renderer": "*LLVMpipe*"}, "min_psnr": 40},
         {"match": "**", "platform": {"renderer": "*"}, "min_ssim": 0.5})");
  EXPECT_EQ(rules_for(file, "a.png", mesa).limits, (Limits{.max_error = 1, .min_ssim = 0.5, .min_psnr = 40}));
  EXPECT_EQ(rules_for(file, "a.png", {"windows", "aarch64", "llvmpipe"}).limits,
            (Limits{.max_cluster = 1, .max_mean = 1, .min_ssim = 0.5}));
  EXPECT_EQ(rules_for(file, "a.png", {"linux", "x86_64", ""}).limits, Limits{.max_error = 1})
      << "an unknown renderer matches no rule";
}

TEST(Rules, DetectThePlatform) {
  const tests::Environment variable("TEXELSCOPE_COMPARE_RENDERER", "from the environment");
  EXPECT_EQ(this_platform().renderer, "from the environment");
  EXPECT_EQ(this_platform("named").renderer, "named");
#ifdef __linux__
  EXPECT_EQ(this_platform().os, "linux");
#endif
#ifdef __x86_64__
  EXPECT_EQ(this_platform().architecture, "x86_64");
#endif
}

TEST(Rules, NameAcceptedImagesByTheImagesName) {
  const RuleFile file = rules_of_text(
      R"({"match": "**/*.png", "accepted": ["{stem}.second.png"]},
         {"match": "**/*.png", "platform": {"renderer": "llvmpipe*"}, "accepted": ["mesa/{name}", "{stem}.second.png"]})");
  EXPECT_EQ(rules_for(file, "gui/a.png", {}).accepted, std::vector<std::string>{"a.second.png"});
  EXPECT_EQ(rules_for(file, "gui/a.png", {}).own_image, "") << "the image is accepted on every platform";
  const ImageRules own = rules_for(file, "gui/a.png", mesa);
  EXPECT_EQ(own.accepted, (std::vector<std::string>{"mesa/a.png", "a.second.png"}));
  EXPECT_EQ(own.own_image, "mesa/a.png");
}

TEST(Rules, FindTheImagesThatTheyNameForOthers) {
  const RuleFile file = rules_of_text(
      R"({"match": "gui/a.png", "platform": {"os": "windows"}, "accepted": ["a.other.png"]},
         {"match": "a.png", "masks": ["masks/a.png", [0, 0, 1, 1]]},
         {"match": "c.png", "accepted": ["d.png"]})");
  const std::vector<std::string> names{"a.png", "gui/a.other.png", "gui/a.png", "masks/a.png"};
  EXPECT_EQ(images_of_rules(file, "expected", names), (std::vector<std::string>{"gui/a.other.png", "masks/a.png"}))
      << "images of all platforms are listed; c.png does not exist";
}

TEST(Rules, ReportPatternsThatMatchNothing) {
  const RuleFile file = rules_of_text(R"({"match": ["a.png", "b*.png"], "max_error": 1},
                                         {"match": "**", "platform": {"renderer": "x"}, "max_error": 2})");
  const std::vector<std::string> notes = notes_of_rules(file, {"a.png", "c.png"}, {});
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_NE(notes[0].find("rule 1 of expected/compare.json: 'b*.png' matches no image"), std::string::npos);
  EXPECT_NE(notes[1].find("rule 2 of expected/compare.json is for a renderer"), std::string::npos);
  EXPECT_TRUE(notes_of_rules(file, {"a.png", "b1.png"}, mesa).empty());
}

}  // namespace
}  // namespace texelscope::app
