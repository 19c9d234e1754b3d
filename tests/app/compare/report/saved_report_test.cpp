#include "app/compare/report/saved_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/compare/report/light_script.h"
#include "app/compare/report/results.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "tests/app/compare/report/report_results.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::TemporaryFolder;

/// Results with a value for every figure.
std::vector<PairResult> full_results(const std::string& prefix) {
  std::vector<PairResult> results = tests::some_results();
  for (std::size_t index = 0; index < results.size(); ++index) {
    results[index].name = prefix + std::to_string(index);
    results[index].file = "expected/" + results[index].name;
  }
  results[0].known_failure = "a rule";
  results[1].notes = {"actual: its gamma 1 is not applied"};
  results[2].accepted_image = "other.png";
  results[2].test = "a test";
  Comparison& comparison = *results[1].comparison;
  comparison.max_color_difference = 2.5;
  comparison.ssim = 0.75;
  comparison.flip = FlipSummary{0.1, 0.2, 0.3, 0.4, 0.5};
  comparison.clusters = {{1, 2, 3, 4, 5, std::numeric_limits<double>::infinity()}};
  comparison.cluster_count = 9;
  comparison.failing_pixels = 4;
  comparison.antialiased_pixels = 3;
  return results;
}

void write_shard(const fs::path& target, int index, int count) {
  std::vector<PairResult> results = full_results(std::string(1, static_cast<char>('a' + index)));
  write_report(target,
               {.title = "a title",
                .accept_command = {"texelscope", "compare"},
                .shard = count > 0 ? std::optional(Shard{index, count}) : std::nullopt},
               results);
}

std::string refusal_of_merge(const std::vector<fs::path>& paths) {
  try {
    (void)read_reports(paths);
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

TEST(SavedReport, OffersOnlyCommandsOfThisProgram) {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"sh", "-c", "true", "--update"}, {"texelscope"}, {"texelscope", "render"}, {"./texelscope", "compare"}}) {
    std::vector<PairResult> results = full_results("p");
    write_report(folder / "report", {.title = "t", .accept_command = words}, results);
    EXPECT_NE(refusal_of_merge({folder / "report"}).find("accept_command: use texelscope "), std::string::npos)
        << refusal_of_merge({folder / "report"});
  }
}

TEST(SavedReport, ContainsEverythingThatWasWritten) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = full_results("p");
  write_report(
      folder / "report",
      {.title = "t", .accept_command = {"texelscope-compare", "compare", "e", "a", "--update"}, .shard = Shard{2, 3}},
      results);
  for (const fs::path& path : {folder / "report", folder / "report/results.json"}) {
    const SavedReport report = read_report(path);
    EXPECT_EQ(report.text.title, "t");
    EXPECT_EQ(report.text.accept_command,
              (std::vector<std::string>{"texelscope-compare", "compare", "e", "a", "--update"}));
    EXPECT_EQ(report.text.shard, (Shard{2, 3}));
    EXPECT_EQ(to_json(report.results), to_json(results));
  }
  // The printed JSON contains the same figures, but no images.
  const SavedReport printed = read_report(folder.write("printed.json", to_json(results)));
  EXPECT_EQ(printed.results.size(), results.size());
  EXPECT_TRUE(printed.results[0].pictures.empty());
}

TEST(SavedReport, OfShardsIsMergedIntoOneReport) {
  const TemporaryFolder folder;
  std::vector<fs::path> paths;
  std::vector<PairResult> whole;
  for (const int index : {2, 1, 3}) {
    paths.push_back(folder / std::to_string(index));
    write_shard(paths.back(), index, 3);
    std::ranges::move(full_results(std::string(1, static_cast<char>('a' + index))), std::back_inserter(whole));
  }
  sort_worst_first(whole);
  write_report(folder / "whole", {.title = "a title", .accept_command = {"texelscope", "compare"}}, whole);
  ReportWriter writer(folder / "merged", ReportPairs::all);
  const SavedReport merged = merge_reports(read_reports(paths), &writer);
  writer.finish(merged.text, merged.results);
  // Removes the times, which differ.
  const auto without_times = [](const fs::path& path) {
    nlohmann::json json = nlohmann::json::parse(tests::file_bytes(path));
    for (nlohmann::json& pair : json["pairs"]) {
      pair.erase("seconds");
    }
    return json;
  };
  EXPECT_EQ(without_times(folder / "merged/results.json"), without_times(folder / "whole/results.json"));
  for (const auto& entry : fs::directory_iterator(folder / "whole/pictures")) {
    EXPECT_EQ(tests::file_bytes(folder / "merged/pictures" / entry.path().filename().string()),
              tests::file_bytes(entry.path()))
        << entry.path();
  }
}

TEST(SavedReport, IsMergedOnlyWithTheOtherShardsOfItsSetAndEachPairOnce) {
  const TemporaryFolder folder;
  write_shard(folder / "1of2", 1, 2);
  write_shard(folder / "2of2", 2, 2);
  write_shard(folder / "3of3", 3, 3);
  write_shard(folder / "whole", 5, 0);
  write_shard(folder / "again", 5, 0);
  const auto refusal = [&](const std::vector<std::string>& names) {
    std::vector<fs::path> paths;
    for (const std::string& name : names) {
      paths.push_back(folder / name);
    }
    return refusal_of_merge(paths);
  };
  EXPECT_EQ(refusal({"1of2", "2of2"}), "");
  EXPECT_EQ(refusal({"whole"}), "");
  EXPECT_NE(refusal({"1of2"}).find("1 of 2 shards: 2/2 is missing"), std::string::npos) << refusal({"1of2"});
  EXPECT_NE(refusal({"1of2", "1of2"}).find("both are shard 1/2"), std::string::npos);
  EXPECT_NE(refusal({"1of2", "3of3"}).find("they are shards 3/3 and 1/2"), std::string::npos);
  EXPECT_NE(refusal({"1of2", "whole"}).find("one is a shard, the other a complete report"), std::string::npos);
  EXPECT_NE(refusal({"whole", "again"}).find("both contain the pair f0"), std::string::npos)
      << refusal({"whole", "again"});
  EXPECT_NE(refusal({"whole", "whole"}).find("both contain the pair f0"), std::string::npos);
  std::vector<PairResult> twice(2);
  twice[0].name = twice[1].name = "p";
  write_report(folder / "twice", {}, twice);
  EXPECT_NE(refusal({"twice"}).find("it contains the pair p twice"), std::string::npos) << refusal({"twice"});
}

TEST(SavedReport, IsRejectedForInvalidFilesWithTheFault) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "empty");
  EXPECT_NE(refusal_of_merge({folder / "empty"}).find("it contains no results.json"), std::string::npos);
  EXPECT_NE(refusal_of_merge({folder / "missing"}).find("there is no such file"), std::string::npos);
  std::vector<PairResult> results = full_results("p");
  write_report(folder / "page.html", {}, results);
  EXPECT_NE(refusal_of_merge({folder / "page.html"}).find("self-contained pages cannot be merged"), std::string::npos);
  const std::string pair = R"({"name": "p", "failures": [], "width": 1, "height": 1, "type": "uint8", "pixels": 1,
    "differing_pixels": 1, "max_error": 1, "max_error_at": [0, 0], "mean_error": 1, "psnr": 1, "failing_pixels": 1,
    "antialiased_pixels": 0, "cluster_count": 0, "clusters": [], "seconds": 1})";
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = R"({"texelscope_report": 1, "pairs": [)" + pair + "]}";
    EXPECT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
    return refusal_of_merge({folder.write("changed.json", text)});
  };
  EXPECT_EQ(refusal("{", "{"), "");
  for (const auto& [from, to, reason] : std::vector<std::array<std::string, 3>>{
           {"\"pairs\"", "\"others\"", "pairs is missing"},
           {": 1", ": 2", "texelscope_report is 2"},
           {"\"name\": \"p\", ", "", "pairs[0]: name is missing"},
           {"\"width\": 1", "\"width\": -1", "pairs[0].width is -1"},
           {"uint8", "int8", "use uint8, uint16, uint32, int32 or float32"},
           {"[0, 0]", "[0]", "use 2 numbers"},
           {"\"clusters\": []", "\"clusters\": [{}]", "bounds is missing"},
           {"\"pixels\": 1", "\"pixels\": \"1\"", "pairs[0].pixels is \"1\""},
           {"\"seconds\": 1", "\"pictures\": {\"expected\": \"../secret.png\"}", "use the name of an image"},
           {"\"seconds\": 1", "\"pictures\": {\"expected\": \"pictures/../../secret.png\"}",
            "use the name of an image"},
           {"]}", "]", "changed.json"}}) {
    EXPECT_NE(refusal(from, to).find(reason), std::string::npos) << reason << ": " << refusal(from, to);
  }
}

TEST(SavedReport, IsRejectedForAPictureThatALinkLeadsTo) {
  const TemporaryFolder folder;
  write_shard(folder / "report", 1, 0);
  static_cast<void>(folder.write("private.txt", "secret"));
  std::vector<fs::path> pictures;
  for (const auto& entry : fs::directory_iterator(folder / "report/pictures")) {
    pictures.push_back(entry.path());
  }
  const auto refusal = [&] {
    ReportWriter writer(folder / "merged", ReportPairs::all);
    try {
      static_cast<void>(merge_reports(read_reports({folder / "report"}), &writer));
      return std::string();
    } catch (const FileError& error) {
      return std::string(error.what());
    }
  };
  const fs::path picture = pictures.front();
  fs::rename(picture, folder / "kept");
  const auto replace_by = [&](const fs::path& target) {
    fs::remove(picture);
    fs::create_symlink(target, picture);
  };
  replace_by(folder / "private.txt");
  EXPECT_NE(refusal().find("leads out of the folder"), std::string::npos) << refusal();
  replace_by(folder / "kept");
  EXPECT_NE(refusal().find("leads out of the folder"), std::string::npos) << "even for an image";
  replace_by("../results.json");
  EXPECT_NE(refusal().find("its contents are not an image"), std::string::npos) << refusal();
  fs::copy_file(folder / "kept", folder / ("report/inner" + picture.extension().string()));
  replace_by("../inner" + picture.extension().string());
  EXPECT_EQ(refusal(), "") << "a link inside the report";
  fs::remove(picture);
  fs::rename(folder / "kept", picture);
  fs::rename(folder / "report/pictures", folder / "pictures");
  fs::create_symlink("../pictures", folder / "report/pictures");
  EXPECT_NE(refusal().find("leads out of the folder"), std::string::npos) << refusal();
  fs::rename(folder / "report/results.json", folder / "results.json");
  fs::create_symlink("../results.json", folder / "report/results.json");
  EXPECT_NE(refusal().find("results.json: '..' or a link leads out"), std::string::npos) << refusal();
}

/// A merge copies an image once for each time that a report names it, so a small report could fill the disk.
TEST(SavedReport, IsRejectedIfItNamesAnImageTwice) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& first, const std::string& second) {
    return refusal_of_merge({folder.write("results.json",
                                          R"({"texelscope_report": 1, "pairs": [{"name": "p", "failures": [],
      "pictures": {)" + first + R"(}}, {"name": "q", "failures": [], "pictures": {)" +
                                              second + "}}]}")});
  };
  EXPECT_EQ(refusal(R"("expected": "pictures/a.png", "actual": "pictures/b.png")", R"("actual": "pictures/c.png")"),
            "");
  EXPECT_NE(refusal(R"("expected": "pictures/a.png", "actual": "pictures/a.png")", "")
                .find("pairs[0].pictures.actual is \"pictures/a.png\"; "),
            std::string::npos);
  EXPECT_NE(refusal(R"("actual": "pictures/a.png")", R"("actual": "pictures/a.png")")
                .find("pairs[1].pictures.actual is \"pictures/a.png\"; "),
            std::string::npos);
}

TEST(SavedReport, IsRejectedForAPictureThatIsNoImage) {
  const TemporaryFolder folder;
  const Image light{1, 1, 1, gpu::DataType::float32, std::vector<std::byte>(4)};
  const std::vector<std::byte> script = light_script(light);
  const std::string good(reinterpret_cast<const char*>(script.data()), script.size());
  const auto refusal =
      [&](const std::string& name, const std::string& bytes) {
        fs::create_directories(folder / "report/pictures");
        static_cast<void>(folder.write("report/pictures/" + name, bytes));
        static_cast<void>(folder.write("report/results.json", R"({"texelscope_report": 1, "pairs": [{"name": "p",
      "failures": [], "pictures": {"actual": "pictures/)" + name + R"("}}]})"));
        ReportWriter writer(folder / "merged.html", ReportPairs::all);
        try {
          static_cast<void>(merge_reports(read_reports({folder / "report"}), &writer));
          return std::string();
        } catch (const FileError& error) {
          return std::string(error.what());
        }
      };
  EXPECT_EQ(refusal("a.js", good), "");
  for (const std::string& bad :
       {std::string("alert(1)"), good + "alert(1)", "alert(1);" + good, std::string("texelscope_light(\"\");\n") + good,
        std::string("texelscope_light(\");\n"), std::string("texelscope_light(\"</script>\");\n"), std::string()}) {
    EXPECT_NE(refusal("a.js", bad).find("its contents are not an image"), std::string::npos) << bad;
  }
  save_png(folder / "dot.png", {1, 1, 1, gpu::DataType::uint8, {std::byte{5}}});
  const std::string png = tests::file_bytes(folder / "dot.png");
  EXPECT_EQ(refusal("a.png", png), "");
  for (const char* const name : {"a.jpg", "a.svg", "a.html", "a.js"}) {
    EXPECT_NE(refusal(name, png).find("its contents are not an image"), std::string::npos) << name;
  }
  EXPECT_NE(refusal("a.png", "secret").find("its contents are not an image"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
