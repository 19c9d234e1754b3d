#include "app/gui/picture_control.h"
#include "app/documents/listed_folders.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/images/image_file.h"
#include "app/window/action.h"
#include "app/workspace/open.h"
#include "app/workspace/undo.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/wanted_picture.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

class PictureControlTest : public testing::Test {
 protected:
  /// Saves a picture with a single gray level, and opens it as scenes would.
  void open(const std::string& name, int level, int width = 2) {
    const Image image{width, 1, 1, gpu::DataType::uint8,
                      std::vector<std::byte>(static_cast<std::size_t>(width), static_cast<std::byte>(level))};
    save_png(folder.path() / name, image);
    load(folder.path() / name);
  }
  /// Simulates the thread that reads pictures, for a request or a file.
  void load(const fs::path& file) {
    state.pictures.current = LoadedImage{file, std::make_shared<const Image>(load_image(file))};
    control.update();
  }
  void update_until_compared() {
    for (int i = 0; i < 1000 && (i == 0 || control.is_busy()); ++i) {
      control.update();
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    control.update();
  }
  void press(const std::string& action) {
    perform(*find_action(actions, action), state);
    control.update();
  }
  [[nodiscard]] int shown_level() const { return std::to_integer<int>(shown_image(state)->pixels[0]); }

  tests::TemporaryFolder folder;
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
  std::vector<Action> actions = make_actions(scenes);
  PictureControl control{state};
};

TEST_F(PictureControlTest, FlipsBetweenTwoPicturesWithoutReadingThemAgain) {
  open("a.png", 10);
  open("b.png", 20);
  EXPECT_EQ(state.pictures.list.pictures.size(), 2U);
  press("flip_pictures");
  EXPECT_EQ(shown_level(), 10);
  EXPECT_FALSE(state.pictures.reader.is_busy());
  press("flip_pictures");
  EXPECT_EQ(shown_level(), 20);
  EXPECT_FALSE(state.history.can_undo()) << "a flip is not an undo step";
}

TEST_F(PictureControlTest, StepsThroughTheList) {
  open("a.png", 10);
  open("b.png", 20);
  open("c.png", 30);
  press("next_picture");
  EXPECT_EQ(tests::wanted_picture(state).path, folder.path() / "a.png")
      << "the picture's pixels are no longer in memory";
  load(tests::wanted_picture(state).path);
  state.pictures.reader.forget();
  press("previous_picture");
  EXPECT_EQ(shown_level(), 30);
}

TEST_F(PictureControlTest, SkipsAnUnreadablePicture) {
  open("a.png", 10);
  const std::vector<fs::path> others = {folder.path() / "broken.png", folder.path() / "c.png"};
  save_png(others[1], {1, 1, 1, gpu::DataType::uint8, {std::byte{30}}});
  add_files(state.pictures.list, others);
  press("next_picture");
  EXPECT_EQ(tests::wanted_picture(state).path, others[0]);
  EXPECT_EQ(tests::wanted_picture(state).origin, PictureOrigin::list) << "labs do not receive the file";
  // Simulates the thread that reads pictures.
  state.pictures.reader.forget();
  set_error(state.pictures.list, others[0], {}, "there is no such file");
  press("next_picture");
  EXPECT_EQ(tests::wanted_picture(state).path, others[1]);
}

TEST_F(PictureControlTest, ComparesWithTheNextPictureIfNoOtherWasShown) {
  open("b.png", 61);
  open("a.png", 10);
  state.pictures.list = {};
  add_files(state.pictures.list, std::vector<fs::path>{folder.path() / "a.png", folder.path() / "b.png"});
  load(folder.path() / "a.png");
  press("next_comparison");
  press("next_comparison");
  ASSERT_EQ(state.pictures.list.comparison, PictureComparison::absolute);
  update_until_compared();
  ASSERT_TRUE(state.pictures.compared.picture) << state.pictures.compared.error;
  EXPECT_EQ(state.pictures.compared.figures[1].text, "maximum 51 at (0, 0)");
  EXPECT_EQ(state.pictures.list.shown, 0U) << "the other picture does not replace the shown one";
}

TEST_F(PictureControlTest, ListsFoldersAndReportsOnesWithoutPictures) {
  open("b.png", 20);
  save_png(folder.path() / "a.png", *state.pictures.current->image);
  list_files(state, std::vector{folder.path()});
  control.update();
  EXPECT_EQ(state.pictures.list.pictures.size(), 2U);
  const tests::TemporaryFolder empty;
  list_files(state, std::vector{empty.path()});
  control.update();
  EXPECT_NE(state.notices.entries().back().text.find("There is no picture in " + empty.path().string()),
            std::string::npos);
}

TEST_F(PictureControlTest, CreatesThumbnailsOfVisiblePicturesOnce) {
  open("a.png", 10);
  save_png(folder.path() / "b.png", *state.pictures.current->image);
  folder.write("broken.png", "no picture");
  save_png(folder.path() / "far.png", *state.pictures.current->image);
  list_files(state, std::vector{folder.path()});
  control.update();
  std::vector<ListedPicture>& pictures = state.pictures.list.pictures;
  ASSERT_EQ(pictures.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) {
    pictures[i].is_in_sight = true;
  }
  update_until_compared();
  ASSERT_TRUE(pictures[0].thumbnail);
  EXPECT_EQ(std::to_integer<int>(pictures[0].thumbnail->pixels[0]), 10);
  ASSERT_TRUE(pictures[1].thumbnail) << "the picture is read for its thumbnail, and freed again";
  EXPECT_FALSE(pictures[1].image);
  EXPECT_FALSE(pictures[2].thumbnail);
  EXPECT_TRUE(pictures[2].has_asked_thumbnail) << "an unreadable picture is not read repeatedly";
  EXPECT_FALSE(pictures[3].has_asked_thumbnail);
  open("a.png", 99);
  update_until_compared();
  EXPECT_EQ(std::to_integer<int>(pictures[0].thumbnail->pixels[0]), 99);
  load(folder.path() / "b.png");
  EXPECT_FALSE(control.has_thumbnail_to_show()) << "the picture's thumbnail already exists";
}

TEST_F(PictureControlTest, ComparesTheShownPictureWithThePreviousOne) {
  open("a.png", 10);
  open("b.png", 61);
  state.pictures.list.comparison = PictureComparison::absolute;
  update_until_compared();
  ASSERT_TRUE(state.pictures.compared.picture) << state.pictures.compared.error;
  EXPECT_EQ(shown_image(state), state.pictures.compared.picture);
  EXPECT_NEAR(sample_of<float>(*state.pictures.compared.picture, 0), 51 / 255.0, 1e-6);
  ASSERT_EQ(state.pictures.compared.figures.size(), 4U);
  EXPECT_EQ(state.pictures.compared.figures[0].text, "2 of 2 pixels differ");
  EXPECT_EQ(state.pictures.compared.figures[1].text, "maximum 51 at (0, 0)");
  state.pictures.list.comparison = PictureComparison::flip;
  update_until_compared();
  EXPECT_EQ(state.pictures.compared.picture->channels, 3) << "the colors of its authors";
  ASSERT_TRUE(state.pictures.compared.flip);
  EXPECT_EQ(state.pictures.compared.flip->channels, 1);
  state.pictures.list.comparison = PictureComparison::split;
  control.update();
  EXPECT_EQ(state.pictures.compared.picture->channels, 1) << "the same as in both pictures";
  EXPECT_EQ(sample_of<std::uint8_t>(*state.pictures.compared.picture, 0), 10) << "A, the first in the list";
  EXPECT_EQ(sample_of<std::uint8_t>(*state.pictures.compared.picture, 1), 61);
  state.pictures.list.comparison = PictureComparison::off;
  control.update();
  EXPECT_EQ(shown_level(), 61);
  EXPECT_TRUE(state.pictures.compared.figures.empty());
}

TEST_F(PictureControlTest, NamesThePixelsByTheNumbersOfTheFiles) {
  open("a.png", 10);
  open("b.png", 61);
  for (ListedPicture& picture : state.pictures.list.pictures) {
    Image placed = *picture.image;
    placed.x = -16;
    placed.y = -12;
    picture.image = std::make_shared<const Image>(std::move(placed));
  }
  state.pictures.current->image = state.pictures.list.pictures[*state.pictures.list.shown].image;
  state.pictures.list.comparison = PictureComparison::absolute;
  update_until_compared();
  ASSERT_EQ(state.pictures.compared.figures.size(), 4U) << state.pictures.compared.error;
  EXPECT_EQ(state.pictures.compared.figures[1].text, "maximum 51 at (-16, -12)");
  EXPECT_EQ(state.pictures.compared.figures[1].at, (Point{-16, -12}));
}

TEST_F(PictureControlTest, ComparesPicturesOfDifferentSizesOverTheirCommonPart) {
  open("a.png", 10, 3);
  open("b.png", 61);
  state.pictures.list.comparison = PictureComparison::absolute;
  update_until_compared();
  EXPECT_EQ(state.pictures.compared.common, (PixelRectangle{0, 0, 2, 1})) << state.pictures.compared.error;
  EXPECT_EQ(state.pictures.compared.picture->width, 3);
  EXPECT_EQ(state.pictures.compared.figures[0].text, "over the common 2 × 1 pixels");
  EXPECT_EQ(state.pictures.compared.figures[1].text, "2 of 2 pixels differ");
}

TEST_F(PictureControlTest, ReloadsAChangedFileOnceItIsStable) {
  open("a.png", 10);
  const auto look = [&] {
    state.now += 1.5;
    control.update();
    return state.pictures.reader.is_busy();
  };
  EXPECT_FALSE(look());
  fs::last_write_time(folder.path() / "a.png", fs::last_write_time(folder.path() / "a.png") + std::chrono::seconds{9});
  EXPECT_FALSE(look()) << "the file may not be complete yet";
  EXPECT_TRUE(look());
  EXPECT_EQ(tests::wanted_picture(state).origin, PictureOrigin::session) << "scene, lab and view are unchanged";
  state.pictures.reader.forget();
  EXPECT_FALSE(look()) << "a change causes one attempt, whatever its result";
}

TEST_F(PictureControlTest, ReloadsAFileThatChangedWhileBeingRead) {
  open("a.png", 10);
  const fs::file_time_type before = fs::last_write_time(folder.path() / "a.png");
  fs::last_write_time(folder.path() / "a.png", before + std::chrono::seconds{9});
  state.pictures.current =
      LoadedImage{folder.path() / "a.png", std::make_shared<const Image>(*state.pictures.current->image), {}, before};
  control.update();
  for (int second = 0; second < 3; ++second) {
    state.now += 1.5;
    control.update();
  }
  EXPECT_TRUE(state.pictures.reader.is_busy());
}

TEST_F(PictureControlTest, FollowsAFolderThatIsOpen) {
  open("a.png", 10);
  save_png(folder.path() / "b.png", *state.pictures.current->image);
  list_files(state, std::vector{folder.path()});
  state.pictures.reader.forget();
  save_png(folder.path() / "c.png", *state.pictures.current->image);
  fs::last_write_time(folder.path() / "c.png", fs::last_write_time(folder.path() / "c.png") - std::chrono::minutes{1});
  fs::remove(folder.path() / "a.png");
  control.update();
  EXPECT_EQ(state.pictures.list.pictures.size(), 2U) << "the system is queried once per second";
  state.now += 1.5;
  EXPECT_TRUE(control.has_changed_files());
  control.update();
  ASSERT_EQ(state.pictures.list.pictures.size(), 3U);
  EXPECT_TRUE(state.pictures.list.pictures[0].is_missing);
  EXPECT_EQ(state.pictures.list.pictures[2].path.filename(), "c.png");
  EXPECT_EQ(shown_level(), 10) << "the shown picture stays";
}

TEST_F(PictureControlTest, RemovesNothingOnceTheSceneUsesItsOwnPicture) {
  open("a.png", 10);
  // A key may be pressed between the frame that closed the picture and the next one.
  state.pictures.current.reset();
  press("remove_picture");
  EXPECT_EQ(state.pictures.list.pictures.size(), 1U);
}

TEST_F(PictureControlTest, ReinsertsAPictureAtItsPosition) {
  open("a.png", 10);
  open("b.png", 20);
  open("c.png", 30);
  press("flip_pictures");
  ASSERT_EQ(state.pictures.list.shown, 1U);
  record_edit(state, false);
  press("remove_picture");
  EXPECT_EQ(shown_level(), 30);
  EXPECT_EQ(state.pictures.list.pictures.size(), 2U);
  undo(state);
  control.update();
  EXPECT_EQ(shown_level(), 20);
  ASSERT_EQ(state.pictures.list.pictures.size(), 3U);
  EXPECT_EQ(state.pictures.list.pictures[1].path.filename(), "b.png");
  EXPECT_EQ(state.pictures.list.shown, 1U);
}

TEST_F(PictureControlTest, RemovesAPictureFromTheList) {
  open("a.png", 10);
  open("b.png", 20);
  press("remove_picture");
  EXPECT_EQ(state.pictures.list.pictures.size(), 1U);
  EXPECT_EQ(shown_level(), 10);
  control.update();
  EXPECT_EQ(state.pictures.list.pictures.size(), 1U) << "the removed picture was inserted again";
  press("remove_picture");
  EXPECT_TRUE(state.pictures.list.pictures.empty());
  EXPECT_FALSE(state.pictures.current);
}

}  // namespace
}  // namespace texelscope::app
