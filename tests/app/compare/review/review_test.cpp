#include "app/compare/review/review.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/compare/rules/rules_file.h"
#include "app/images/image_file.h"
#include "tests/app/file_size_limit.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::file_bytes;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

/// Two folders with gray images of 32 × 32 pixels, and a review of the failing pairs.
class ReviewTest : public testing::Test {
 protected:
  ReviewTest() {
    fs::create_directories(folder_ / "e");
    fs::create_directories(folder_ / "a");
  }

  /// Writes an image whose pixels all have one value, except for one pixel.
  void keep(const std::string& name, int value, int other_value = -1, int x = 0, int y = 0) const {
    Image image{32, 32, 1, gpu::DataType::uint8, std::vector<std::byte>(1024, std::byte(value))};
    if (other_value >= 0) {
      image.pixels[static_cast<std::size_t>(y * 32 + x)] = std::byte(other_value);
    }
    fs::create_directories((folder_ / name).parent_path());
    save_png(folder_ / name, image);
  }

  Review review() const {
    ComparisonRules rules;
    rules.file = find_rules(folder_ / "e");
    const std::vector<FilePair> pairs = find_pairs(folder_ / "e", folder_ / "a", rules).pairs;
    return {pairs, compare_files(pairs, rules, {}, nullptr, [](std::size_t) {}), rules, folder_ / "e/compare.json"};
  }

  /// The contents, by path.
  [[nodiscard]] std::map<std::string, std::string> all_files() const {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.path())) {
      files[entry.path().string()] = entry.is_directory() ? "a folder" : file_bytes(entry.path());
    }
    return files;
  }

  TemporaryFolder folder_;
};

std::vector<std::string> names_of_review(const Review& review) {
  std::vector<std::string> names;
  for (const ReviewPair& pair : review.pairs()) {
    names.push_back(pair.files.name);
  }
  return names;
}

TEST_F(ReviewTest, CyclesThroughFailingPairs) {
  keep("e/same.png", 1);
  keep("a/same.png", 1);
  keep("e/slight.png", 1);
  keep("a/slight.png", 1, 5);
  keep("e/worse.png", 1);
  keep("a/worse.png", 9);
  Review pairs = review();
  EXPECT_EQ(names_of_review(pairs), (std::vector<std::string>{"worse.png", "slight.png"}));
  EXPECT_EQ(pairs.pair().files.name, "worse.png");
  pairs.go(1);
  EXPECT_EQ(pairs.pair().files.name, "slight.png");
  pairs.go(1);
  EXPECT_EQ(pairs.pair().files.name, "worse.png");
  pairs.go(-1);
  EXPECT_EQ(pairs.pair().files.name, "slight.png");
  EXPECT_EQ(pairs.count(ReviewState::open), 2U);
}

TEST_F(ReviewTest, DecidesTheOpenPairsOfAGroupAtOnce) {
  for (const char* const name : {"b.png", "c.png", "d.png", "e.png"}) {
    keep(std::string("e/") + name, 1);
    keep(std::string("a/") + name, 1, 200, 3, 4);
  }
  keep("e/a.png", 1);
  keep("a/a.png", 1, 200, 30, 30);
  keep("e/gone.png", 1);
  Review pairs = review();
  EXPECT_EQ(names_of_review(pairs),
            (std::vector<std::string>{"gone.png", "a.png", "b.png", "c.png", "d.png", "e.png"}));
  EXPECT_EQ(pairs.pairs()[0].kind, "missing");
  EXPECT_EQ(pairs.pairs()[2].kind, "changed");
  const std::size_t group = pairs.pairs()[2].group;
  EXPECT_EQ(pairs.open_pairs(group), (std::vector<std::size_t>{2, 3, 4, 5}));
  pairs.go_to(3);
  EXPECT_FALSE(pairs.reject().is_error);
  const auto before = all_files();
  EXPECT_EQ(pairs.accept_group(group).text, "Accepted 3 of 3 like pairs");
  for (const auto& [name, is_accepted] :
       {std::pair("b.png", true), std::pair("c.png", false), std::pair("a.png", false)}) {
    EXPECT_EQ(file_bytes(folder_ / ("e/" + std::string(name))) == file_bytes(folder_ / ("a/" + std::string(name))),
              is_accepted)
        << name;
  }
  EXPECT_EQ(pairs.count(ReviewState::accepted), 3U);
  EXPECT_EQ(pairs.pairs()[2].kind, "changed") << "the kind before the decision";
  EXPECT_FALSE(pairs.undo().is_error);
  EXPECT_EQ(all_files(), before);
  EXPECT_EQ(pairs.count(ReviewState::rejected), 1U) << "the earlier action is not undone";
  EXPECT_FALSE(pairs.reject_group(group).is_error);
  EXPECT_EQ(pairs.count(ReviewState::rejected), 4U);
  EXPECT_EQ(all_files(), before);
  pairs.undo();
  pairs.undo();
  EXPECT_EQ(pairs.count(ReviewState::open), 6U);
  EXPECT_FALSE(pairs.can_undo());
}

TEST_F(ReviewTest, ReportsThePairsOfAGroupThatCannotBeAccepted) {
  for (const char* const name : {"a.png", "b.png"}) {
    keep(std::string("e/") + name, 1);
    static_cast<void>(folder_.write(std::string("a/") + name, "not an image"));
  }
  Review pairs = review();
  EXPECT_EQ(pairs.pair().kind, "damaged");
  const ReviewNotice notice = pairs.accept_group(pairs.pair().group);
  EXPECT_TRUE(notice.is_error);
  EXPECT_TRUE(notice.text.starts_with("Accepted 0 of 2 like pairs: cannot accept a.png")) << notice.text;
  EXPECT_EQ(pairs.count(ReviewState::open), 2U);
}

TEST_F(ReviewTest, ShowsTheClustersOfTheCommonPartOfDifferentSizes) {
  keep("e/a.png", 1);
  Image taller{32, 35, 1, gpu::DataType::uint8, std::vector<std::byte>(1120, std::byte{1})};
  taller.pixels[5 * 32 + 7] = std::byte{200};
  save_png(folder_ / "a/a.png", taller);
  Review pairs = review();
  EXPECT_EQ(pairs.pair().kind, "resized");
  EXPECT_EQ(pairs.pair().change, "3 px taller");
  const DifferenceCluster* const cluster = pairs.go_to_cluster(1);
  ASSERT_NE(cluster, nullptr);
  EXPECT_EQ(cluster->x, 7);
  EXPECT_EQ(cluster->y, 5);
}

TEST_F(ReviewTest, MakesThePlacesThatAreWanted) {
  for (const char* const name : {"a.png", "b.png"}) {
    keep(std::string("e/") + name, 1);
    keep(std::string("a/") + name, 1, 200, 3, 4);
  }
  keep("e/gone.png", 1);
  Review pairs = review();
  std::shared_ptr<const PlaceImage> place;
  for (int frame = 0; frame < 10000 && !place; ++frame) {
    place = pairs.places().want(2);
    pairs.update_places();
    std::this_thread::sleep_for(std::chrono::milliseconds{1});
  }
  ASSERT_TRUE(place);
  EXPECT_EQ(place->place, (PixelRectangle{0, 0, 32, 32}));
  ASSERT_EQ(place->image.channels, 4) << "as textures of the window need it";
  ASSERT_EQ(place->image.width, 64);
  EXPECT_EQ(place->image.pixels[4 * (4 * 64 + 3)], std::byte{1});
  EXPECT_EQ(place->image.pixels[4 * (4 * 64 + 32 + 3)], std::byte{200});
  EXPECT_EQ(pairs.places().want(1), nullptr) << "nothing wanted it";
}

TEST_F(ReviewTest, WritesNothingUntilSomethingIsAcceptedAndNeverForARejection) {
  keep("e/a.png", 1);
  keep("a/a.png", 1, 5, 3, 4);
  keep("e/b.png", 1);
  keep("a/b.png", 9);
  const auto before = all_files();
  Review pairs = review();
  pairs.go(1);
  pairs.go_to_cluster(1);
  EXPECT_EQ(pairs.pictures().files.size(), 2U);
  EXPECT_FALSE(pairs.reject().is_error);
  EXPECT_EQ(pairs.pair().state(), ReviewState::rejected);
  EXPECT_TRUE(pairs.go_to_open());
  EXPECT_EQ(pairs.pair().files.name, "b.png");
  EXPECT_FALSE(pairs.reject().is_error);
  EXPECT_FALSE(pairs.go_to_open());
  EXPECT_FALSE(pairs.undo().is_error);
  EXPECT_EQ(pairs.pair().state(), ReviewState::open);
  EXPECT_EQ(all_files(), before);
}

TEST_F(ReviewTest, AcceptsTheActualImageAndRestoresTheOldBytes) {
  keep("e/a.png", 1);
  keep("a/a.png", 9);
  keep("e/b.png", 1);
  keep("a/b.png", 5);
  const auto before = all_files();
  Review pairs = review();
  EXPECT_FALSE(pairs.accept().is_error);
  EXPECT_EQ(pairs.pair().state(), ReviewState::accepted);
  EXPECT_EQ(file_bytes(folder_ / "e/a.png"), file_bytes(folder_ / "a/a.png"));
  EXPECT_EQ(pairs.count(ReviewState::open), 1U);
  auto changed = before;
  changed[(folder_ / "e/a.png").string()] = before.at((folder_ / "a/a.png").string());
  EXPECT_EQ(all_files(), changed) << "no other file changes";
  EXPECT_FALSE(pairs.undo().is_error);
  EXPECT_EQ(pairs.pair().state(), ReviewState::open);
  EXPECT_EQ(all_files(), before);
  EXPECT_TRUE(pairs.undo().is_error) << "nothing is left to undo";
}

TEST_F(ReviewTest, AcceptsAnExtraImageAndAMissingOneAndUndoesBoth) {
  keep("a/deep/extra.png", 1);
  keep("e/missing.png", 2);
  const auto before = all_files();
  Review pairs = review();
  ASSERT_EQ(pairs.pairs().size(), 2U);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(pairs.accept_removes(), pairs.pair().files.name == "missing.png");
    const ReviewNotice notice = pairs.accept();
    EXPECT_FALSE(notice.is_error) << notice.text;
    pairs.go(1);
  }
  EXPECT_EQ(pairs.count(ReviewState::accepted), 1U);
  EXPECT_EQ(pairs.count(ReviewState::removed), 1U);
  EXPECT_EQ(file_bytes(folder_ / "e/deep/extra.png"), file_bytes(folder_ / "a/deep/extra.png"));
  EXPECT_FALSE(fs::exists(folder_ / "e/missing.png"));
  for (int i = 0; i < 2; ++i) {
    const ReviewNotice notice = pairs.undo();
    EXPECT_FALSE(notice.is_error) << notice.text;
  }
  EXPECT_EQ(pairs.count(ReviewState::open), 2U);
  EXPECT_EQ(all_files(), before);
}

TEST_F(ReviewTest, WritesMasksAsARuleAndComparesAgain) {
  keep("e/a.png", 1);
  keep("a/a.png", 1, 5, 20, 6);
  keep("e/b.png", 1);
  keep("a/b.png", 1, 4, 20, 6);
  const auto before = all_files();
  Review pairs = review();
  ASSERT_EQ(pairs.pair().files.name, "a.png");
  EXPECT_FALSE(pairs.write_masks(std::vector<PixelRectangle>{{0, 0, 8, 8}}).is_error);
  EXPECT_EQ(pairs.pair().state(), ReviewState::open) << "the pixel is not in the mask";
  const ReviewNotice notice = pairs.write_masks(std::vector<PixelRectangle>{{18, -4, 90, 20}, {70, 70, 5, 5}});
  EXPECT_FALSE(notice.is_error) << notice.text;
  EXPECT_EQ(pairs.pair().state(), ReviewState::masked);
  EXPECT_EQ(pairs.masks(), (std::vector<PixelRectangle>{{18, 0, 14, 16}})) << "the mask is clipped to the image";
  EXPECT_EQ(names_of_review(review()), std::vector<std::string>{"b.png"}) << "a new comparison also lists only b.png";
  const auto written = all_files();
  EXPECT_TRUE(pairs.write_masks(std::vector<PixelRectangle>{{0, 0, 32, 32}}).is_error)
      << "the mask would leave nothing to compare";
  EXPECT_EQ(all_files(), written);
  EXPECT_FALSE(pairs.undo().is_error);
  EXPECT_FALSE(pairs.undo().is_error);
  EXPECT_EQ(pairs.pair().state(), ReviewState::open);
  EXPECT_EQ(all_files(), before);
}

TEST_F(ReviewTest, UndoesTheLastActionOnAnyPairAndShowsThatPair) {
  for (const char* name : {"a.png", "b.png", "c.png"}) {
    keep(std::string("e/") + name, 1);
    keep(std::string("a/") + name, 1, 'm' - name[0], 20, 6);
  }
  const auto before = all_files();
  Review pairs = review();
  ASSERT_EQ(names_of_review(pairs), (std::vector<std::string>{"a.png", "b.png", "c.png"}));
  const std::vector<PixelRectangle> mask{{16, 0, 8, 8}};
  pairs.reject();
  pairs.reject();
  EXPECT_FALSE(pairs.write_masks(mask).is_error) << "the rejected a.png gets a mask";
  pairs.go(1);
  EXPECT_FALSE(pairs.accept().is_error);
  pairs.go(1);
  EXPECT_FALSE(pairs.write_masks(mask).is_error);
  pairs.go(-2);
  const std::vector<std::string> order{"c.png", "b.png", "a.png", "a.png"};
  for (std::size_t undone = 0; undone < order.size(); ++undone) {
    const ReviewNotice notice = pairs.undo();
    EXPECT_FALSE(notice.is_error) << notice.text;
    EXPECT_NE(notice.text.find(order[undone]), std::string::npos) << notice.text;
    EXPECT_EQ(pairs.pair().files.name, order[undone]);
    EXPECT_EQ(pairs.pair().state(), undone == 2 ? ReviewState::rejected : ReviewState::open);
    pairs.go(1);
  }
  EXPECT_FALSE(pairs.can_undo());
  EXPECT_EQ(all_files(), before);
}

TEST_F(ReviewTest, DescribesMasksOfRulesThatAreNotRectangles) {
  keep("e/a.png", 1);
  keep("a/a.png", 9);
  folder_.write("e/compare.json", R"({"texelscope_compare": 1, "rules": [{"match": "a.png", "masks":
      [[1, 2, 3, 4], [[0, 0], [8, 0], [0, 8]], [[0, 0], [9, 0], [0, 9]]]}]})");
  const Review pairs = review();
  EXPECT_EQ(pairs.masks(), (std::vector<PixelRectangle>{{1, 2, 3, 4}}));
  EXPECT_EQ(pairs.other_masks(), "2 polygons");
}

TEST_F(ReviewTest, CyclesThroughClusters) {
  Image actual{64, 64, 1, gpu::DataType::uint8, std::vector<std::byte>(4096, std::byte(1))};
  keep("e/a.png", 1);
  save_png(folder_ / "e/a.png", actual);
  actual.pixels[2 * 64 + 2] = std::byte(200);
  actual.pixels[60 * 64 + 60] = std::byte(200);
  save_png(folder_ / "a/a.png", actual);
  Review pairs = review();
  EXPECT_EQ(pairs.cluster(), nullptr);
  const DifferenceCluster* const first = pairs.go_to_cluster(1);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first, pairs.cluster());
  const PixelRectangle bounds = bounds_of(*first);
  EXPECT_NE(bounds_of(*pairs.go_to_cluster(1)), bounds);
  EXPECT_EQ(bounds_of(*pairs.go_to_cluster(1)), bounds);
  EXPECT_NE(bounds_of(*pairs.go_to_cluster(-1)), bounds);
}

TEST_F(ReviewTest, ShowsOnlyPicturesThatCanBeRead) {
  keep("e/a.png", 1);
  folder_.write("a/a.png", "no picture");
  const auto before = all_files();
  Review pairs = review();
  EXPECT_EQ(pairs.pictures().files, std::vector<fs::path>{folder_ / "e/a.png"});
  const ReviewNotice notice = pairs.accept();
  EXPECT_TRUE(notice.is_error) << "a damaged image is never accepted";
  EXPECT_NE(notice.text.find("a.png"), std::string::npos);
  EXPECT_EQ(pairs.go_to_cluster(1), nullptr);
  EXPECT_TRUE(pairs.write_masks(std::vector<PixelRectangle>{{0, 0, 1, 1}}).is_error);
  EXPECT_EQ(all_files(), before);
}

TEST_F(ReviewTest, KeepsFilesThatWereModifiedSince) {
  keep("e/a.png", 1);
  keep("a/a.png", 9);
  Review pairs = review();
  EXPECT_FALSE(pairs.accept().is_error);
  keep("e/a.png", 100);
  const std::string bytes = file_bytes(folder_ / "e/a.png");
  const ReviewNotice notice = pairs.undo();
  EXPECT_TRUE(notice.is_error);
  EXPECT_NE(notice.text.find("modified since"), std::string::npos) << notice.text;
  EXPECT_EQ(file_bytes(folder_ / "e/a.png"), bytes);
  EXPECT_FALSE(pairs.can_undo()) << "a step that cannot be undone does not block earlier ones";
}

TEST_F(ReviewTest, ReportsWriteErrorsAndContinues) {
  keep("e/a.png", 1);
  keep("a/a.png", 9, 3, 5, 5);
  const auto before = all_files();
  Review pairs = review();
  {
    const tests::FileSizeLimit full(8);
    const ReviewNotice acceptance = pairs.accept();
    EXPECT_TRUE(acceptance.is_error);
    EXPECT_NE(acceptance.text.find("cannot write"), std::string::npos) << acceptance.text;
    const ReviewNotice masks = pairs.write_masks(std::vector<PixelRectangle>{{0, 0, 4, 4}});
    EXPECT_TRUE(masks.is_error);
    EXPECT_NE(masks.text.find("compare.json"), std::string::npos) << masks.text;
  }
  EXPECT_EQ(all_files(), before);
  EXPECT_EQ(pairs.pair().state(), ReviewState::open);
  EXPECT_FALSE(pairs.can_undo());
  EXPECT_FALSE(pairs.accept().is_error);
  {
    const tests::FileSizeLimit full(8);
    EXPECT_TRUE(pairs.undo().is_error);
  }
  EXPECT_EQ(pairs.pair().state(), ReviewState::accepted) << "the undo can be repeated";
  EXPECT_FALSE(pairs.undo().is_error);
  EXPECT_EQ(all_files(), before);
}

TEST_F(ReviewTest, ReportsPairsThatStillFailAfterAcceptance) {
  keep("e/a.png", 1);
  keep("a/a.png", 9);
  folder_.write("e/compare.json", R"({"texelscope_compare": 1, "rules": [{"match": "a.png", "known_failure":
      {"reason": "a bug", "until": "2020-01-01", "strict": true}}]})");
  Review pairs = review();
  const ReviewNotice notice = pairs.accept();
  EXPECT_NE(notice.text.find("still fails"), std::string::npos) << notice.text;
  EXPECT_EQ(pairs.count(ReviewState::accepted), 0U);
}

}  // namespace
}  // namespace texelscope::app
