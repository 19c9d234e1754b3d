#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/images/image_file.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/compare/report/report_results.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::count_of;
using tests::file_bytes;
using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

/// Folders e and a with 12 pairs, of which those with even numbers differ.
void write_pairs(const TemporaryFolder& folder) {
  fs::create_directories(folder / "e/deep");
  fs::create_directories(folder / "a/deep");
  for (int number = 0; number < 12; ++number) {
    const std::string name = "deep/" + std::to_string(number) + ".png";
    Image image = tests::make_image(16, 12, tests::landscape);
    save_png(folder / "e" / name, image);
    image.pixels[30] ^= std::byte{static_cast<unsigned char>(number % 2 == 0 ? 255 : 0)};
    save_png(folder / "a" / name, image);
  }
}

std::vector<std::string> names_in(const std::string& json) {
  std::vector<std::string> names;
  const nlohmann::json parsed = nlohmann::json::parse(json);
  for (const nlohmann::json& pair : parsed["pairs"]) {
    names.push_back(pair["name"]);
  }
  return names;
}

TEST(ReportCommand, MergesShardsIntoTheCompleteReport) {
  const TemporaryFolder folder;
  write_pairs(folder);
  const std::string expected = folder / "e";
  const std::string actual = folder / "a";
  const Outcome whole = run_command({"compare", expected, actual, "--json"});
  std::vector<std::string> merge{"report", "merge", folder / "merged", "--json", "--junit", folder / "j.xml"};
  for (int index = 1; index <= 3; ++index) {
    const std::string shard = std::to_string(index) + "/3";
    const Outcome outcome = run_command(
        {"compare", expected, actual, "--shard", shard, "--report", folder / ("shard" + std::to_string(index))});
    EXPECT_LE(outcome.code, 1) << outcome.err;
    merge.push_back(folder / ("shard" + std::to_string(index)));
  }
  const Outcome merged = run_command(merge);
  EXPECT_EQ(merged.code, 1) << merged.err;
  EXPECT_EQ(names_in(merged.out), names_in(whole.out));
  EXPECT_EQ(nlohmann::json::parse(merged.out)["failed"], 6);
  EXPECT_TRUE(fs::exists(folder / "merged/index.html"));
  EXPECT_EQ(count_of(tests::file_bytes(folder / "j.xml"), "<failure "), 6U);
  merge.pop_back();
  const Outcome incomplete = run_command(merge);
  EXPECT_EQ(incomplete.code, 2);
  EXPECT_EQ(incomplete.error_lines(), 1) << incomplete.err;
  // Merges reports in which every pair passed into a single page.
  const std::string same = folder / "same";
  const std::string copy = folder / "copy";
  fs::copy(expected, copy, fs::copy_options::recursive);
  EXPECT_EQ(run_command({"compare", expected, copy, "--report", same}).code, 0);
  EXPECT_EQ(run_command({"report", "merge", folder / "one.html", same}).code, 0);
  EXPECT_GT(fs::file_size(folder / "one.html"), 10000U);
}

TEST(ReportCommand, MergesTheReportsOfTestsWhoseImagesHaveTheSameName) {
  const TemporaryFolder folder;
  write_pairs(folder);
  const std::string expected = folder / "e/deep/0.png";
  const std::string actual = folder / "a/deep/0.png";
  const std::vector<std::string> merge{"report", "merge",   folder / "tests/all", folder / "tests",
                                       "--json", "--junit", folder / "j.xml"};
  for (const auto& [test, against] : {std::pair("menu", actual), std::pair("other", expected)}) {
    const Outcome outcome =
        run_command({"compare", expected, against, "--test", test, "--report", folder / "tests/deep" / test});
    EXPECT_LE(outcome.code, 1) << outcome.err;
  }
  for (const char* const time : {"first", "second"}) {
    // Finds the reports in a folder, but not the merged one.
    const Outcome merged = run_command(merge);
    EXPECT_EQ(merged.code, 1) << time << merged.err;
    EXPECT_EQ(names_in(merged.out), (std::vector<std::string>{"0.png", "0.png"}));
  }
  const std::string junit = tests::file_bytes(folder / "j.xml");
  EXPECT_EQ(count_of(junit, "<testcase classname=\"menu\" name=\"0.png\""), 1U) << junit;
  EXPECT_EQ(count_of(junit, "<testcase classname=\"other\" name=\"0.png\""), 1U) << junit;
  const std::string page = tests::file_bytes(folder / "tests/all/index.html");
  EXPECT_EQ(count_of(page, "\"name\":\"menu/0.png\""), 1U);
  EXPECT_EQ(count_of(page, "\"parameters\":\"test other\""), 1U);
  // The page of one test names its images as --update does.
  EXPECT_EQ(count_of(tests::file_bytes(folder / "tests/deep/menu/index.html"), "\"name\":\"0.png\""), 1U);
  // A merged report is merged again, as that of one of several machines.
  EXPECT_EQ(run_command({"report", "merge", folder / "again", folder / "tests/all"}).code, 1);
  const Outcome twice = run_command({"report", "merge", folder / "again", folder / "tests/all", folder / "tests/deep"});
  EXPECT_EQ(twice.code, 2);
  EXPECT_NE(twice.err.find("both contain the pair menu/0.png"), std::string::npos) << twice.err;
  fs::create_directory(folder / "empty");
  const Outcome empty = run_command({"report", "merge", folder / "again", folder / "empty"});
  EXPECT_EQ(empty.code, 2);
  EXPECT_NE(empty.err.find("it contains no results.json"), std::string::npos) << empty.err;
}

TEST(ReportCommand, ReportsAndRemovesExpectedImagesThatNoPairUsed) {
  const TemporaryFolder folder;
  write_pairs(folder);
  const std::string expected = folder / "e";
  for (const char* const name : {"1.png", "2.png"}) {
    const std::string path = std::string("/deep/") + name;
    static_cast<void>(run_command({"compare", expected + path, folder / ("a" + path), "--test", name, "--report",
                                   folder / ("r/" + std::string(name))}));
  }
  static_cast<void>(folder.write("e/compare.json", R"({"texelscope_compare": 1, "rules": [
      {"match": "deep/3.png", "ignore": true}, {"match": "deep/1.png", "accepted": ["4.png"]}]})"));
  std::vector<std::string> merge{"report", "merge", folder / "merged", folder / "r", "--expected", expected};
  const Outcome told = run_command(merge);
  EXPECT_EQ(told.code, 1);
  EXPECT_EQ(count_of(told.err, " is unused: no test that ran compares it"), 8U) << told.err;
  EXPECT_NE(told.err.find("e/deep/0.png is unused"), std::string::npos) << told.err;
  EXPECT_TRUE(fs::exists(expected + "/deep/0.png"));
  merge.emplace_back("--prune");
  EXPECT_EQ(count_of(run_command(merge).err, " removed: no test used it"), 8U);
  for (const auto& [name, is_there] : {std::pair("0", false), std::pair("1", true), std::pair("2", true),
                                       std::pair("3", true), std::pair("4", true), std::pair("5", false)}) {
    EXPECT_EQ(fs::exists(expected + "/deep/" + name + ".png"), is_there) << name;
  }
  // Images of other tests.
  merge[5] = folder / "a";
  const Outcome other = run_command(merge);
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("no pair used an image of"), std::string::npos) << other.err;
  EXPECT_TRUE(fs::exists(folder / "a/deep/0.png"));
  EXPECT_EQ(run_command({"report", "merge", folder / "merged", folder / "r", "--prune"}).code, 2);
}

TEST(CompareCommand, PrintsLinesForGitHubAndCTestInAdditionToResults) {
  const TemporaryFolder folder;
  write_pairs(folder);
  const std::string expected = folder / "e";
  const std::string actual = folder / "a";
  const std::vector<std::string> command{
      "compare", expected, actual, "--report", folder / "report", "--report-failed-only", "--github", "--ctest"};
  const Outcome text = run_command(command);
  EXPECT_EQ(text.code, 1) << text.err;
  EXPECT_EQ(count_of(text.out, "\n::error file=" + expected + "/deep/"), 6U) << text.out;
  EXPECT_EQ(count_of(text.out, "<CTestMeasurementFile type=\"image/png\" name=\"deep/"), 18U) << text.out;
  const std::size_t path = text.out.find(".png: difference\">") + 18;
  EXPECT_EQ(load_image(text.out.substr(path, text.out.find('<', path) - path)).width, 16);
  std::vector<std::string> with_json = command;
  with_json.push_back("--json");
  const Outcome json = run_command(with_json);
  EXPECT_EQ(names_in(json.out).size(), 12U);
  EXPECT_EQ(count_of(json.err, "::error file="), 6U) << json.err;
}

TEST(CompareCommand, RejectsOutputsWithoutAReport) {
  const TemporaryFolder folder;
  write_pairs(folder);
  const std::string expected = folder / "e";
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--report-failed-only"},
                                             {"--ctest"},
                                             {"--ctest", "--report", folder / "page.html"},
                                             {"--report", folder / "missing/page.html"},
                                             {"--shard", "0/3"}}) {
    std::vector<std::string> arguments{"compare", expected, expected};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 2) << options[0];
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  }
  EXPECT_FALSE(fs::exists(folder / "page.html"));
}

TEST(CompareCommand, OfAShardWithoutPairsPasses) {
  const TemporaryFolder folder;
  save_png(folder / "a.png", tests::make_image(4, 4, tests::landscape));
  const std::string a = folder / "a.png";
  int pairs = 0;
  for (const char* const shard : {"1/2", "2/2"}) {
    const Outcome outcome = run_command({"compare", a, a, "--shard", shard, "--json"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    pairs += static_cast<int>(names_in(outcome.out).size());
  }
  EXPECT_EQ(pairs, 1);
}

TEST(ReportCommand, MergesAReportOfFilesWhoseNamesAreNotUtf8) {
  const TemporaryFolder folder;
  const std::string expected = folder / "e\xff";
  const std::string actual = folder / "a";
  for (const std::string& side : {expected, actual}) {
    fs::create_directory(side);
    for (const char* name : {"/a\xff.png", "/a\xfe.png", "/b.png"}) {
      save_png(side + name, tests::make_image(4, 4, tests::landscape));
    }
  }
  const Outcome compared = run_command({"compare", expected, actual, "--report", folder / "r"});
  EXPECT_EQ(compared.code, 1) << compared.err;
  const nlohmann::json report = nlohmann::json::parse(tests::file_bytes(folder / "r/results.json"));
  EXPECT_TRUE(report["accept_command"].empty()) << report["accept_command"] << ": the page cannot show this command";
  const Outcome merged = run_command({"report", "merge", folder / "merged", folder / "r", "--json"});
  EXPECT_EQ(merged.code, 1) << merged.err;
  EXPECT_EQ(names_in(merged.out), (std::vector<std::string>{"a\\xfe.png", "a\\xff.png", "b.png"}));
  const Outcome updated = run_command({"compare", expected, actual, "--update", "a\\xff.png"});
  EXPECT_EQ(updated.code, 1);
  EXPECT_NE(updated.out.find("not UTF-8"), std::string::npos) << updated.out << updated.err;
}

TEST(ReportCommand, LeavesNothingWhenItIsRefused) {
  const TemporaryFolder folder;
  write_pairs(folder);
  const std::string report = folder / "report";
  const std::string damaged = folder / "damaged";
  ASSERT_EQ(run_command({"compare", folder / "e", folder / "a", "--report", report}).code, 1);
  fs::copy(report, damaged, fs::copy_options::recursive);
  std::string last;
  for (const auto& entry : fs::directory_iterator(damaged + "/pictures")) {
    last = std::max(last, entry.path().string());
  }
  std::ofstream(last) << "no image";
  const std::string none = folder / "none";
  fs::create_directory(none);
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"report", "merge", folder / "new/deep/", report, report},
                                             {"report", "merge", folder / "new/deep", damaged},
                                             {"compare", none, folder / "missing", "--report", folder / "new"}}) {
    const Outcome outcome = run_command(command);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_FALSE(fs::exists(folder / "new")) << outcome.err;
  }
  fs::create_directory(folder / "new");
  static_cast<void>(folder.write("new/notes.txt", "mine"));
  EXPECT_EQ(run_command({"report", "merge", folder / "new", damaged}).code, 2);
  EXPECT_TRUE(fs::exists(folder / "new/notes.txt"));
  EXPECT_FALSE(fs::exists(folder / "new/pictures"));
}

TEST(CompareCommand, WritesAReportInAFolderWhosePathIsTooLong) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const std::string part(200, 'd');
  constexpr int depth = 25;
  for (int level = 0; level < depth; ++level) {
    ASSERT_EQ(::mkdir(part.c_str(), 0700), 0);
    ASSERT_EQ(::chdir(part.c_str()), 0);
  }
  save_png("e.png", tests::make_image(4, 4, tests::landscape));
  const Outcome outcome = run_command({"compare", "e.png", "e.png", "--report", "r"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(::access("r/index.html", F_OK), 0);
  fs::remove_all("r");
  ::unlink("e.png");
  for (int level = 0; level < depth; ++level) {
    ASSERT_EQ(::chdir(".."), 0);
    ::rmdir(part.c_str());
  }
  fs::current_path(before);
}

TEST(ReportCommand, LeavesTheReportOfAShardWhereTheMergedOneWasForgotten) {
  const TemporaryFolder folder;
  write_pairs(folder);
  std::vector<std::string> shards;
  for (const char* shard : {"1/2", "2/2"}) {
    shards.push_back(folder / (std::string{"s"} + *shard));
    ASSERT_LE(run_command({"compare", folder / "e", folder / "a", "--shard", shard, "--report", shards.back()}).code,
              1);
  }
  const std::string before = file_bytes(shards[0] + "/results.json");
  const Outcome outcome = run_command({"report", "merge", shards[0], shards[1]});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("is the report of shard 1/2"), std::string::npos) << outcome.err;
  EXPECT_EQ(file_bytes(shards[0] + "/results.json"), before);
  const std::string merged = folder / "merged";
  EXPECT_EQ(run_command({"report", "merge", merged, shards[0], shards[1]}).code, 1);
  const std::string good = file_bytes(merged + "/results.json");
  EXPECT_EQ(run_command({"report", "merge", merged, shards[0]}).code, 2);
  EXPECT_EQ(file_bytes(merged + "/results.json"), good) << "a refused merge replaces no earlier one";
  EXPECT_EQ(run_command({"report", "merge", merged, shards[0], shards[1]}).code, 1);
  // Reports of other pairs, without shards.
  save_png(folder / "e/other.png", tests::make_image(16, 12, tests::landscape));
  const std::string other = folder / "other";
  ASSERT_EQ(run_command({"compare", folder / "e/other.png", folder / "e/other.png", "--report", other}).code, 0);
  const Outcome foreign = run_command({"report", "merge", other, merged});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_NE(foreign.err.find("is a report of 1 other pairs"), std::string::npos) << foreign.err;
}

TEST(ReportCommand, DoesNotOverwriteAnInputReport) {
  const TemporaryFolder folder;
  write_pairs(folder);
  const std::string report = folder / "report";
  ASSERT_EQ(run_command({"compare", folder / "e", folder / "a", "--report", report}).code, 1);
  for (const std::string& input : {report, report + "/results.json"}) {
    const Outcome outcome = run_command({"report", "merge", report, input});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("OUT is one of the input reports"), std::string::npos) << outcome.err;
  }
  const fs::path before = fs::current_path();
  fs::current_path(report);
  const Outcome here = run_command({"report", "merge", ".", "results.json"});
  fs::current_path(before);
  EXPECT_EQ(here.code, 2) << here.err;
  EXPECT_TRUE(fs::exists(report + "/results.json"));
  EXPECT_EQ(run_command({"report", "merge", folder.path(), report}).code, 1) << "below OUT";
}

}  // namespace
}  // namespace texelscope::app
