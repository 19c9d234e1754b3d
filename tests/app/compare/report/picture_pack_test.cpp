#include "app/compare/report/picture_pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/compare/change_groups.h"
#include "app/compare/report/report_pictures.h"
#include "app/compare/report/saved_report.h"
#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "tests/app/compare/report/report_results.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::TemporaryFolder;

namespace fs = std::filesystem;

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// The report of some results, with another name of the pair that differs.
void write(const fs::path& folder, PlacePictures places) {
  std::vector<PairResult> results = tests::some_results();
  results.push_back(
      *std::ranges::find_if(results, [](const PairResult& result) { return kind_of(result) == ChangeKind::changed; }));
  results.back().name = "other.png";
  ReportWriter writer(folder, ReportPairs::all, places);
  std::ranges::for_each(results, [&](PairResult& result) { writer.add(result); });
  writer.finish({}, results);
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(PicturePacks, GiveBackWhatWasAdded) {
  const TemporaryFolder folder;
  std::map<std::string, std::string> written;
  int count = 0;
  PicturePacks packs([&] { return "p" + std::to_string(count++) + ".js"; },
                     [&](const std::string& path, std::string_view text) { written[path] = text; });
  std::vector<ReportPicture> pictures;
  for (const std::size_t size : {0, 1, 2, 3, 4, 700000, 300000, 5}) {
    std::string bytes(size, ' ');
    std::ranges::generate(bytes, [value = size]() mutable { return static_cast<char>(value += 37); });
    pictures.push_back({"place", size % 2 == 0 ? "png" : "webp", bytes_of(bytes)});
    pictures.back().path = packs.add(pictures.back());
  }
  packs.finish();
  packs.finish();
  EXPECT_EQ(written.size(), 2U) << "a pack of more than 1 MiB is written";
  for (const auto& [path, text] : written) {
    static_cast<void>(folder.write(path, text));
  }
  PackReader reader{gpu::Folder(folder.path())};
  for (const ReportPicture& picture : pictures) {
    EXPECT_TRUE(is_packed(picture));
    ReportPicture read{.kind = picture.kind, .ending = "", .bytes = {}, .path = picture.path};
    reader.read(read);
    EXPECT_EQ(read.bytes, picture.bytes);
    EXPECT_EQ(read.ending, picture.ending);
  }
}

TEST(PicturePacks, OfAReportHoldEqualPicturesOnceAndAreMerged) {
  const TemporaryFolder folder;
  write(folder / "report", PlacePictures::packed);
  const SavedReport report = read_report(folder / "report");
  std::map<std::string, std::string> places;
  for (const PairResult& result : report.results) {
    const ReportPicture* const place = find_picture(result, "place");
    places[result.name] = place == nullptr ? "" : place->path;
  }
  std::set<std::string> changed;
  for (const PairResult& result : report.results) {
    if (kind_of(result) == ChangeKind::changed) {
      changed.insert(places[result.name]);
    }
  }
  EXPECT_EQ(changed.size(), 1U);
  EXPECT_FALSE(changed.contains(places["missing.png"]));
  ReportWriter writer(folder / "merged", ReportPairs::all);
  SavedReport merged = merge_reports(read_reports({folder / "report"}), &writer);
  writer.finish(merged.text, merged.results);
  PackReader before{gpu::Folder(folder / "report")};
  PackReader after{gpu::Folder(folder / "merged")};
  for (const PairResult& result : merged.results) {
    if (const ReportPicture* const place = find_picture(result, "place")) {
      ReportPicture first{.kind = "place", .ending = "", .bytes = {}, .path = places[result.name]};
      ReportPicture second{.kind = "place", .ending = "", .bytes = {}, .path = place->path};
      before.read(first);
      after.read(second);
      EXPECT_EQ(first.bytes, second.bytes) << result.name;
    }
  }
  EXPECT_EQ(files_in(folder / "merged/pictures").size(), files_in(folder / "report/pictures").size());
}

TEST(PicturePacks, LeavePlacesInFilesThatASummaryLinksTo) {
  const TemporaryFolder folder;
  write(folder / "report", PlacePictures::in_files);
  for (const PairResult& result : read_report(folder / "report").results) {
    if (const ReportPicture* const place = find_picture(result, "place")) {
      EXPECT_NO_THROW(static_cast<void>(load_image(folder / "report" / place->path))) << result.name;
    }
  }
}

TEST(PicturePacks, OfOthersAreReadOnlyIfTheyAreLists) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& pack, const std::string& key) {
    static_cast<void>(folder.write("_p.js", pack));
    PackReader reader{gpu::Folder(folder.path())};
    ReportPicture picture{.kind = "place", .ending = "", .bytes = {}, .path = "_p.js#" + key};
    try {
      reader.read(picture);
      return std::string();
    } catch (const FileError& error) {
      return std::string(error.what());
    }
  };
  const std::string good = "texelscope_pictures([\n\"png AAAA\"]);\n";
  EXPECT_EQ(refusal(good, "0"), "");
  for (const char* const key : {"1", "-1", "", "0x", "00000000000000000000000001", "0#0"}) {
    EXPECT_NE(refusal(good, key).find("it contains 1 images"), std::string::npos) << key;
  }
  for (const std::string& bad :
       {std::string(), good + "alert(1);", "alert(1);" + good, std::string("texelscope_pictures([\n1]);\n"),
        std::string("texelscope_pictures([\n\"\"]), alert([1]);\n"),
        std::string("texelscope_pictures([\n]);\n]);\n")}) {
    EXPECT_NE(refusal(bad, "0").find("cannot read"), std::string::npos) << bad;
  }
}

}  // namespace
}  // namespace texelscope::app
