#include "app/workspace/navigation.h"

#include <gtest/gtest.h>

#include "app/gui/lab_registry.h"
#include "app/window/action.h"
#include "app/workspace/state.h"
#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

class NavigationTest : public testing::Test {
 protected:
  void SetUp() override { state.navigation.record(shown_place(state)); }
  void show_scene(std::size_t scene) {
    choose_scene(state, scene);
    state.navigation.record(shown_place(state));
  }
  void press(int key) {
    const Action* const action = find_action(actions, KeyChord{.key = key, .has_alt = true});
    ASSERT_NE(action, nullptr);
    perform(*action, state);
    state.navigation.record(shown_place(state));
  }

  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  State state{scenes, labs()};
  std::vector<Action> actions = make_actions(state.scenes.all, state.labs.all);
};

TEST_F(NavigationTest, GoesBackAndForwardByAltAndArrows) {
  show_scene(2);
  choose_lab(state, 3);
  state.navigation.record(shown_place(state));
  show_scene(1);

  press(key::left);
  EXPECT_EQ(state.labs.current, 3U);
  EXPECT_EQ(state.scenes.current, 2U);
  press(key::left);
  EXPECT_FALSE(state.labs.current);
  EXPECT_EQ(state.scenes.current, 2U);
  press(key::left);
  EXPECT_EQ(state.scenes.current, 0U);
  EXPECT_FALSE(state.navigation.can_go_back());
  press(key::left);
  EXPECT_EQ(state.scenes.current, 0U);
  press(key::right);
  EXPECT_EQ(state.scenes.current, 2U);
  EXPECT_TRUE(state.navigation.can_go_forward());
}

TEST_F(NavigationTest, ForgetsForwardEntriesOnceSomethingElseIsShown) {
  show_scene(1);
  show_scene(2);
  press(key::left);
  press(key::left);
  show_scene(2);
  EXPECT_FALSE(state.navigation.can_go_forward());
  press(key::left);
  EXPECT_EQ(state.scenes.current, 0U);
}

TEST_F(NavigationTest, KeepsALimitedNumber) {
  for (std::size_t i = 1; i <= 2 * Navigation::capacity; ++i) {
    show_scene(i % 2);
  }
  std::size_t steps = 0;
  for (; state.navigation.can_go_back(); ++steps) {
    static_cast<void>(state.navigation.go_back());
  }
  EXPECT_EQ(steps, Navigation::capacity - 1);
}

}  // namespace
}  // namespace texelscope::app
