#include "app/cli/comparison_outputs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace texelscope::app {
namespace {

std::vector<PairResult> annotated_results() {
  PairResult failed;
  failed.name = "a,b:c%.png";
  failed.file = "tests/a,b:c%.png";
  failed.failures = {"1 of 2 pixels differ: 50 %", "line\r\nbreak"};
  failed.pictures = {{"expected", "jpg", {}, "pictures/e.jpg"},
                     {"actual", "png", {}, "pictures/a.png"},
                     {"thumbnail", "png", {}, "pictures/t.png"},
                     {"difference", "png", {}, "pictures/d.png"}};
  PairResult passed = failed;
  passed.name = "passed.png";
  passed.failures.clear();
  return {failed, passed};
}

TEST(Annotations, FollowGitHubAndEscapeDelimiters) {
  // The escapes are those of the runner's own toolkit: @actions/core, command.ts, escapeData and escapeProperty.
  EXPECT_EQ(github_annotations(annotated_results()),
            "::error file=tests/a%2Cb%3Ac%25.png,title=a%2Cb%3Ac%25.png::1 of 2 pixels differ: 50 %25; "
            "line%0D%0Abreak\n");
}

TEST(Annotations, ForGitHubContainNoControlCharacters) {
  PairResult failed;
  failed.name = failed.file = "a\x1b[31m\xc2\x9b\x7f\xff.png";
  failed.failures = {"missing\t\x1b]8;;\a"};
  EXPECT_EQ(github_annotations({failed}),
            "::error file=a [31m  \xEF\xBF\xBD.png,title=a [31m  \xEF\xBF\xBD.png::missing  ]8;; \n");
}

TEST(Annotations, ForGitHubShortenLongFailures) {
  PairResult failed;
  failed.name = failed.file = "a.png";
  failed.failures = {std::string(100000, 'x') + "; use another file"};
  const std::string lines = github_annotations({failed});
  EXPECT_LE(lines.size(), 2100U);
  EXPECT_TRUE(lines.ends_with("; use another file\n")) << lines;
}

TEST(Annotations, FollowCTestWithTheFilesOfTheReport) {
  const std::string lines = ctest_measurements(annotated_results(), "/reports/../report");
  EXPECT_EQ(lines,
            "<CTestMeasurementFile type=\"image/jpeg\" name=\"a,b:c%.png: expected\">/report/pictures/e.jpg"
            "</CTestMeasurementFile>\n"
            "<CTestMeasurementFile type=\"image/png\" name=\"a,b:c%.png: actual\">/report/pictures/a.png"
            "</CTestMeasurementFile>\n"
            "<CTestMeasurementFile type=\"image/png\" name=\"a,b:c%.png: difference\">/report/pictures/d.png"
            "</CTestMeasurementFile>\n");
}

}  // namespace
}  // namespace texelscope::app
