#include "app/compare/report/report_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/compare/report/report_pictures.h"
#include "app/images/image_file.h"
#include "tests/app/cli/program_run.h"
#include "tests/app/compare/report/report_results.h"
#include "tests/app/file_size_limit.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;
using tests::count_of;
using tests::TemporaryFolder;

/// The JSON embedded in a page.
nlohmann::json results_in(const std::string& page) {
  const std::string_view begin = "id=\"results\">";
  const std::size_t first = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(first, page.find("</script>", first) - first));
}

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      names.push_back(entry.path().lexically_relative(folder).generic_string());
    }
  }
  std::ranges::sort(names);
  return names;
}

/// All images that the results refer to.
std::vector<std::string> named_pictures(const nlohmann::json& report) {
  std::vector<std::string> names;
  for (const nlohmann::json& pair : report["pairs"]) {
    const nlohmann::json pictures = pair.value("pictures", nlohmann::json::object());
    for (const auto& [kind, path] : pictures.items()) {
      names.push_back(path);
    }
  }
  std::ranges::sort(names);
  return names;
}

/// The files that contain these images.
std::vector<std::string> files_of(const std::vector<std::string>& pictures) {
  std::set<std::string> files;
  for (const std::string& picture : pictures) {
    files.insert(file_of_picture(picture));
  }
  return {files.begin(), files.end()};
}

TEST(ReportWriter, WritesAFolderWhosePageNeedsNothingElse) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  write_report(folder / "deep/report", {.title = "A <title>", .accept_command = {"accept", "it"}}, results);
  const std::string page = tests::file_bytes(folder / "deep/report/index.html");
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(page.find("<!--"), page.find("<!-- Magma"));
  EXPECT_EQ(page.find("<link rel=\"stylesheet"), std::string::npos);
  EXPECT_NE(page.find("<title>A &lt;title&gt;</title>"), std::string::npos);
  EXPECT_EQ(count_of(page, "<script"), count_of(page, "</script>"));
  const nlohmann::json in_page = results_in(page);
  EXPECT_EQ(in_page, nlohmann::json::parse(tests::file_bytes(folder / "deep/report/results.json")));
  EXPECT_EQ(in_page["accept_command"], (std::vector<std::string>{"accept", "it"}));
  EXPECT_EQ(in_page["passed"], 1);
  EXPECT_EQ(in_page["failed"], 2);
  // A pair whose actual image is missing has only the expected image, as does a pair of equal images; failing ones also
  // have the place of the change.
  std::vector<std::string> pictures = named_pictures(in_page);
  EXPECT_EQ(pictures.size(), 7U);
  pictures = files_of(pictures);
  EXPECT_EQ(pictures.size(), 5U) << "three small images are in one file";
  pictures.insert(pictures.end(), {"index.html", "results.json"});
  std::ranges::sort(pictures);
  EXPECT_EQ(files_below(folder / "deep/report"), pictures);
  const Image actual =
      load_image(folder / "deep/report" / in_page["pairs"][1]["pictures"]["actual"].get<std::string>());
  EXPECT_EQ(actual.pixels, tests::formula_pairs()[1].actual.pixels);
}

TEST(ReportWriter, WritesOnePageWithAllInside) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  write_report(folder / "report.html", {.title = "one"}, results);
  EXPECT_EQ(files_below(folder.path()), std::vector<std::string>{"report.html"});
  const std::string page = tests::file_bytes(folder / "report.html");
  EXPECT_EQ(page.find("http"), std::string::npos);
  const std::vector<std::string> pictures = named_pictures(results_in(page));
  EXPECT_EQ(pictures.size(), 7U);
  for (const std::string& picture : pictures) {
    EXPECT_EQ(count_of(page, "<script type=\"text/plain\" id=\"" + picture + "\" data-type=\"image/png\">iVBORw0KGgo"),
              1U)
        << picture;
  }
  EXPECT_EQ(count_of(page, "<script"), count_of(page, "</script>"));
}

TEST(ReportWriter, KeepsNoBytesOfPictures) {
  const TemporaryFolder folder;
  for (const char* const target : {"report", "report.html"}) {
    std::vector<PairResult> results = tests::some_results();
    write_report(folder / target, {}, results);
    for (const PairResult& result : results) {
      for (const ReportPicture& picture : result.pictures) {
        EXPECT_EQ(picture.bytes.capacity(), 0U) << result.name << ' ' << picture.kind;
      }
    }
  }
}

TEST(ReportWriter, OmitsPassingPairsOnRequest) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  ReportWriter writer(folder / "report", ReportPairs::failed);
  std::ranges::for_each(results, [&](PairResult& result) { writer.add(result); });
  writer.finish({}, results);
  const nlohmann::json in_page = results_in(tests::file_bytes(folder / "report/index.html"));
  ASSERT_EQ(in_page["pairs"].size(), 2U);
  EXPECT_EQ(in_page["passed"], 1);
  EXPECT_EQ(in_page["pairs"][1]["passed"], false);
  // The results contain all pairs, because merging reports needs them.
  const nlohmann::json all = nlohmann::json::parse(tests::file_bytes(folder / "report/results.json"));
  EXPECT_EQ(all["pairs"].size(), 3U);
  EXPECT_EQ(named_pictures(all), named_pictures(in_page));
}

TEST(ReportWriter, RemovesTheImagesOfEarlierReportsAndNothingElse) {
  const TemporaryFolder folder;
  std::vector<PairResult> former = tests::some_results();
  former[1].name = "former.png";
  write_report(folder / "report", {}, former);
  folder.write("report/pictures/mine.png", "mine");
  folder.write("report/pictures/_mine-0123456789ab.png", "mine");
  std::vector<PairResult> results = tests::some_results();
  write_report(folder / "report", {}, results);
  const std::vector<std::string> files = files_below(folder / "report");
  EXPECT_EQ(files.size(), 5U + 2 + 2);
  EXPECT_EQ(
      std::ranges::count_if(files, [](const std::string& name) { return name.find("former") != std::string::npos; }),
      0);
}

TEST(ReportWriter, RejectsAFolderWithForeignFilesOfItsNames) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "site");
  for (const char* const name : {"index.html", "results.json"}) {
    folder.write(std::string("site/") + name, "{}");
    try {
      const ReportWriter writer(folder / "site", ReportPairs::all);
      ADD_FAILURE() << name;
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find(std::string(name) + " exists and is not from a report; specify another"),
                std::string::npos)
          << error.what();
    }
    remove_report(folder / "site");
    EXPECT_EQ(files_below(folder / "site"), std::vector<std::string>{name});
    fs::remove(folder / "site" / name);
  }
}

TEST(ReportWriter, ReplacesAnEarlierReportBeforeItStarts) {
  const TemporaryFolder folder;
  for (const char* const target : {"report", "report.html"}) {
    std::vector<PairResult> results = tests::some_results();
    write_report(folder / target, {}, results);
    const ReportWriter unfinished(folder / target, ReportPairs::all);
    EXPECT_NE(tests::file_bytes(unfinished.page()).find("This report is not finished"), std::string::npos);
  }
  EXPECT_FALSE(fs::exists(folder / "report/results.json"));
  // A page without results, as if the program was interrupted after it wrote one and before it wrote the other.
  std::vector<PairResult> results = tests::some_results();
  write_report(folder / "report", {}, results);
  fs::remove(folder / "report/results.json");
  fs::rename(folder / "report/index.html", folder / "report/page");
  fs::create_symlink("page", folder / "report/index.html");
  write_report(folder / "report", {}, results);
  EXPECT_TRUE(fs::is_symlink(folder / "report/index.html"));
  EXPECT_TRUE(fs::exists(folder / "report/page"));
}

TEST(ReportWriter, LeavesAnEarlierReportAsItWasIfTheDiskBecomesFull) {
  const TemporaryFolder folder;
  for (const char* const target : {"report", "report.html"}) {
    std::vector<PairResult> results = tests::some_results();
    write_report(folder / target, {.title = "former"}, results);
  }
  const auto before = tests::files_in(folder.path());
  for (const char* const target : {"report", "report.html"}) {
    // The largest files are the page, the results and one image; the page that says "unfinished" fits always.
    for (const unsigned bytes : {400U, 700U, 1500U, 10000U}) {
      std::vector<PairResult> results = tests::some_results();
      for (PairResult& result : results) {
        for (ReportPicture& picture : result.pictures) {
          picture.bytes.resize(500, std::byte{7});
        }
      }
      {
        const tests::FileSizeLimit limit(bytes);
        EXPECT_THROW(write_report(folder / target, {.title = std::string(10000, 't')}, results), FileError);
      }
      EXPECT_EQ(tests::files_in(folder.path()), before) << target << ' ' << bytes;
    }
  }
}

TEST(ReportWriter, WritesNothingThroughLinksOutOfItsFolder) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  write_report(folder / "mine", {.title = "mine"}, results);
  const auto before = tests::files_in(folder / "mine");
  for (const char* const name : {"index.html", "results.json"}) {
    fs::create_directory(folder / "report");
    fs::create_symlink(fs::path("../mine") / name, folder / "report" / name);
    std::vector<PairResult> others = tests::some_results();
    EXPECT_THROW(write_report(folder / "report", {.title = "other"}, others), FileError) << name;
    EXPECT_EQ(tests::files_in(folder / "mine"), before) << name;
    EXPECT_TRUE(fs::is_symlink(folder / "report" / name));
    fs::remove_all(folder / "report");
  }
}

TEST(ReportWriter, StaysInItsFolderEvenIfThatIsReplacedByALink) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  write_report(folder / "mine", {.title = "mine"}, results);
  results = tests::some_results();
  write_report(folder / "report", {.title = "former"}, results);
  const auto before = tests::files_in(folder / "mine");
  for (const bool is_finished : {false, true}) {
    results = tests::some_results();
    {
      ReportWriter writer(folder / "report", ReportPairs::all);
      fs::rename(folder / "report", folder / "moved");
      fs::create_symlink("mine", folder / "report");
      for (PairResult& result : results) {
        writer.add(result);
      }
      if (is_finished) {
        writer.finish({.title = "new"}, results);
      }
    }
    EXPECT_EQ(tests::files_in(folder / "mine"), before);
    EXPECT_EQ(fs::exists(folder / "moved/results.json"), is_finished);
    EXPECT_EQ(files_below(folder / "moved/pictures").empty(), !is_finished);
    fs::remove(folder / "report");
    fs::rename(folder / "moved", folder / "report");
  }
}

TEST(ReportWriter, OfManyThatBeginAtOnceOneFinishes) {
  const TemporaryFolder folder;
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> finished = 0;
    {
      std::vector<std::jthread> threads;
      for (int writer = 0; writer < 4; ++writer) {
        threads.emplace_back([&] {
          std::vector<PairResult> results = tests::some_results();
          try {
            write_report(folder / "deep/report", {}, results);
            ++finished;
          } catch (const FileError& error) {
            EXPECT_NE(std::string(error.what()).find("another process is writing into it"), std::string::npos)
                << error.what();
          }
        });
      }
    }
    EXPECT_GE(finished, 1);
    fs::remove_all(folder / "deep");
  }
}

TEST(ReportWriter, RemovesAReportAndNothingElse) {
  const TemporaryFolder folder;
  for (const char* const name : {"alone", "with_others"}) {
    std::vector<PairResult> results = tests::some_results();
    write_report(folder / name, {}, results);
  }
  folder.write("with_others/mine.txt", "mine");
  remove_report(folder / "alone");
  remove_report(folder / "with_others");
  EXPECT_FALSE(fs::exists(folder / "alone"));
  EXPECT_EQ(files_below(folder.path()), std::vector<std::string>{"with_others/mine.txt"});
}

TEST(ReportWriter, NamesPicturesByThePairWhateverItsName) {
  const TemporaryFolder folder;
  const PairResult made = tests::some_results()[0];
  std::vector<PairResult> results;
  for (const std::string& name : {std::string("../../a.png"), std::string("a/b.png"), std::string("a_b.png"),
                                  std::string(5000, 'n') + ".png", std::string("\xff\n#?%.png"), std::string()}) {
    results.push_back(made);
    results.back().name = name;
  }
  write_report(folder / "report", {}, results);
  // Their places are equal.
  EXPECT_EQ(files_below(folder.path()).size(), 6U + 1 + 2);
  EXPECT_TRUE(results[0].pictures[0].path.starts_with("pictures/_.._.._a.png-")) << results[0].pictures[0].path;
}

TEST(ReportWriter, AcceptsPairsFromManyThreads) {
  const TemporaryFolder folder;
  for (const char* const target : {"report", "report.html"}) {
    std::vector<PairResult> results;
    for (int number = 0; number < 40; ++number) {
      results.push_back(tests::some_results()[1]);
      results.back().name = std::to_string(number);
    }
    ReportWriter writer(folder / target, ReportPairs::all);
    {
      std::vector<std::jthread> threads;
      for (std::size_t first = 0; first < 4; ++first) {
        threads.emplace_back([&, first] {
          for (std::size_t index = first; index < results.size(); index += 4) {
            writer.add(results[index]);
          }
        });
      }
    }
    writer.finish({}, results);
    const std::string page = tests::file_bytes(writer.page());
    EXPECT_EQ(named_pictures(results_in(page)).size(), 4U * 40);
    EXPECT_EQ(count_of(page, "<script"), count_of(page, "</script>"));
  }
  // Equal places are stored once.
  EXPECT_EQ(count_of(tests::file_bytes(folder / "report.html"), "data-type=\"image/png\""), 3U * 40 + 1);
  EXPECT_EQ(files_below(folder / "report/pictures").size(), 3U * 40 + 1);
}

TEST(ReportWriter, OfAFolderExcludesOthersUntilItHasFinished) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  std::vector<PairResult> others = tests::some_results();
  fs::create_directory(folder / "report");
  fs::create_symlink("report", folder / "link");
  {
    ReportWriter writer(folder / "report", ReportPairs::all);
    for (PairResult& result : results) {
      writer.add(result);
    }
    for (const char* const name : {"report", "link"}) {
      try {
        write_report(folder / name, {}, others);
        ADD_FAILURE() << name;
      } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("another process is writing into it; wait until"), std::string::npos)
            << error.what();
      }
    }
    writer.finish({.title = "first"}, results);
    EXPECT_EQ(files_of(named_pictures(nlohmann::json::parse(tests::file_bytes(folder / "report/results.json")))).size(),
              files_below(folder / "report/pictures").size());
    EXPECT_NO_THROW(write_report(folder / "link", {.title = "second"}, others)) << "the first one has finished";
  }
  { const ReportWriter abandoned(folder / "report", ReportPairs::all); }
  EXPECT_NO_THROW(write_report(folder / "report", {.title = "third"}, others)) << "the lock ends with its writer";
}

TEST(ReportWriter, NeitherWritesNorRemovesPicturesThatALinkLeadsToOutsideItsFolder) {
  const TemporaryFolder folder;
  std::vector<PairResult> results = tests::some_results();
  write_report(folder / "report", {}, results);
  fs::rename(folder / "report/pictures", folder / "private");
  fs::create_symlink("../private", folder / "report/pictures");
  const std::vector<std::string> before = files_below(folder / "private");
  EXPECT_FALSE(before.empty());
  std::vector<PairResult> others = tests::some_results();
  EXPECT_THROW(write_report(folder / "report", {}, others), FileError);
  remove_report(folder / "report");
  EXPECT_EQ(files_below(folder / "private"), before);
}

}  // namespace
}  // namespace texelscope::app
