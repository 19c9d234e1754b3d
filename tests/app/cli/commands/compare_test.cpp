#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/images/image_file.h"
#include "app/images/save_image.h"
#include "tests/app/child_program.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/compare/image_pairs.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

Image landscape(int width, int height) { return tests::make_image(width, height, tests::landscape); }

Image with_one_step(Image image) {
  image.pixels[30] ^= std::byte{1};
  return image;
}

TEST(CompareCommand, DistinguishesEqualImagesFromDifferentOnes) {
  const TemporaryFolder folder;
  save_png(folder / "a.png", landscape(20, 10));
  save_png(folder / "b.png", with_one_step(landscape(20, 10)));
  const std::string a = folder / "a.png";
  const std::string b = folder / "b.png";
  EXPECT_EQ(run_command({"compare", a, a}).code, 0);
  const Outcome different = run_command({"compare", a, b});
  EXPECT_EQ(different.code, 1) << different.err;
  EXPECT_NE(different.out.find("1 of 200 pixels differ; in one cluster: 1 pixel in 1x1 at (10, 0), by up to 1"),
            std::string::npos)
      << different.out;
  EXPECT_EQ(run_command({"compare", a, b, "--max-error", "1"}).code, 0);
  EXPECT_EQ(run_command({"compare", a, b, "--max-error", "1", "--min-ssim", "1"}).code, 1);
}

TEST(CompareCommand, ComparesMoreThanPixelsUnlessTheyAloneAreWanted) {
  const TemporaryFolder folder;
  const std::string a = folder.write("a.pgm", "P5 1 1 255\n*");
  const std::string b = folder.write("b.pgm", "P5 1 1 255\n*P5 1 1 255\n+");
  const Outcome different = run_command({"compare", a, b});
  EXPECT_EQ(different.code, 1);
  EXPECT_NE(different.out.find("not compared: actual file: it ends at byte 12; ignored after its end: 12 bytes; to "
                               "compare only the pixels, use --pixels-only"),
            std::string::npos)
      << different.out;
  EXPECT_NE(different.err.find("a.pgm: actual: it ends at byte 12"), std::string::npos) << different.err;
  EXPECT_EQ(run_command({"compare", a, b, "--pixels-only"}).code, 0);
  EXPECT_EQ(run_command({"compare", a, b, "--preset", "visual"}).code, 0);
}

TEST(CompareCommand, SaysHowToFetchAnExpectedImageOfGitLfs) {
  const TemporaryFolder folder;
  for (const char* const name : {"e", "a"}) {
    std::filesystem::create_directory(folder / name);
  }
  const std::string expected =
      folder.write("e/a.png", "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n");
  save_png(folder / "a/a.png", landscape(2, 2));
  const Outcome outcome = run_command({"compare", folder / "e", folder / "a"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.out.find("expected: cannot read " + expected +
                             ": it is a Git LFS pointer, not the file itself; run git lfs pull"),
            std::string::npos)
      << outcome.out;
}

TEST(CompareCommand, NamesMissingExtraResizedAndDamagedImagesOfFolders) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "e/deep");
  std::filesystem::create_directories(folder / "a/deep");
  for (const char* name : {"same.png", "deep/missing.png", "resized.png", "damaged.png"}) {
    save_png(folder / "e" / name, landscape(16, 16));
  }
  save_png(folder / "a/same.png", landscape(16, 16));
  save_png(folder / "a/resized.png", landscape(16, 15));
  save_png(folder / "a/deep/extra.PNG", landscape(16, 16));
  const std::string png = tests::file_bytes(folder / "e/damaged.png");
  (void)folder.write("a/damaged.png", png.substr(0, png.size() / 2));
  (void)folder.write("a/notes.txt", "no image");
  const Outcome outcome = run_command(
      {"compare", folder / "e", folder / "a", "--json", "--report", folder / "report", "--junit", folder / "j.xml"});
  ASSERT_EQ(outcome.code, 1) << outcome.err;
  const nlohmann::json json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["passed"], 1);
  ASSERT_EQ(json["pairs"].size(), 5U);
  const std::vector<std::pair<std::string, std::string>> reasons = {{"damaged.png", "truncated"},
                                                                    {"deep/extra.PNG", "extra"},
                                                                    {"deep/missing.png", "missing"},
                                                                    {"resized.png", "actual is 16x15, expected 16x16"}};
  for (std::size_t index = 0; index < reasons.size(); ++index) {
    EXPECT_EQ(json["pairs"][index]["name"], reasons[index].first);
    const std::string failure = json["pairs"][index]["failures"][0];
    EXPECT_NE(failure.find(reasons[index].second), std::string::npos) << failure;
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "report/index.html"));
  EXPECT_TRUE(std::filesystem::exists(folder / "j.xml"));
}

TEST(CompareCommand, RejectsIncomparablePaths) {
  const TemporaryFolder folder;
  save_png(folder / "a.png", landscape(4, 4));
  std::filesystem::create_directories(folder / "empty");
  const std::string a = folder / "a.png";
  const std::string empty = folder / "empty";
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"compare", a, empty},
                                             {"compare", empty, empty},
                                             {"compare", empty, folder / "none"},
                                             {"compare", folder / "none", folder / "nothing"},
                                             {"compare", a, a, "--max-flip", "2"},
                                             {"compare", a, a, "--max-error", "-1"},
                                             {"compare", a, a, "--max-cluster", "2.5"},
                                             {"compare", a, a, "--junit", empty}}) {
    const Outcome outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
  }
}

/// Folders "e" and "a" with an image whose copies differ by one step, and a rules file in "e".
struct RuledFolders {
  TemporaryFolder folder;

  explicit RuledFolders(const std::string& rules) {
    for (const char* name : {"e", "a"}) {
      std::filesystem::create_directories(folder / name);
    }
    save_png(folder / "e/a.png", landscape(20, 10));
    save_png(folder / "a/a.png", with_one_step(landscape(20, 10)));
    set(rules);
  }
  void set(const std::string& rules) const {
    static_cast<void>(folder.write("e/compare.json", R"({"texelscope_compare": 1, "rules": [)" + rules + "]}"));
  }
  [[nodiscard]] Outcome compare(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{"compare", folder / "e", folder / "a"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run_command(arguments);
  }
};

TEST(CompareCommand, FindsRulesNextToTheImagesAndUsesNamedOnes) {
  const RuledFolders folders(R"({"match": "a.png", "max_error": 1})");
  EXPECT_EQ(folders.compare().code, 0);
  const std::string pair[] = {folders.folder / "e/a.png", folders.folder / "a/a.png"};
  EXPECT_EQ(run_command({"compare", pair[0], pair[1]}).code, 0) << "the rules also apply to a pair of files";
  const std::string strict = folders.folder.write(
      "strict.json", R"({"texelscope_compare": 1, "rules": [{"match": "**", "preset": "exact"}]})");
  EXPECT_EQ(folders.compare({"--rules", strict, "--max-error", "9"}).code, 1) << "rules override options";
  EXPECT_EQ(folders.compare({"--rules", folders.folder / "none.json"}).code, 2);
  folders.set(R"({"match": "a.png", "max_eror": 1})");
  const Outcome wrong = folders.compare();
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("did you mean 'max_error'?"), std::string::npos) << wrong.err;
  folders.set(R"({"match": "b.png", "max_error": 1})");
  const Outcome unmatched = folders.compare({"--max-error", "1"});
  EXPECT_EQ(unmatched.code, 0);
  EXPECT_NE(unmatched.err.find("'b.png' matches no image"), std::string::npos) << unmatched.err;
}

TEST(CompareCommand, AppliesRulesForTheNamedRenderer) {
  const RuledFolders folders(R"({"match": "**", "platform": {"renderer": "mesa*"}, "max_error": 1})");
  const Outcome unknown = folders.compare();
  EXPECT_EQ(unknown.code, 1);
  EXPECT_NE(unknown.err.find("is for a renderer, but none is specified"), std::string::npos) << unknown.err;
  EXPECT_EQ(folders.compare({"--renderer", "Mesa 22"}).code, 0);
  EXPECT_EQ(folders.compare({"--renderer", "another"}).code, 1);
}

TEST(CompareCommand, ReportsAKnownFailureThatFailsNothing) {
  const RuledFolders folders(R"({"match": "a.png", "known_failure": {"reason": "a bug", "until": "9999-12-31"}})");
  const Outcome known = folders.compare({"--junit", folders.folder / "j.xml"});
  EXPECT_EQ(known.code, 0) << known.err;
  EXPECT_NE(known.out.find("known   a.png"), std::string::npos) << known.out;
  EXPECT_NE(known.out.find("0 of 1 pairs passed, 0 failed, 1 known failure\n"), std::string::npos) << known.out;
  const std::string junit = tests::file_bytes(folders.folder / "j.xml");
  EXPECT_NE(junit.find("<skipped message=\"known failure, rule 1 of compare.json (a bug), until 9999-12-31: 1 of 200 "),
            std::string::npos)
      << junit;
  EXPECT_NE(junit.find("1 cluster of differing pixels:\n1 pixels in 1x1 at (10, 0), by up to 1</skipped>"),
            std::string::npos)
      << junit;
  const nlohmann::json json = nlohmann::json::parse(folders.compare({"--json"}).out);
  EXPECT_EQ(json["known_failures"], 1);
  EXPECT_EQ(json["passed"], 0);
  EXPECT_EQ(json["pairs"][0]["passed"], false) << "only pairs that pass without a rule count as passed";
  EXPECT_EQ(json["pairs"][0]["known_failure"], "rule 1 of compare.json (a bug), until 9999-12-31");
  static_cast<void>(folders.folder.write("a/a.png", ""));
  EXPECT_EQ(folders.compare().code, 1) << "an empty image, as if the renderer had crashed";
  folders.set(R"({"match": "a.png", "known_failure": {"reason": "a bug", "covers": "all"}})");
  EXPECT_EQ(folders.compare().code, 0);
  folders.set(R"({"match": "a.png", "known_failure": {"reason": "a bug", "until": "2020-01-01"}})");
  EXPECT_EQ(folders.compare().code, 1);
}

TEST(CompareCommand, UpdatesNamedImagesAndReportsTheChanges) {
  const RuledFolders folders("");
  save_png(folders.folder / "e/b.png", landscape(8, 8));
  const std::string before = tests::file_bytes(folders.folder / "e/a.png");
  const Outcome dry = folders.compare({"--update", "--dry-run"});
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_NE(dry.out.find("1 of 200 pixels differ, by up to 1\n"), std::string::npos) << dry.out;
  EXPECT_NE(dry.out.find("expected images that would change (dry run): 1"), std::string::npos) << dry.out;
  EXPECT_EQ(tests::file_bytes(folders.folder / "e/a.png"), before);
  const Outcome named = folders.compare({"--update", "b.png", "--json"});
  EXPECT_EQ(nlohmann::json::parse(named.out)["changes"][0]["kind"], "kept");
  const Outcome updated = folders.compare({"--json", "--update", "a.png", "b.png", "--prune"});
  EXPECT_EQ(updated.code, 0) << updated.err;
  const nlohmann::json json = nlohmann::json::parse(updated.out);
  EXPECT_EQ(json["changes"][0]["kind"], "replaced");
  EXPECT_EQ(json["changes"][0]["file"], (folders.folder / "e/a.png").string());
  EXPECT_EQ(json["changes"][1]["kind"], "removed");
  EXPECT_EQ(json["is_written"], true);
  EXPECT_EQ(folders.compare().code, 0);
  EXPECT_NE(folders.compare({"--update"}).out.find("nothing to change"), std::string::npos);
}

TEST(CompareCommand, AcceptsUpdateBeforeTheFoldersAndRejectsOptionsThatNeedIt) {
  const RuledFolders folders("");
  const std::string expected = folders.folder / "e";
  const std::string actual = folders.folder / "a";
  const Outcome first = run_command({"compare", "--update", expected, actual});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(run_command({"compare", expected, actual}).code, 0);
  for (const char* flag : {"--failed", "--prune", "--dry-run"}) {
    EXPECT_EQ(folders.compare({flag}).code, 2) << flag;
  }
  const Outcome unknown = folders.compare({"--update", "c.png"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("no pair to accept matches 'c.png'"), std::string::npos) << unknown.err;
  static_cast<void>(folders.folder.write("a/a.png", "damaged"));
  EXPECT_EQ(folders.compare({"--update", "--failed"}).code, 1) << "the damaged image is rejected";
}

TEST(CompareCommand, WritesACommandThatAcceptsExactlyTheComparedImages) {
  const RuledFolders folders("");
  const std::string rules = folders.folder.write("mesa.json",
                                                 R"({"texelscope_compare": 1,
          "rules": [{"match": "**", "platform": {"renderer": "llvm*"}, "accepted": ["{stem}.mesa.png"]}]})");
  const std::string report = folders.folder / "report";
  const auto command = [&](const std::vector<std::string>& options) {
    std::vector<std::string> all{"--report", report};
    all.insert(all.end(), options.begin(), options.end());
    EXPECT_LE(folders.compare(all).code, 1);
    return nlohmann::json::parse(tests::file_bytes(report + "/results.json"))["accept_command"]
        .get<std::vector<std::string>>();
  };
  const std::string expected = folders.folder / "e";
  const std::string actual = folders.folder / "a";
  EXPECT_EQ(command({}), (std::vector<std::string>{"texelscope", "compare", expected, actual, "--update"}));
  EXPECT_EQ(command({"--preset", "visual", "--max-color-difference", "0.25", "--max-error", "0", "--max-differing",
                     "0%", "--ignore-antialiasing", "--ignore-orientation", "--part", "1", "--max-line-difference=0",
                     "--pixels-only"}),
            (std::vector<std::string>{"texelscope",
                                      "compare",
                                      expected,
                                      actual,
                                      "--preset",
                                      "visual",
                                      "--max-error",
                                      "0",
                                      "--max-color-difference",
                                      "0.25",
                                      "--max-line-difference",
                                      "0",
                                      "--ignore-antialiasing",
                                      "--max-differing",
                                      "0%",
                                      "--pixels-only",
                                      "--ignore-orientation",
                                      "--part",
                                      "1",
                                      "--update"}));
  EXPECT_EQ(command({"--renderer=-x"}),
            (std::vector<std::string>{"texelscope", "compare", expected, actual, "--renderer=-x", "--update"}));
  ASSERT_EQ(::setenv("TEXELSCOPE_COMPARE_RENDERER", "llvmpipe (LLVM 15)", 1), 0);
  std::vector<std::string> words = command({"--rules", rules});
  ASSERT_EQ(::unsetenv("TEXELSCOPE_COMPARE_RENDERER"), 0);
  words.erase(words.begin());
  words.emplace_back("a.png");
  const std::string before = tests::file_bytes(expected + "/a.png");
  const Outcome accepted = run_command(words);
  EXPECT_EQ(accepted.code, 0) << accepted.err;
  EXPECT_EQ(tests::file_bytes(expected + "/a.png"), before) << "a different platform's";
  EXPECT_EQ(tests::file_bytes(expected + "/a.mesa.png"), tests::file_bytes(actual + "/a.png"));
}

TEST(CompareCommand, UpdatesAPairWhoseNameBeginsLikeAnOption) {
  const RuledFolders folders("");
  save_png(folders.folder / "a/-dash.png", landscape(8, 8));
  save_png(folders.folder / "a/b.png", landscape(8, 8));
  const Outcome updated = folders.compare({"--update", "a.png", "--update=-dash.png", "b.png", "--json"});
  EXPECT_EQ(updated.code, 0) << updated.err;
  EXPECT_EQ(nlohmann::json::parse(updated.out)["changes"].size(), 3U) << updated.out;
  EXPECT_EQ(folders.compare().code, 0);
  save_png(folders.folder / "a/-dash.png", landscape(9, 9));
  EXPECT_EQ(folders.compare({"--update", "--update=-dash.png"}).code, 0);
  EXPECT_EQ(folders.compare().code, 0);
}

TEST(CompareCommand, RejectsAReportAmongTheImages) {
  const RuledFolders folders("");
  std::filesystem::create_directory_symlink(folders.folder / "e", folders.folder / "link");
  for (const char* place : {"e", "e/report", "a/deep/report", "link/report", "a/../e/report"}) {
    const Outcome outcome = folders.compare({"--report", folders.folder / place});
    EXPECT_EQ(outcome.code, 2) << place;
    EXPECT_NE(outcome.err.find("specify a report folder outside it"), std::string::npos) << outcome.err;
  }
  EXPECT_FALSE(std::filesystem::exists(folders.folder / "e/report"));
  EXPECT_EQ(folders.compare({"--report", folders.folder / "e2"}).code, 1)
      << "the name only begins like that of the folder";
  EXPECT_EQ(folders.compare({"--report", folders.folder / "e/page.html"}).code, 1) << "it has no picture files";
}

TEST(CompareCommand, LeavesNoEarlierReportIfItFails) {
  const RuledFolders folders("");
  const std::string report = folders.folder / "report";
  ASSERT_EQ(folders.compare({"--report", report, "--max-error", "1"}).code, 0);
  ASSERT_TRUE(std::filesystem::exists(report + "/results.json"));
  folders.set("{}");
  EXPECT_EQ(folders.compare({"--report", report}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(report + "/results.json"));
  EXPECT_NE(tests::file_bytes(report + "/index.html").find("This report is not finished"), std::string::npos);
}

TEST(CompareCommand, NotesThatALimitInStepsPassesFloats) {
  const RuledFolders folders("");
  const Image light{1, 1, 1, gpu::DataType::float32, std::vector<std::byte>(4)};
  for (const char* name : {"e/x.exr", "a/x.exr", "e/y.exr", "a/y.exr"}) {
    save_image(folders.folder / name, light);
  }
  const auto told = [&](const std::vector<std::string>& options) {
    const std::string text = folders.compare(options).err;
    const std::size_t place = text.find("is in units of the data type");
    EXPECT_EQ(text.find("is in units of the data type", place + 1), std::string::npos) << text;
    return place == std::string::npos ? "" : text;
  };
  EXPECT_NE(told({"--max-error", "1"}).find("--max-error 1 is in units"), std::string::npos);
  EXPECT_NE(told({"--max-error", "1"}).find(".exr and 1 more; use a rule to limit float images"), std::string::npos)
      << told({"--max-error", "1"});
  EXPECT_EQ(told({"--max-error", "0.5"}), "");
  EXPECT_EQ(told({}), "");
  folders.set(R"({"match": "*.exr", "max_error": 0.01})");
  EXPECT_EQ(told({"--max-error", "1"}), "");
}

TEST(CompareCommand, NotesThatTheActualImageIsTheExpectedFile) {
  const RuledFolders folders("");
  std::filesystem::create_directory_symlink(folders.folder / "e", folders.folder / "link");
  const Outcome same = run_command({"compare", folders.folder / "e", folders.folder / "link"});
  EXPECT_EQ(same.code, 2);
  EXPECT_NE(same.err.find("both are the same folder"), std::string::npos) << same.err;
  std::filesystem::remove(folders.folder / "a/a.png");
  std::filesystem::create_hard_link(folders.folder / "e/a.png", folders.folder / "a/a.png");
  const Outcome linked = folders.compare();
  EXPECT_EQ(linked.code, 0);
  EXPECT_NE(linked.err.find("the actual image is the expected one: both paths refer to the same file"),
            std::string::npos)
      << linked.err;
}

TEST(CompareCommand, ReportsMaskedPixelsAndInvalidOptions) {
  const RuledFolders folders(R"({"match": "a.png", "masks": [[10, 0, 2, 1]]})");
  const Outcome masked = folders.compare();
  EXPECT_NE(masked.out.find("2 pixels masked\n"), std::string::npos) << masked.out;
  const Outcome wrong = folders.compare({"--max-differing", "200%"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("--max-differing: cannot read '200%'"), std::string::npos) << wrong.err;
  static_cast<void>(folders.folder.write("a/a.png", ""));
  const Outcome empty = folders.compare();
  EXPECT_NE(empty.out.find("a/a.png: it is empty; save it again\n"), std::string::npos) << empty.out;
  folders.set(R"({"match": "**", "ignore": true})");
  EXPECT_NE(folders.compare().err.find("the rules ignore every image; check the rules"), std::string::npos);
}

TEST(CompareCommand, NamesAPairThatDoesNotFitIntoMemoryAndComparesTheRest) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers reserve more address space than the limit";
#endif
  const TemporaryFolder folder;
  for (const char* const side : {"e", "a"}) {
    std::filesystem::create_directories(folder / side);
    for (const char* const name : {"1.png", "2.png", "3.png", "4.png"}) {
      save_png(folder / side / name, landscape(32, 32));
    }
    // Two images of 1.2 GB, as sparse files.
    const std::string header = "P6 20000 20000 255\n";
    const std::filesystem::path large = folder.write(std::string(side) + "/large.ppm", header);
    std::filesystem::resize_file(large, header.size() + 1'200'000'000);
  }
  const std::string command = "ulimit -v 2500000; exec \"$0\" compare e a --json --report report --junit j.xml";
  const tests::Ending ending = tests::run_program({.arguments = {"-c", command + " > out.json", tests::built_program()},
                                                   .folder = folder.path(),
                                                   .program = "/bin/sh"});
  EXPECT_EQ(ending.code(), 1) << ending.err;
  const nlohmann::json json = nlohmann::json::parse(tests::file_bytes(folder / "out.json"));
  EXPECT_EQ(json["passed"], 4);
  EXPECT_EQ(json["pairs"][0]["name"], "large.ppm");
  const std::string failure = json["pairs"][0]["failures"][0];
  EXPECT_NE(failure.find("not enough memory to compare it"), std::string::npos) << failure;
  for (const char* const file : {"report/results.json", "j.xml"}) {
    const std::string text = tests::file_bytes(folder / file);
    EXPECT_NE(text.find("large.ppm"), std::string::npos) << file;
    EXPECT_NE(text.find("not enough memory to compare it"), std::string::npos) << file;
    EXPECT_NE(text.find("4.png"), std::string::npos) << file;
  }
}

TEST(CompareCommand, LeavesNoEarlierJUnitFileIfItFails) {
  const RuledFolders folders("");
  const std::filesystem::path junit = folders.folder / "j.xml";
  EXPECT_EQ(folders.compare({"--junit", junit}).code, 1);
  EXPECT_TRUE(std::filesystem::exists(junit));
  const std::filesystem::path link = folders.folder / "link.xml";
  std::filesystem::create_symlink("j.xml", link);
  EXPECT_EQ(run_command({"compare", folders.folder / "e", folders.folder / "none", "--junit", link}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(junit));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(folders.compare({"--junit", link}).code, 1);
  EXPECT_TRUE(std::filesystem::exists(junit)) << "the link leads to the new file";
  (void)folders.folder.write("j.xml", "something else");
  EXPECT_EQ(run_command({"compare", folders.folder / "e", folders.folder / "none", "--junit", junit}).code, 2);
  EXPECT_EQ(tests::file_bytes(junit), "something else") << "not the file of a run";
}

TEST(CompareCommand, WritesOverNoFileOfAnotherKind) {
  const RuledFolders folders("");
  for (const auto& [option, name] : {std::pair("--junit", "rules.json"), std::pair("--report", "page.html")}) {
    const std::filesystem::path file = folders.folder.write(name, "<p>something else");
    const Outcome refused = folders.compare({option, file});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("it exists and is not "), std::string::npos) << refused.err;
    EXPECT_EQ(tests::file_bytes(file), "<p>something else");
    // mktemp makes an empty file; the next run replaces that of the first.
    (void)folders.folder.write(name, "");
    EXPECT_EQ(folders.compare({option, file}).code, 1);
    EXPECT_EQ(folders.compare({option, file}).code, 1);
  }
}

}  // namespace
}  // namespace texelscope::app
