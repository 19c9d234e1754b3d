#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/compare/results.h"
#include "app/text/escape.h"
#include "tests/app/compare/image_pairs.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::TemporaryFolder;

std::vector<PairResult> some_results() {
  const tests::FormulaPair made = tests::formula_pairs()[1];
  ImagePair differing{"a/</script><b>&\"\xff.png", made.expected, made.actual, "", "", "seed=1 <i>"};
  ImagePair missing{"missing.png", made.expected, std::nullopt, "", "the image is missing", ""};
  ImagePair same{"same.png", made.expected, made.expected, "", "", ""};
  std::vector<PairResult> results;
  for (const ImagePair& pair : {differing, missing, same}) {
    results.push_back(compare_pair(pair, {}, KeepImages::yes));
  }
  sort_worst_first(results);
  return results;
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) {
    ++found;
  }
  return found;
}

TEST(CompareReport, IsOnePageThatNeedsNothingElse) {
  const TemporaryFolder folder;
  write_report(folder / "deep/report", "A <title>", some_results());
  const std::string page = tests::file_bytes(folder / "deep/report/index.html");
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(page.find("<!--"), page.find("<!-- Magma"));
  EXPECT_EQ(page.find("<link rel=\"stylesheet"), std::string::npos);
  EXPECT_NE(page.find("<title>A &lt;title&gt;</title>"), std::string::npos);
  // Of the missing one there is no actual picture, of equal ones only the expected: 3 expected, 1 actual, 1 map.
  EXPECT_EQ(count(page, "type=\"text/plain\" id=\"expected"), 3U);
  EXPECT_EQ(count(page, "type=\"text/plain\" id=\"actual"), 1U);
  EXPECT_EQ(count(page, "type=\"text/plain\" id=\"flip"), 1U);
  EXPECT_EQ(count(page, "<script"), count(page, "</script>"));
}

TEST(CompareReport, HasTheResultsThatTheJsonHas) {
  const TemporaryFolder folder;
  const std::vector<PairResult> results = some_results();
  write_report(folder / "report", "title", results);
  const std::string page = tests::file_bytes(folder / "report/index.html");
  const std::string_view begin = "id=\"results\">";
  const std::size_t first = page.find(begin) + begin.size();
  const nlohmann::json in_page = nlohmann::json::parse(page.substr(first, page.find("</script>", first) - first));
  const nlohmann::json all = nlohmann::json::parse(to_json(results));
  EXPECT_EQ(in_page, all["pairs"]);
  EXPECT_EQ(all["passed"], 1);
  EXPECT_EQ(all["failed"], 2);
  EXPECT_EQ(in_page[0]["name"], "missing.png");
  EXPECT_EQ(in_page[1]["parameters"], "seed=1 <i>");
  EXPECT_EQ(in_page[2]["psnr"], nullptr);
  EXPECT_EQ(in_page[2]["differing_pixels"], 0);
}

TEST(CompareReport, TellsJUnitEachPairAndWhyItFailed) {
  const TemporaryFolder folder;
  write_junit(folder / "j.xml", "suite", some_results());
  const std::string xml = tests::file_bytes(folder / "j.xml");
  EXPECT_EQ(count(xml, "<testcase "), 3U);
  EXPECT_EQ(count(xml, "<failure "), 2U);
  EXPECT_NE(xml.find("<testsuite name=\"suite\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\""),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("name=\"a/&lt;/script&gt;&lt;b&gt;&amp;&quot;\xEF\xBF\xBD.png\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("message=\"actual: the image is missing\""), std::string::npos) << xml;
}

TEST(CompareReport, EncodesBytesAsRfc4648Does) {
  // The RFC's own test vectors, section 10.
  const auto encoded = [](std::string_view text) { return base64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace texelscope::app
