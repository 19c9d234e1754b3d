#include "app/window/open_dialog.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "app/window/action.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class OpenDialogTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder / "photos");
    std::ofstream{folder / "photos" / "a.png"} << "x";
    std::ofstream{folder / "b.png"} << "x";
    show_open_dialog(state);
    type_path(state.open_dialog, folder.string() + "/");
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  /// Enter, and frames in which nothing more is typed.
  void press_enter(int key = key::enter) {
    EXPECT_TRUE(press_in_dialog(state, key));
    for (int frame = 0; is_enter_waiting(state.open_dialog); ++frame) {
      ASSERT_LT(frame, 10) << "Enter is never taken";
      take_enter(state);
    }
  }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("texelscope-open-dialog-" + std::to_string(::getpid()));
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes};
};

TEST_F(OpenDialogTest, EntersTheChosenFolderAndAsksForTheFile) {
  EXPECT_TRUE(press_in_dialog(state, key::down));
  press_enter();
  EXPECT_TRUE(state.open_dialog.is_shown);
  EXPECT_EQ(state.open_dialog.text, folder.string() + "/photos/");
  ASSERT_EQ(state.open_dialog.list.entries.size(), 1U);
  press_in_dialog(state, key::down);
  press_in_dialog(state, key::down);
  press_enter();
  EXPECT_FALSE(state.open_dialog.is_shown);
  EXPECT_EQ(state.requests.image, folder / "photos" / "a.png");
}

TEST_F(OpenDialogTest, AsksForWhatIsTypedWhereNothingIsChosen) {
  type_path(state.open_dialog, folder.string() + "/b.png");
  press_enter(key::keypad_enter);
  EXPECT_EQ(state.requests.image, folder / "b.png");
}

TEST_F(OpenDialogTest, TakesLettersThatReachTheTextAfterEnter) {
  type_path(state.open_dialog, folder.string() + "/b.p");
  press_in_dialog(state, key::enter);
  take_enter(state);
  type_path(state.open_dialog, folder.string() + "/b.pn");
  take_enter(state);
  type_path(state.open_dialog, folder.string() + "/b.png");
  while (is_enter_waiting(state.open_dialog)) {
    take_enter(state);
  }
  EXPECT_EQ(state.requests.image, folder / "b.png");
}

TEST_F(OpenDialogTest, LeavesOtherKeysToOthers) { EXPECT_FALSE(press_in_dialog(state, 'A')); }

}  // namespace
}  // namespace texelscope::app
