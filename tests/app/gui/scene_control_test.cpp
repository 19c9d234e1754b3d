#include "app/gui/scene_control.h"

#include <gtest/gtest.h>

#include "tests/app/gui/scene_control_fixture.h"

namespace texelscope::app {
namespace {

TEST_F(SceneControlTest, StartsTheChosenSceneAtTheViewportsSize) {
  update();
  EXPECT_EQ(behavior.starts, 1);
  EXPECT_EQ(state->frame.width, 320);
  EXPECT_EQ(state->frame.height, 200);
  ASSERT_NE(control->image(), nullptr);
}

TEST_F(SceneControlTest, DrawsOnlyWhenSomethingChanged) {
  update();
  const int draws = behavior.draws;
  control->update();
  EXPECT_EQ(behavior.draws, draws);
  current_settings(*state).values.set("rotation", 12.0);
  control->update();
  EXPECT_EQ(behavior.draws, draws + 1);
  ++state->scenes.playback.number;
  control->update();
  EXPECT_EQ(behavior.draws, draws + 2);
}

TEST_F(SceneControlTest, RunsOneFrameIfAllAreEqual) {
  behavior.repeats = true;
  update();
  EXPECT_TRUE(control->is_still());
  const int draws = behavior.draws;
  update();
  EXPECT_EQ(behavior.draws, draws);
  EXPECT_EQ(control->drawn_frame(), state->scenes.playback.number);
  state->viewport.pointer.is_pressed = true;
  EXPECT_FALSE(control->is_still());
  update();
  EXPECT_EQ(behavior.draws, draws + 1);
  state->viewport.pointer.is_pressed = false;
  update();
  EXPECT_EQ(behavior.draws, draws + 2);
  current_settings(*state).values.set("rotation", 12.0);
  update();
  EXPECT_EQ(behavior.draws, draws + 3);
}

TEST_F(SceneControlTest, IsIdleWithALabThatObservesEqualFrames) {
  behavior.repeats = true;
  state->labs.states.push_back(std::make_unique<WatchingLab>());
  update();
  state->labs.current = 0;
  EXPECT_TRUE(control->is_still());
  const int draws = behavior.draws;
  update();
  EXPECT_EQ(behavior.draws, draws + 1) << "the window needs a frame of its own";
}

TEST_F(SceneControlTest, RunsEachFrameWithHistoryOrProfiling) {
  behavior.repeats = true;
  choose_scene(*state, 1);
  update();
  EXPECT_FALSE(control->is_still()) << "a scene with history";
  choose_scene(*state, 0);
  control.emplace(share_gl_images(offscreen->gl), *state, FramePace::each);
  update();
  const int draws = behavior.draws;
  update();
  EXPECT_EQ(behavior.draws, draws + 1);
}

TEST_F(SceneControlTest, ReportsThatItWaitsForAStableWindowSize) {
  update();
  EXPECT_FALSE(control->is_resizing());
  state->viewport.width = 400;
  update();
  EXPECT_TRUE(control->is_resizing());
  update(1);
  EXPECT_FALSE(control->is_resizing());
  EXPECT_EQ(state->frame.width, 400);
}

TEST_F(SceneControlTest, IsIdleWhileALabIsOpen) {
  state->labs.states.push_back(std::make_unique<FileLab>());
  state->labs.current = 0;
  update();
  EXPECT_EQ(behavior.starts, 0);
  state->labs.current.reset();
  update();
  EXPECT_EQ(behavior.starts, 1);
  const int draws = behavior.draws;
  state->labs.current = 0;
  update();
  EXPECT_EQ(behavior.draws, draws);
  state->labs.current.reset();
  update();
  EXPECT_EQ(behavior.draws, draws + 1);
}

TEST_F(SceneControlTest, ContinuesWhileALabObservesIt) {
  state->labs.states.push_back(std::make_unique<WatchingLab>());
  state->labs.current = 0;
  update();
  EXPECT_EQ(behavior.starts, 1);
}

TEST_F(SceneControlTest, ContinuesWithTheRunningSceneWhenAnotherCannotStart) {
  update();
  behavior.cannot_start = true;
  choose_scene(*state, 1);
  update();
  EXPECT_EQ(current_scene(*state).name, "picture");
  EXPECT_FALSE(state->scenes.has_failed);
  EXPECT_EQ(last_notice(), "the scene cannot start");
  const int draws = behavior.draws;
  update();
  EXPECT_EQ(behavior.draws, draws + 1);
  EXPECT_EQ(state->notices.entries().size(), 1U);
  EXPECT_EQ(state->notices.entries().back().count, 1U);
}

TEST_F(SceneControlTest, ReportsADeviceErrorOnceStopsAndRestarts) {
  update();
  behavior.cannot_draw = true;
  for (int i = 0; i < 100; ++i) {
    update();
  }
  EXPECT_TRUE(state->scenes.has_failed);
  ASSERT_EQ(state->notices.entries().size(), 1U);
  EXPECT_EQ(state->notices.entries().back().count, 1U);
  EXPECT_TRUE(last_notice().starts_with("the scene cannot draw"));
  behavior.cannot_draw = false;
  state->scenes.must_restart = true;
  update();
  EXPECT_FALSE(state->scenes.has_failed);
  EXPECT_EQ(behavior.starts, 2);
}

TEST_F(SceneControlTest, ReportsOnceThatTheFirstSceneCannotStart) {
  behavior.cannot_start = true;
  for (int i = 0; i < 20; ++i) {
    update();
  }
  EXPECT_EQ(control->image(), nullptr);
  ASSERT_EQ(state->notices.entries().size(), 1U);
  EXPECT_EQ(state->notices.entries().back().count, 1U);
  behavior.cannot_start = false;
  state->scenes.must_restart = true;
  update();
  EXPECT_NE(control->image(), nullptr);
}

TEST_F(SceneControlTest, RecreatesTheFrameOnceTheViewportIsStable) {
  update();
  const auto number = state->scenes.playback.number;
  for (int i = 0; i < 30; ++i) {
    state->viewport.width += 5;
    update();
  }
  EXPECT_EQ(behavior.starts, 1);
  for (int i = 0; i < 30; ++i) {
    update();
  }
  EXPECT_EQ(behavior.starts, 2);
  EXPECT_EQ(state->frame.width, 470);
  EXPECT_EQ(state->scenes.playback.number, number + 60);
}

TEST_F(SceneControlTest, NeverRestartsASceneWithHistoryBecauseOfTheViewport) {
  choose_scene(*state, 1);
  update();
  EXPECT_EQ(state->frame.width, 512);
  state->viewport.width = 900;
  for (int i = 0; i < 60; ++i) {
    update();
  }
  EXPECT_EQ(behavior.starts, 1);
}

TEST_F(SceneControlTest, ReadsTheTexelUnderTheMouse) {
  update();
  state->viewport.hovered = Point{5, 6};
  control->read_texels(42);
  EXPECT_TRUE(hovered_value(*state));
  state->viewport.hovered.reset();
  control->read_texels(42);
  EXPECT_EQ(state->frame.texels.width, 0);
}

}  // namespace
}  // namespace texelscope::app
