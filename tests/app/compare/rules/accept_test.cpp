#include "app/compare/rules/accept.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "app/compare/rules/rules_file.h"
#include "app/images/image_file.h"
#include "tests/app/compare/built_files.h"
#include "tests/app/images/picture_bytes.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::file_bytes;
using tests::TemporaryFolder;

namespace fs = std::filesystem;

/// Two folders with images, and rules.
class AcceptTest : public testing::Test {
 protected:
  AcceptTest() {
    fs::create_directories(folder_ / "e");
    fs::create_directories(folder_ / "a");
  }

  void keep(const std::string& name, int value) const {
    fs::create_directories((folder_ / name).parent_path());
    save_png(folder_ / name, {2, 2, 1, gpu::DataType::uint8, std::vector<std::byte>(4, std::byte(value))});
  }

  void set_rules(const std::string& rules) {
    rules_.file = parse_rules(R"({"texelscope_compare": 1, "rules": [)" + rules + "]}", folder_ / "e/compare.json");
  }

  /// Accepts the images. Returns a line of the form "kind name" for each.
  std::vector<std::string> accept(const AcceptanceChoice& choice = {}) {
    const std::vector<FilePair> pairs = find_pairs(folder_ / "e", folder_ / "a", rules_).pairs;
    const std::vector<PairResult> results = compare_files(pairs, rules_, {}, nullptr, [](std::size_t) {});
    std::vector<std::string> lines;
    done_ = plan_acceptance(pairs, results, rules_, choice);
    accept_images(done_, [&](const Acceptance& each) {
      lines.push_back(std::string(to_string(each.kind)) + " " +
                      each.target.lexically_relative(folder_ / "e").generic_string());
    });
    return lines;
  }

  [[nodiscard]] bool is_same(const char* expected, const char* actual) const {
    return file_bytes(folder_ / expected) == file_bytes(folder_ / actual);
  }

  TemporaryFolder folder_;
  ComparisonRules rules_;
  std::vector<Acceptance> done_;
};

TEST_F(AcceptTest, AcceptsAllThatDifferAndKeepsTheRest) {
  keep("e/same.png", 1);
  keep("a/same.png", 1);
  keep("e/changed.png", 1);
  keep("a/changed.png", 9);
  keep("a/deep/added.png", 3);
  keep("e/missing.png", 4);
  EXPECT_EQ(accept(), (std::vector<std::string>{"replaced changed.png", "added deep/added.png", "kept missing.png"}));
  EXPECT_EQ(done_[0].text, "4 of 4 pixels differ, by up to 8");
  EXPECT_TRUE(is_same("e/changed.png", "a/changed.png"));
  EXPECT_TRUE(is_same("e/deep/added.png", "a/deep/added.png"));
  EXPECT_TRUE(fs::exists(folder_ / "e/missing.png"));
  EXPECT_EQ(accept(), std::vector<std::string>{"kept missing.png"}) << "accepted images are equal now";
}

TEST_F(AcceptTest, AcceptsAPairThatDiffersOnlyInItsColorSpace) {
  const std::string gamma = tests::chunk_of("gAMA" + tests::big_number(100000));
  static_cast<void>(folder_.write("e/a.png", tests::png_row(1, 8, 0, "*")));
  const std::string actual = tests::png_row(1, 8, 0, "*", gamma);
  static_cast<void>(folder_.write("a/a.png", actual));
  EXPECT_EQ(accept(), std::vector<std::string>{"replaced a.png"});
  EXPECT_TRUE(done_[0].text.starts_with("color space: none in the expected file, 'gamma 1' in the actual one"))
      << done_[0].text;
  EXPECT_EQ(file_bytes(folder_ / "e/a.png"), actual);
}

TEST_F(AcceptTest, RemovesMissingImagesOnlyOnRequest) {
  keep("e/missing.png", 4);
  keep("a/b.png", 4);
  EXPECT_EQ(accept({.names = {"missing.png"}, .prunes = true}), std::vector<std::string>{"removed missing.png"});
  EXPECT_FALSE(fs::exists(folder_ / "e/missing.png"));
}

TEST_F(AcceptTest, RemovesNoneIfNoActualImageExistsUnlessTheyAreNamed) {
  keep("e/a.png", 1);
  keep("e/b.png", 1);
  try {
    static_cast<void>(accept({.prunes = true}));
    ADD_FAILURE() << "all images were removed";
  } catch (const FileError& error) {
    EXPECT_NE(std::string{error.what()}.find("all 2 expected ones"), std::string::npos) << error.what();
  }
  EXPECT_EQ(accept({.names = {"a.png"}, .prunes = true}), std::vector<std::string>{"removed a.png"});
  EXPECT_TRUE(fs::exists(folder_ / "e/b.png"));
}

TEST_F(AcceptTest, RemovesNoFileThatIsOnlyNamedLikeAnImage) {
  keep("e/gone.png", 1);
  keep("a/b.png", 1);
  const fs::path notes = folder_.write("e/notes.png", "my notes\n");
  const fs::path own = folder_.write("e/gone.mesa.png", "more notes\n");
  set_rules(R"({"match": "gone.png", "accepted": ["{stem}.mesa.png"]})");
  EXPECT_EQ(accept({.prunes = true}), (std::vector<std::string>{"added b.png", "removed gone.png", "refused notes.png",
                                                                "refused gone.mesa.png"}));
  EXPECT_EQ(done_.back().text, "it is not an image, and stays; remove it yourself");
  EXPECT_EQ(file_bytes(notes), "my notes\n");
  EXPECT_EQ(file_bytes(own), "more notes\n");
  static_cast<void>(folder_.write("e/newer.png", "written after the plan"));
  const Acceptance forced{AcceptanceKind::removed, "newer.png", folder_ / "e/newer.png", {}, "", folder_ / "e"};
  EXPECT_THROW(accept_image(forced), FileError);
  EXPECT_TRUE(fs::exists(folder_ / "e/newer.png"));
}

TEST_F(AcceptTest, RemovesAcceptedImagesWithTheLastImageThatUsesThem) {
  for (const char* name :
       {"e/gone.png", "e/gone.mesa.png", "e/common.png", "e/gone.mask.png", "e/stays.png", "a/stays.png"}) {
    keep(name, 1);
  }
  set_rules(R"({"match": "gone.png", "accepted": ["{stem}.mesa.png", "common.png"], "masks": ["gone.mask.png"]},
               {"match": "stays.png", "platform": {"os": "windows"}, "accepted": ["common.png"]})");
  EXPECT_EQ(accept({.prunes = true}), (std::vector<std::string>{"removed gone.png", "removed gone.mesa.png"}));
  EXPECT_EQ(accept(), std::vector<std::string>{}) << "none of the files belongs to a pair now";
}

TEST_F(AcceptTest, AcceptsNamedPairsOrOnlyFailingOnes) {
  for (const char* name : {"gui/a.png", "gui/b.png", "c.png"}) {
    keep(std::string("e/") + name, 1);
    keep(std::string("a/") + name, 3);
  }
  keep("e/gui/c.png", 2);
  keep("a/gui/c.png", 2);
  EXPECT_EQ(accept({.names = {"gui/?.png"}}), (std::vector<std::string>{"replaced gui/a.png", "replaced gui/b.png"}));
  EXPECT_EQ(accept({.names = {"gui/c.png"}}), std::vector<std::string>{"kept gui/c.png"});
  keep("a/gui/a.png", 50);
  set_rules(R"({"match": "c.png", "max_error": 2})");
  EXPECT_EQ(accept({.only_failed = true}), std::vector<std::string>{"replaced gui/a.png"})
      << "c.png differs, but is within its limits";
  EXPECT_EQ(accept(), std::vector<std::string>{"replaced c.png"});
}

TEST_F(AcceptTest, PrefersAPairNamedLikeAPatternOverItsMatches) {
  for (const char* name : {"[b]*?.png", "[b]XYz.png"}) {
    keep(std::string("e/") + name, 1);
    keep(std::string("a/") + name, 2);
  }
  EXPECT_EQ(accept({.names = {"[b]*?.png"}}), std::vector<std::string>{"replaced [b]*?.png"});
  EXPECT_EQ(accept({.names = {"[b]*.png"}}), std::vector<std::string>{"replaced [b]XYz.png"});
}

TEST_F(AcceptTest, AcceptsManyInOrderAndReportsThoseCompletedBeforeAFailure) {
  constexpr int count = 50;
  std::vector<Acceptance> plan;
  for (int number = 0; number < count; ++number) {
    const std::string name = std::to_string(number) + ".png";
    keep("a/" + name, number);
    // Every tenth acceptance writes the same file.
    plan.push_back({AcceptanceKind::added, name, folder_ / "e" / (number % 10 == 9 ? "common.png" : name),
                    folder_ / "a" / name, ""});
  }
  std::vector<std::string> told;
  const auto tell = [&](const Acceptance& each) { told.push_back(each.name); };
  accept_images(plan, tell);
  ASSERT_EQ(told.size(), plan.size());
  for (std::size_t index = 0; index < plan.size(); ++index) {
    EXPECT_EQ(told[index], plan[index].name);
    EXPECT_TRUE(index % 10 == 9 || file_bytes(plan[index].target) == file_bytes(plan[index].actual));
  }
  EXPECT_TRUE(is_same("e/common.png", "a/49.png"));
  told.clear();
  plan[20].actual = folder_ / "a/none.png";
  EXPECT_THROW(accept_images(plan, tell), FileError);
  EXPECT_EQ(std::ranges::count(told, "20.png"), 0);
  EXPECT_EQ(std::ranges::count(told, "19.png"), 1);
  EXPECT_EQ(std::ranges::count(told, "49.png"), 0) << "the acceptance stops at the error";
}

TEST_F(AcceptTest, RejectsANameWithoutAPairAndChangesNothing) {
  keep("e/button.png", 1);
  keep("a/button.png", 2);
  try {
    accept({.names = {"button.png", "buton.png"}});
    FAIL() << "nothing was thrown";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("no pair to accept matches 'buton.png'; did you mean 'button.png'?"),
              std::string::npos)
        << error.what();
  }
  EXPECT_FALSE(is_same("e/button.png", "a/button.png"));
}

TEST_F(AcceptTest, NeverAcceptsAnImageThatCannotBeReadCompletely) {
  keep("e/cut.png", 1);
  keep("a/cut.png", 2);
  const std::string whole = file_bytes(folder_ / "a/cut.png");
  static_cast<void>(folder_.write("a/cut.png", whole.substr(0, whole.size() - 20)));
  static_cast<void>(folder_.write("a/new.png", "no picture"));
  const std::string before = file_bytes(folder_ / "e/cut.png");
  EXPECT_EQ(accept({.names = {"**"}}), (std::vector<std::string>{"refused cut.png", "refused new.png"}));
  EXPECT_NE(done_[0].text.find("cut.png"), std::string::npos);
  EXPECT_EQ(file_bytes(folder_ / "e/cut.png"), before);
  EXPECT_FALSE(fs::exists(folder_ / "e/new.png"));
  // This image was damaged after the comparison.
  const Acceptance late{AcceptanceKind::replaced, "cut.png", folder_ / "e/cut.png", folder_ / "a/cut.png", ""};
  EXPECT_THROW(accept_image(late), FileError);
  EXPECT_EQ(file_bytes(folder_ / "e/cut.png"), before);
}

TEST_F(AcceptTest, ReadsEachPartOfAnImageBeforeAcceptingIt) {
  const std::string pages = file_bytes(fs::path(TEXELSCOPE_PICTURES_FROM_ELSEWHERE) / "pages.tif");
  static_cast<void>(folder_.write("a/pages.tif", pages));
  keep("e/other.png", 1);
  EXPECT_EQ(accept(), (std::vector<std::string>{"kept other.png", "added pages.tif"}));
  fs::remove(folder_ / "e/pages.tif");
  // The first page is still readable.
  static_cast<void>(folder_.write("a/pages.tif", pages.substr(0, pages.size() - 4)));
  ASSERT_NO_THROW(static_cast<void>(load_image(folder_ / "a/pages.tif")));
  EXPECT_EQ(accept({.names = {"pages.tif"}}), std::vector<std::string>{"refused pages.tif"});
}

TEST_F(AcceptTest, KeepsAKnownFailureThatIsNotNamed) {
  keep("e/shadow.png", 1);
  keep("a/shadow.png", 2);
  set_rules(R"({"match": "shadow.png", "known_failure": {"reason": "a bug"}})");
  EXPECT_EQ(accept(), std::vector<std::string>{"kept shadow.png"});
  EXPECT_EQ(accept({.only_failed = true}), std::vector<std::string>{"kept shadow.png"});
  EXPECT_EQ(accept({.names = {"shadow.png"}}), std::vector<std::string>{"replaced shadow.png"});
}

TEST_F(AcceptTest, WritesThePlatformsOwnImage) {
  keep("e/water.png", 1);
  keep("a/water.png", 8);
  set_rules(R"({"match": "water.png", "platform": {"renderer": "mesa*"}, "accepted": ["water.mesa.png"]})");
  rules_.platform.renderer = "Mesa 22";
  EXPECT_EQ(accept(), std::vector<std::string>{"added water.mesa.png"});
  EXPECT_TRUE(is_same("e/water.mesa.png", "a/water.png"));
  EXPECT_TRUE(accept().empty()) << "the image passes now, and the variant does not form a pair";
  keep("a/water.png", 9);
  EXPECT_EQ(accept(), std::vector<std::string>{"replaced water.mesa.png"});
  rules_.platform.renderer = "another";
  EXPECT_EQ(accept(), std::vector<std::string>{"replaced water.png"});
}

TEST_F(AcceptTest, KeepsAnExpectedImageBesideAnAcceptedOneThatMatches) {
  keep("e/a.png", 1);
  keep("e/a.other.png", 5);
  keep("a/a.png", 5);
  set_rules(R"({"match": "a.png", "accepted": ["a.other.png"]})");
  EXPECT_EQ(accept(), std::vector<std::string>{});
  EXPECT_EQ(load_image(folder_ / "e/a.png").pixels[0], std::byte{1});
  EXPECT_EQ(accept({.names = {"a.png"}}), std::vector<std::string>{"replaced a.png"}) << "a name chooses it anyway";
}

TEST_F(AcceptTest, ReportsThatTheSameFileStillFails) {
  keep("e/a.png", 1);
  keep("a/a.png", 1);
  set_rules(R"({"match": "a.png", "masks": [[0, 0, 2, 2]]})");
  EXPECT_EQ(accept(), std::vector<std::string>{"refused a.png"});
  EXPECT_NE(done_[0].text.find("it is the same file, but still fails: the masks"), std::string::npos) << done_[0].text;
}

TEST_F(AcceptTest, NeverWritesOverAFileThatIsNoImage) {
  keep("e/frame.png", 1);
  keep("a/frame.png", 2);
  fs::create_directories(folder_ / "e/mesa");
  const fs::path script = folder_.write("e/run_tests.sh", "#!/bin/sh");
  fs::create_symlink("../run_tests.sh", folder_ / "e/mesa/frame.png");
  set_rules(R"({"match": "frame.png", "platform": {"os": "linux"}, "accepted": ["mesa/{name}"]})");
  EXPECT_EQ(accept(), std::vector<std::string>{"refused mesa/frame.png"});
  EXPECT_NE(done_[0].text.find("it exists and is not an image"), std::string::npos) << done_[0].text;
  EXPECT_EQ(file_bytes(script), "#!/bin/sh");
  keep("a/linked.png", 2);
  fs::create_symlink("run_tests.sh", folder_ / "e/linked.png");
  EXPECT_EQ(accept({.names = {"linked.png"}}), std::vector<std::string>{"refused linked.png"});
  EXPECT_EQ(file_bytes(script), "#!/bin/sh");
  ASSERT_EQ(::mkfifo((folder_ / "e/pipe.png").c_str(), 0600), 0);
  EXPECT_EQ(accept({.names = {"pipe.png"}, .prunes = true}), std::vector<std::string>{"refused pipe.png"});
  // A damaged image is replaced, however.
  fs::remove(folder_ / "e/mesa/frame.png");
  static_cast<void>(folder_.write("e/mesa/frame.png", file_bytes(folder_ / "e/frame.png").substr(0, 40)));
  EXPECT_EQ(accept({.names = {"frame.png"}}), std::vector<std::string>{"replaced mesa/frame.png"});
  EXPECT_TRUE(is_same("e/mesa/frame.png", "a/frame.png"));
}

TEST_F(AcceptTest, ChangesNothingThatALinkLeadsToOutsideTheFolder) {
  fs::create_directories(folder_ / "photos");
  keep("photos/gone.png", 1);
  keep("photos/b.png", 1);
  keep("photos/own.png", 1);
  keep("e/a.png", 1);
  keep("a/a.png", 1);
  keep("a/out/new.png", 5);
  keep("a/b.png", 5);
  fs::create_symlink("../photos", folder_ / "e/out");
  fs::create_symlink(folder_ / "photos/b.png", folder_ / "e/b.png");
  EXPECT_EQ(accept({.prunes = true}),
            (std::vector<std::string>{"refused b.png", "refused out/", "refused out/new.png"}));
  set_rules(R"({"match": "a.png", "platform": {"os": "linux"}, "accepted": ["out/own.png"]})");
  keep("a/a.png", 7);
  EXPECT_EQ(accept({.names = {"a.png"}}), std::vector<std::string>{"refused out/own.png"});
  const Acceptance forced{AcceptanceKind::removed, "gone.png", folder_ / "e/out/gone.png", {}, "", folder_ / "e"};
  EXPECT_THROW(accept_image(forced), FileError) << "the link may be newer than the plan";
  const Acceptance written{AcceptanceKind::added, "new.png", folder_ / "e/out/deep/new.png",
                           folder_ / "a/b.png",   "",        folder_ / "e"};
  EXPECT_THROW(accept_image(written), FileError);
  for (const char* const name : {"gone.png", "b.png", "own.png"}) {
    EXPECT_EQ(load_image(folder_ / "photos" / name).pixels[0], std::byte{1}) << name;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "photos"), fs::directory_iterator()), 3);
}

TEST_F(AcceptTest, TakesNoActualImageThatALinkLeadsToOutsideTheFolder) {
  keep("private.png", 3);
  keep("e/a.png", 1);
  fs::create_symlink("../private.png", folder_ / "a/a.png");
  EXPECT_EQ(accept({.names = {"a.png"}}), std::vector<std::string>{"refused a.png"});
  fs::remove(folder_ / "a/a.png");
  keep("a/other.png", 3);
  fs::create_symlink("other.png", folder_ / "a/a.png");
  EXPECT_EQ(accept({.names = {"a.png"}}), std::vector<std::string>{"replaced a.png"}) << "a link inside the folder";
}

TEST_F(AcceptTest, ChangesOnlyTheFolderThatWasComparedEvenIfItIsReplacedByALink) {
  keep("photos/a.png", 1);
  keep("photos/gone.png", 1);
  fs::create_directory(folder_ / "photos/in");
  keep("e/a.png", 2);
  keep("e/gone.png", 2);
  keep("a/a.png", 5);
  const gpu::Folder expected(folder_ / "e");
  const gpu::Folder actual(folder_ / "a");
  fs::rename(folder_ / "e", folder_ / "moved");
  fs::create_symlink("photos", folder_ / "e");
  accept_image({AcceptanceKind::replaced, "a.png", folder_ / "e/a.png", folder_ / "a/a.png", "", expected, actual});
  accept_image({AcceptanceKind::removed, "gone.png", folder_ / "e/gone.png", {}, "", expected, actual});
  accept_image({AcceptanceKind::added, "new.png", folder_ / "e/in/new.png", folder_ / "a/a.png", "", expected, actual});
  EXPECT_EQ(load_image(folder_ / "moved/a.png").pixels[0], std::byte{5});
  EXPECT_EQ(load_image(folder_ / "moved/in/new.png").pixels[0], std::byte{5});
  EXPECT_FALSE(fs::exists(folder_ / "moved/gone.png"));
  EXPECT_EQ(load_image(folder_ / "photos/a.png").pixels[0], std::byte{1});
  EXPECT_TRUE(fs::exists(folder_ / "photos/gone.png"));
  EXPECT_TRUE(fs::is_empty(folder_ / "photos/in"));
}

}  // namespace
}  // namespace texelscope::app
