#include "app/documents/documents.h"

#include <gtest/gtest.h>

#include "tests/support/test_scenes.h"

namespace texelscope::app {
namespace {

TEST(Playback, FollowsAClockOf60FramesASecond) {
  Playback playback;
  for (int i = 0; i < 144; ++i) {
    advance(playback, 1.0 / 144, 600);
  }
  EXPECT_NEAR(static_cast<double>(playback.number), 60, 1);
}

TEST(Playback, SlowsDownInsteadOfFallingBehind) {
  Playback playback;
  advance(playback, 1.0, 2);
  EXPECT_EQ(playback.number, 2U);
  advance(playback, 1.0 / 60, 2);
  EXPECT_EQ(playback.number, 3U);
}

class StateTest : public testing::Test {
 protected:
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  Documents state{scenes};
};

TEST_F(StateTest, RemembersTheParametersOfEachScene) {
  current_settings(state).values.set("rotation", 30.0);
  choose_scene(state, 1);
  EXPECT_EQ(current_settings(state).values.real("feed"), 0.03);
  choose_scene(state, 0);
  EXPECT_EQ(current_settings(state).values.real("rotation"), 30);
}

TEST_F(StateTest, ScenesWithHistoryKeepTheirFrameSizeWhenTheWindowGrows) {
  state.viewport.width = 990;
  state.viewport.height = 640;
  EXPECT_EQ(wanted_frame_size(state).width, 990);
  choose_scene(state, 1);
  EXPECT_EQ(wanted_frame_size(state).width, 512);
  state.viewport.width = 1500;
  EXPECT_EQ(wanted_frame_size(state).width, 512);
}

TEST_F(StateTest, RequestsTheTexelUnderTheMouseOnlyWhileTexelsAreSmall) {
  state.viewport.width = state.viewport.height = 640;
  state.frame.width = state.frame.height = 64;
  settle(state.viewport.view, view_extent(state));
  EXPECT_EQ(wanted_texels(state, 42).width, 0);
  state.viewport.hovered = Point{10.2, 63.9};
  const TexelPatch one = wanted_texels(state, 42);
  EXPECT_EQ(one.x, 10);
  EXPECT_EQ(one.y, 63);
  EXPECT_EQ(one.width * one.height, 1);
}

TEST_F(StateTest, RequestsEveryVisibleTexelOnceTheyAreLarge) {
  state.viewport.width = state.viewport.height = 640;
  state.frame.width = state.frame.height = 64;
  settle(state.viewport.view, view_extent(state));
  zoom_to(state.viewport.view, view_extent(state), 64, {0, 0});
  const TexelPatch all = wanted_texels(state, 42);
  EXPECT_EQ(all.x, 0);
  EXPECT_EQ(all.width, 10);
  EXPECT_EQ(all.height, 10);
  pan(state.viewport.view, view_extent(state), -1e9, -1e9);
  const TexelPatch corner = wanted_texels(state, 42);
  EXPECT_EQ(corner.x + corner.width, 64);
  EXPECT_EQ(corner.width, 5);
  state.viewport.has_texel_values = false;
  EXPECT_EQ(wanted_texels(state, 42).width, 0);
}

}  // namespace
}  // namespace texelscope::app
