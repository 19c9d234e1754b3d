#include "app/compare/report/results.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/text/escape.h"
#include "tests/app/compare/report/report_results.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::count_of;
using tests::TemporaryFolder;

TEST(CompareResults, AreJsonWithASummaryAndOnlyFiniteMeasuredFigures) {
  const nlohmann::json all = nlohmann::json::parse(to_json(tests::some_results()));
  EXPECT_EQ(all["passed"], 1);
  EXPECT_EQ(all["failed"], 2);
  EXPECT_EQ(all["pairs"][0]["name"], "missing.png");
  EXPECT_EQ(all["pairs"][1]["parameters"], "seed=1 <i>");
  EXPECT_FALSE(all["pairs"][1].contains("ssim"));
  EXPECT_EQ(all["pairs"][2]["psnr"], nullptr);
  EXPECT_EQ(all["pairs"][2]["differing_pixels"], 0);
}

TEST(CompareResults, ReportEachPairWithItsFailuresToJUnit) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  results[1].comparison->cluster_count = 7;
  results[1].comparison->clusters = {{10, 20, 30, 40, 120, 5}, {1, 2, 3, 4, 6, 0.5}};
  for (PairResult& result : results) {
    result.notes = {"expected: a < b", "it is old"};
  }
  results[2].test = "menu & more";
  write_junit(folder / "j.xml", "suite", results);
  const std::string xml = tests::file_bytes(folder / "j.xml");
  EXPECT_EQ(count_of(xml, "<testcase classname=\"menu &amp; more\" name=\"same.png\""), 1U) << xml;
  EXPECT_EQ(count_of(xml, "<testcase classname=\"suite\""), 2U) << xml;
  EXPECT_EQ(count_of(xml, "<testcase "), 3U);
  EXPECT_EQ(count_of(xml, "<system-out>expected: a &lt; b\nit is old</system-out>\n    </testcase>"), 3U) << xml;
  EXPECT_EQ(count_of(xml, "<failure "), 2U);
  EXPECT_NE(xml.find("<testsuite name=\"suite\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\""),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("name=\"a/&lt;/script&gt;&lt;b&gt;&amp;&quot;\xEF\xBF\xBD.png\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("message=\"actual: the image is missing\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("\n7 clusters of differing pixels:\n120 pixels in 30x40 at (10, 20), by up to 5\n"
                     "6 pixels in 3x4 at (1, 2), by up to 0.5</failure>"),
            std::string::npos)
      << xml;
}

TEST(CompareResults, EncodeBytesLikeRfc4648) {
  // These are the test vectors of section 10 of the RFC.
  const auto encoded = [](std::string_view text) { return base64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(CompareResults, ContainOnlyCharactersOfXmlInJUnit) {
  const TemporaryFolder folder;
  PairResult result;
  result.name = "\xEF\xBF\xBE \xEF\xBF\xBF \xEF\xBF\xBD \x01 \x7F \xF0\x9F\xBF\xBF.png";
  result.failures = {result.name};
  write_junit(folder / "j.xml", result.name, {result});
  const std::string xml = tests::file_bytes(folder / "j.xml");
  // U+FFFE and U+FFFF are not characters of XML 1.0, section 2.2; U+1FFFF is.
  const std::string name = "\xEF\xBF\xBD \xEF\xBF\xBD \xEF\xBF\xBD   \x7F \xF0\x9F\xBF\xBF.png";
  EXPECT_EQ(count_of(xml, name), 5U) << xml;
  EXPECT_EQ(count_of(xml, "\xEF\xBF\xBE") + count_of(xml, "\xEF\xBF\xBF"), 0U);
}

TEST(CompareResults, KeepLineBreaksInNamesOfJUnit) {
  const TemporaryFolder folder;
  PairResult result;
  result.name = "new\nline\t.png";
  write_junit(folder / "j.xml", "suite", {result});
  EXPECT_EQ(count_of(tests::file_bytes(folder / "j.xml"), "name=\"new&#10;line&#9;.png\""), 1U);
}

TEST(CompareResults, ContainNoControlCharactersInJson) {
  std::vector<PairResult> results = tests::some_results();
  results[0].name = "a\xc2\x9b\x7f\xe2\x80\xae.png";
  const std::string json = to_json(results);
  EXPECT_NE(json.find(R"("a\u009b\u007f\u202e.png")"), std::string::npos) << json;
}

}  // namespace
}  // namespace texelscope::app
