#include "app/window/review/review_actions.h"
#include "app/documents/document.h"
#include "tests/app/wanted_picture.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/review/review.h"
#include "app/documents/picture_document.h"
#include "app/images/image_file.h"
#include "app/scenes/registry.h"
#include "app/window/review/picture_label.h"
#include "app/workspace/state.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// A window with the failing pairs of two folders. The tests simulate the thread that reads pictures.
class ReviewActionsTest : public testing::Test {
 protected:
  ReviewActionsTest() {
    for (const char* name : {"a.png", "b.png", "c.png"}) {
      keep(std::string("e/") + name, 0);
      keep(std::string("a/") + name, 350 - name[0]);
    }
    const std::vector<FilePair> pairs = find_pairs(folder_ / "e", folder_ / "a").pairs;
    state.review.pairs = std::make_shared<Review>(pairs, compare_files(pairs, {}, {}, nullptr, [](std::size_t) {}),
                                                  ComparisonRules{}, folder_ / "e/compare.json");
    state.viewport.width = state.frame.width = 900;
    state.viewport.height = state.frame.height = 600;
    state.frame.number = 0;
    arrange_for_review(state);
    show_reviewed_pair(state);
  }

  /// Writes a black image with one pixel of this value at (60, 40).
  void keep(const std::string& name, int value) const {
    Image image{90, 60, 1, gpu::DataType::uint8, std::vector<std::byte>(5400)};
    image.pixels[40 * 90 + 60] = std::byte(value);
    fs::create_directories((folder_ / name).parent_path());
    save_png(folder_ / name, image);
  }

  /// Simulates the window after it has read the requested picture.
  void show_picture() {
    const fs::path path = tests::wanted_picture(state).path;
    ASSERT_FALSE(path.empty());
    state.pictures.reader.forget();
    state.pictures.current = LoadedImage{path, std::make_shared<const Image>(load_image(path))};
    choose_scene_for_input(state);
    state.pictures.list.removed.reset();
    take_shown(state.pictures.list, path, {}, state.pictures.current->image);
    show_first_cluster(state);
  }
  void press(const char* action) { perform(*find_action(actions, action), state); }
  [[nodiscard]] const std::string& pair() const { return state.review.pairs->pair().files.name; }
  [[nodiscard]] bool is_written(const std::string& name) const {
    return tests::file_bytes(folder_ / ("e/" + name)) == tests::file_bytes(folder_ / ("a/" + name));
  }

  tests::TemporaryFolder folder_;
  State state{scenes()};
  std::vector<Action> actions = make_actions(state.scenes.all, state.labs.all);
};

TEST_F(ReviewActionsTest, AreDisabledWithoutAReview) {
  const State plain{scenes()};
  for (const Action& action : actions) {
    if (action.menu == Menu::review) {
      EXPECT_FALSE(is_enabled(action, plain)) << action.name;
    }
  }
}

TEST_F(ReviewActionsTest, ShowTheActualImageWithTheExpectedOneAsTheOther) {
  ASSERT_EQ(state.pictures.list.pictures.size(), 2U);
  EXPECT_EQ(state.pictures.list.pictures[0].path, folder_ / "a/a.png");
  EXPECT_EQ(state.pictures.list.pictures[1].path, folder_ / "e/a.png");
  show_picture();
  EXPECT_EQ(state.pictures.list.shown, 0U);
  EXPECT_EQ(state.pictures.list.other, 1U);
}

TEST_F(ReviewActionsTest, DecideNothingForAPairThatIsNotShownYet) {
  press("accept");
  press("reject");
  EXPECT_EQ(pair(), "a.png");
  EXPECT_EQ(state.review.pairs->count(ReviewState::open), 3U);
  EXPECT_FALSE(is_written("a.png"));
  show_picture();
  press("accept");
  EXPECT_TRUE(is_written("a.png"));
  press("accept");
  EXPECT_EQ(pair(), "b.png") << "the second press has no effect, because the next pair has not been shown yet";
  EXPECT_FALSE(is_written("b.png"));
}

TEST_F(ReviewActionsTest, DecideAGroupAfterOneOfItsPairsIsShown) {
  press("accept_group");
  EXPECT_EQ(state.review.pairs->count(ReviewState::open), 3U) << "no pair is shown yet";
  show_picture();
  press("accept_group");
  EXPECT_EQ(state.review.pairs->count(ReviewState::accepted), 3U);
  EXPECT_TRUE(is_written("c.png"));
  EXPECT_FALSE(is_enabled(*find_action(actions, "accept_group"), state)) << "no pair is open";
  press("undo_review");
  EXPECT_EQ(state.review.pairs->count(ReviewState::open), 3U);
  show_picture();
  press("reject_group");
  EXPECT_EQ(state.review.pairs->count(ReviewState::rejected), 3U);
  EXPECT_FALSE(is_written("a.png"));
}

TEST_F(ReviewActionsTest, ShowAndCloseTheGrid) {
  EXPECT_FALSE(state.review.pairs->has_grid()) << "of a few pairs";
  press("review_grid");
  EXPECT_TRUE(state.review.pairs->has_grid());
  perform(*find_action(actions, KeyChord{.key = key::escape}), state);
  EXPECT_FALSE(state.review.pairs->has_grid());
}

TEST_F(ReviewActionsTest, GoOnToTheNextOpenPair) {
  press("next_failure");
  EXPECT_EQ(pair(), "b.png");
  show_picture();
  press("reject");
  EXPECT_EQ(pair(), "c.png");
  press("next_failure");
  EXPECT_EQ(pair(), "a.png");
  show_picture();
  press("accept");
  EXPECT_EQ(pair(), "c.png") << "b.png is rejected";
  show_picture();
  press("reject");
  EXPECT_EQ(pair(), "c.png") << "no pair is open";
  EXPECT_NE(state.notices.entries().back().text.find("1 accepted, 2 rejected"), std::string::npos)
      << state.notices.entries().back().text;
}

TEST_F(ReviewActionsTest, CenterTheLargestClusterOfAPairOnceItIsShown) {
  // The picture is much larger than the window, and has a single wrong pixel.
  Image large{3840, 2160, 1, gpu::DataType::uint8, std::vector<std::byte>(3840 * 2160)};
  save_png(folder_ / "e/large.png", large);
  large.pixels[1999 * 3840 + 3000] = std::byte{255};
  save_png(folder_ / "a/large.png", large);
  const std::vector<FilePair> pairs = find_pairs(folder_ / "e/large.png", folder_ / "a/large.png").pairs;
  state.review.pairs = std::make_shared<Review>(pairs, compare_files(pairs, {}, {}, nullptr, [](std::size_t) {}),
                                                ComparisonRules{}, folder_ / "e/compare.json");
  show_reviewed_pair(state);
  show_first_cluster(state);
  EXPECT_EQ(state.review.pairs->cluster(), nullptr) << "a different picture is still shown";
  show_picture();
  EXPECT_DOUBLE_EQ(shown_document(state)->zoom_factor(), 12);
  EXPECT_NEAR(picture_view(state)->view.center.x, 3000.5, 8);
  EXPECT_NEAR(picture_view(state)->view.center.y, 1999.5, 8);
  shown_document(state)->fit();
  show_first_cluster(state);
  EXPECT_TRUE(shown_document(state)->is_fit()) << "once";
}

TEST_F(ReviewActionsTest, ShowAPairWholeWhoseClusterFillsIt) {
  Image white{90, 60, 1, gpu::DataType::uint8, std::vector<std::byte>(5400, std::byte{255})};
  save_png(folder_ / "a/a.png", white);
  const std::vector<FilePair> pairs = find_pairs(folder_ / "e/a.png", folder_ / "a/a.png").pairs;
  state.review.pairs = std::make_shared<Review>(pairs, compare_files(pairs, {}, {}, nullptr, [](std::size_t) {}),
                                                ComparisonRules{}, folder_ / "e/compare.json");
  show_reviewed_pair(state);
  show_picture();
  EXPECT_NE(state.review.pairs->cluster(), nullptr);
  EXPECT_TRUE(shown_document(state)->is_fit());
}

TEST_F(ReviewActionsTest, UndoTheActionOnThePreviousPair) {
  show_picture();
  press("accept");
  EXPECT_EQ(pair(), "b.png");
  press("undo_review");
  EXPECT_EQ(pair(), "a.png");
  EXPECT_EQ(state.pictures.list.asked, 0U) << "the restored pair is shown";
  EXPECT_FALSE(is_written("a.png"));
}

TEST_F(ReviewActionsTest, NameThePicturesByTheirRoles) {
  show_picture();
  EXPECT_EQ(picture_label(state, 0).title, "Actual");
  EXPECT_EQ(picture_label(state, 1).title, "Expected");
  EXPECT_EQ(picture_label(state, 0).mark + picture_label(state, 1).mark, "") << "A accepts";
  state.review.pairs = nullptr;
  EXPECT_EQ(picture_label(state, 1).title, "a.png");
  EXPECT_EQ(picture_label(state, 0).mark + picture_label(state, 1).mark, "AB");
}

TEST_F(ReviewActionsTest, CenterACluster) {
  show_picture();
  shown_document(state)->fit();
  press("next_cluster");
  const PictureView shown = *picture_view(state);
  const PixelRectangle bounds = bounds_of(*state.review.pairs->cluster());
  EXPECT_NEAR(shown.view.center.x, bounds.x + bounds.width / 2.0, 1);
  EXPECT_NEAR(shown.view.center.y, bounds.y + bounds.height / 2.0, 1);
  EXPECT_TRUE(bounds.x <= 60 && bounds.x + bounds.width > 60 && bounds.y <= 40 && bounds.y + bounds.height > 40);
  EXPECT_DOUBLE_EQ(shown_document(state)->zoom_factor(), 12);
}

TEST_F(ReviewActionsTest, MaskAClusterInTheViewAndWriteItOnlyOnRequest) {
  show_picture();
  EXPECT_FALSE(is_enabled(*find_action(actions, "write_masks"), state));
  press("mask_cluster");
  EXPECT_EQ(state.pictures.list.masks, (std::vector<PixelRectangle>{bounds_of(*state.review.pairs->cluster())}));
  EXPECT_FALSE(fs::exists(folder_ / "e/compare.json"));
  press("write_masks");
  EXPECT_TRUE(fs::exists(folder_ / "e/compare.json"));
  EXPECT_EQ(state.review.pairs->count(ReviewState::masked), 1U);
  EXPECT_EQ(pair(), "b.png");
  EXPECT_TRUE(state.pictures.list.masks.empty()) << "a different image has different masks";
  press("previous_failure");
  EXPECT_EQ(state.pictures.list.masks.size(), 1U);
  press("undo_review");
  EXPECT_TRUE(state.pictures.list.masks.empty());
  EXPECT_FALSE(fs::exists(folder_ / "e/compare.json"));
}

}  // namespace
}  // namespace texelscope::app
