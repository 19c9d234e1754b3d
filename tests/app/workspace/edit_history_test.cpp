#include "app/workspace/edit.h"
#include "app/workspace/undo.h"

#include <gtest/gtest.h>

#include "app/gui/lab_registry.h"
#include "app/workspace/state.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class EditHistoryTest : public testing::Test {
 protected:
  void SetUp() override { record_edit(state, false); }
  void change_by_user() { record_edit(state, true); }
  [[nodiscard]] std::string said() const { return state.notices.entries().back().text; }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
};

TEST_F(EditHistoryTest, UndoesAndRedoesStepByStep) {
  ParameterValues& values = state.scenes.settings[0].values;
  values.set("rotation", 30.0);
  change_by_user();
  values.set("levels", std::int64_t{7});
  change_by_user();

  undo(state);
  EXPECT_EQ(values.integer("levels"), 4);
  EXPECT_EQ(values.real("rotation"), 30);
  EXPECT_EQ(said(), "Undo: A picture: levels");
  undo(state);
  EXPECT_EQ(values.real("rotation"), 0);
  EXPECT_FALSE(state.history.can_undo());

  redo(state);
  EXPECT_EQ(values.real("rotation"), 30);
  EXPECT_EQ(said(), "Redo: A picture: rotation");
  redo(state);
  EXPECT_EQ(values.integer("levels"), 7);
  EXPECT_FALSE(state.history.can_redo());
}

TEST_F(EditHistoryTest, ForgetsUndoneStepsAfterAnotherChange) {
  state.viewport.exposure = 1;
  change_by_user();
  undo(state);
  state.viewport.exposure = -2;
  change_by_user();
  EXPECT_FALSE(state.history.can_redo());
  undo(state);
  EXPECT_EQ(state.viewport.exposure, 0);
}

TEST_F(EditHistoryTest, RecordsNoStepWithoutAChangeByTheUser) {
  change_by_user();
  EXPECT_FALSE(state.history.can_undo());
  state.viewport.exposure = 1;
  record_edit(state, false);
  EXPECT_FALSE(state.history.can_undo());
  state.viewport.exposure = 2;
  change_by_user();
  undo(state);
  EXPECT_EQ(state.viewport.exposure, 1);
}

TEST_F(EditHistoryTest, RestoresMasks) {
  state.pictures.list.masks.push_back({1, 2, 30, 40});
  change_by_user();
  state.pictures.list.masks.clear();
  change_by_user();
  undo(state);
  EXPECT_EQ(state.pictures.list.masks, (std::vector<PixelRectangle>{{1, 2, 30, 40}}));
  EXPECT_EQ(said(), "Undo: masks");
  undo(state);
  EXPECT_TRUE(state.pictures.list.masks.empty());
}

TEST_F(EditHistoryTest, RestoresThePictureAndTheSize) {
  state.pictures.current = LoadedImage{"/pictures/a.png", std::make_shared<const Image>()};
  change_by_user();
  state.scenes.settings[1].size = {.follows_viewport = false, .width = 17, .height = 5};
  change_by_user();
  undo(state);
  EXPECT_EQ(state.scenes.settings[1].size, FrameSize{.follows_viewport = false});
  EXPECT_EQ(said(), "Undo: A drawing: frame size");
  undo(state);
  EXPECT_FALSE(state.pictures.current);
  EXPECT_EQ(said(), "Undo: picture");
}

TEST_F(EditHistoryTest, RecordsNoStepForTheShownSceneOrLab) {
  state.viewport.exposure = 1;
  change_by_user();
  choose_scene(state, 2);
  change_by_user();
  choose_lab(state, 3);
  change_by_user();

  undo(state);
  EXPECT_EQ(said(), "Undo: exposure");
  EXPECT_EQ(state.scenes.current, 2U);
  EXPECT_EQ(state.labs.current, 3U);
  EXPECT_FALSE(state.history.can_undo());
  choose_scene(state, 1);
  change_by_user();
  ASSERT_TRUE(state.history.can_redo()) << "choosing another scene discarded undone steps";
  redo(state);
  EXPECT_EQ(state.viewport.exposure, 1);
  EXPECT_EQ(state.scenes.current, 1U);
}

TEST_F(EditHistoryTest, ShowsTheSceneOrLabOfTheUndoneChange) {
  state.scenes.settings[1].values.set("feed", 0.05);
  change_by_user();
  const std::string setting = state.labs.states[0]->settings().front().first;
  const std::string initial = state.labs.states[0]->settings().front().second;
  for (const char* text : {"yes", "no", "1", "2", "linear", "uint8"}) {
    try {
      state.labs.states[0]->set(setting, text);
    } catch (const ParameterError&) {
    }
  }
  ASSERT_NE(state.labs.states[0]->settings().front().second, initial) << setting;
  change_by_user();
  choose_scene(state, 2);
  change_by_user();

  undo(state);
  EXPECT_EQ(state.labs.current, 0U) << said();
  undo(state);
  EXPECT_FALSE(state.labs.current);
  EXPECT_EQ(state.scenes.current, 1U) << said();
}

TEST_F(EditHistoryTest, RestoresEverySettingOfEveryLabSeparately) {
  for (std::size_t lab = 0; lab < state.labs.all.size(); ++lab) {
    const auto before = state.labs.states[lab]->settings();
    choose_lab(state, lab);
    const auto others = edit_of(state);
    for (const auto& [name, text] : before) {
      for (const char* other : {"yes", "no", "1", "2", "3, 4", "linear", "wrap", "float32", "2, 3, 4"}) {
        try {
          state.labs.states[lab]->set(name, other);
        } catch (const ParameterError&) {
          continue;
        }
        if (state.labs.states[lab]->settings() == before) {
          continue;
        }
        change_by_user();
        ASSERT_TRUE(state.history.can_undo());
        undo(state);
        EXPECT_EQ(edit_of(state), others) << state.labs.all[lab].name << ": " << name << " = " << other;
      }
    }
  }
}

TEST_F(EditHistoryTest, KeepsALimitedNumberOfSteps) {
  for (std::size_t i = 1; i <= 2 * EditHistory::capacity; ++i) {
    state.viewport.exposure = static_cast<float>(i);
    change_by_user();
  }
  std::size_t steps = 0;
  for (; state.history.can_undo(); ++steps) {
    undo(state);
  }
  EXPECT_EQ(steps, EditHistory::capacity - 1);
  EXPECT_EQ(state.viewport.exposure, static_cast<float>(EditHistory::capacity + 1));
}

}  // namespace
}  // namespace texelscope::app
