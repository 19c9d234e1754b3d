#include "app/compare/report/markdown.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/compare/change_groups.h"

namespace texelscope::app {
namespace {

std::vector<PairResult> failing(std::size_t count) {
  std::vector<PairResult> results(count);
  for (std::size_t index = 0; index < count; ++index) {
    results[index].name = "a|b*" + std::to_string(index) + " @x.png";
    results[index].failures = {"failure " + std::to_string(index)};
    results[index].pictures = {{"place", "png", {}, "pictures/_a|b.png"}};
  }
  group_changes(results);
  return results;
}

TEST(Markdown, CountsPairsByKindAndShowsTheWorstOfEachGroup) {
  std::vector<PairResult> results = failing(2);
  results[1].failures = results[0].failures;
  results.emplace_back();
  group_changes(results);
  EXPECT_EQ(to_markdown(results, {"https://ci/1/index.html", true}),
            "### 2 of 3 image pairs failed\n\n2 changed; 1 passed. [Report](https://ci/1/index.html)\n\n"
            "| pairs | change | worst pair | failure | |\n|---:|---|---|---|---|\n"
            "| 2 | changed | [<code>a&#124;b&#42;0 &#64;x.png</code>](https://ci/1/index.html#a%7Cb%2A0%20%40x.png) | "
            "failure 0 | ![expected and actual](https://ci/1/pictures/_a%7Cb.png) |\n");
}

TEST(Markdown, LinksNothingWithoutAnAddress) {
  const std::string text = to_markdown(failing(1), {"", true});
  EXPECT_EQ(text.find("]("), std::string::npos) << text;
  EXPECT_EQ(to_markdown(failing(1), {"https://ci/r.html", false}).find("!["), std::string::npos);
}

TEST(Markdown, IsShortAndSaysWhatItOmits) {
  std::vector<PairResult> results = failing(5000);
  for (PairResult& result : results) {
    result.flips = "passed 1";
  }
  const std::string text = to_markdown(results, {});
  EXPECT_LT(text.size(), 10000U);
  EXPECT_NE(text.find("and 4990 more groups of like changes"), std::string::npos);
  EXPECT_NE(text.find("- and 4980 more"), std::string::npos);
}

TEST(Markdown, SaysThatNothingFailed) {
  EXPECT_EQ(to_markdown({PairResult()}, {}), "### No image pair failed\n\n1 passed\n");
}

}  // namespace
}  // namespace texelscope::app
