#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>

#include "app/device/host_timeline_semaphore.h"
#include "app/gui/scene_control.h"
#include "tests/app/gui/scene_control_fixture.h"
#include "texelscope/gpu/external_semaphore.h"

namespace texelscope::app {
namespace {

/// Tests that the window keeps running while frames are in flight.
class FramesInFlightTest : public SceneControlTest {
 protected:
  void SetUp() override {
    SceneControlTest::SetUp();
    hold.emplace(offscreen->device);
    control.emplace(share_gl_images(offscreen->gl), *state, FramePace::display);
    update();
    ASSERT_TRUE(update_until_shown());
  }
  void TearDown() override {
    hold->let_go();
    control.reset();
    hold.reset();
    SceneControlTest::TearDown();
  }

  /// Updates until the frame in flight is shown. Returns whether this took less than a minute.
  bool update_until_shown() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (control->is_in_flight() && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
      control->update();
    }
    return !control->is_in_flight();
  }

  std::optional<StreamHold> hold;
};

TEST_F(FramesInFlightTest, ShowThePreviousFrameUntilTheyAreComplete) {
  const std::optional<std::uint64_t> before = control->drawn_frame();
  const int draws = behavior.draws;
  behavior.hold = &*hold;
  update();
  const std::uint64_t begun = state->scenes.playback.number;
  update();
  update();
  EXPECT_TRUE(control->is_in_flight());
  EXPECT_FALSE(control->has_frame_to_show());
  EXPECT_FALSE(control->is_still());
  EXPECT_EQ(control->drawn_frame(), before);
  EXPECT_EQ(behavior.draws, draws + 1) << "only one frame is in flight";
  behavior.hold = nullptr;
  hold->let_go();
  ASSERT_TRUE(update_until_shown());
  EXPECT_EQ(control->drawn_frame(), begun + 2) << "first the frame in flight, then the frame that is due";
  EXPECT_EQ(behavior.draws, draws + 2);
  EXPECT_GT(control->times().kernel_ms, 0);
}

TEST_F(FramesInFlightTest, AreShownBeforeAnotherSceneStarts) {
  behavior.hold = &*hold;
  update();
  const int starts = behavior.starts;
  choose_scene(*state, 2);
  update();
  EXPECT_EQ(behavior.starts, starts);
  behavior.hold = nullptr;
  hold->let_go();
  ASSERT_TRUE(update_until_shown());
  update();
  EXPECT_EQ(behavior.starts, starts + 1);
  EXPECT_EQ(state->scenes.current, 2U);
}

TEST_F(FramesInFlightTest, ShowThePreviousSceneUntilTheFirstFrame) {
  const int width = control->image()->width();
  behavior.hold = &*hold;
  choose_scene(*state, 1);
  update();
  ASSERT_TRUE(control->is_in_flight());
  EXPECT_EQ(control->image()->width(), width);
  EXPECT_EQ(state->frame.width, width);
  behavior.hold = nullptr;
  hold->let_go();
  ASSERT_TRUE(update_until_shown());
  EXPECT_EQ(control->image()->width(), 512);
  EXPECT_EQ(state->frame.width, 512);
}

TEST_F(FramesInFlightTest, RunInOrderWhereEachDependsOnThePreviousOne) {
  choose_scene(*state, 1);
  behavior.draws = 0;
  state->scenes.playback.number = 40;
  control->update();
  for (int i = 0; i < 1000 && control->drawn_frame() != 40U; ++i) {
    ASSERT_TRUE(update_until_shown());
    control->update();
  }
  EXPECT_EQ(control->drawn_frame(), 40U);
  EXPECT_EQ(behavior.draws, 41);
}

TEST_F(FramesInFlightTest, AreWaitedForWhenRequestedOrRecorded) {
  const auto let_go_soon = [this] {
    std::this_thread::sleep_for(std::chrono::milliseconds{30});
    hold->let_go();
  };
  behavior.hold = &*hold;
  update();
  ASSERT_TRUE(control->is_in_flight());
  {
    const std::jthread other(let_go_soon);
    control->finish_frame();
  }
  EXPECT_EQ(control->drawn_frame(), state->scenes.playback.number);
  state->work.recording.is_running = true;
  const std::jthread other(let_go_soon);
  update();
  EXPECT_EQ(control->drawn_frame(), state->scenes.playback.number);
}

TEST_F(FramesInFlightTest, StopTheSceneWhenTheDeviceFails) {
  const auto gate = std::make_shared<HostTimelineSemaphore>(std::chrono::milliseconds{20});
  const auto lost = gpu::ExternalSemaphore::from_host_timeline(offscreen->device, gate);
  const std::optional<std::uint64_t> before = control->drawn_frame();
  behavior.lost = &lost;
  update();
  ASSERT_TRUE(update_until_shown());
  EXPECT_TRUE(state->scenes.has_failed);
  EXPECT_EQ(control->drawn_frame(), before);
  ASSERT_EQ(state->notices.entries().size(), 1U);
  EXPECT_TRUE(last_notice().ends_with(". The scene stopped; R restarts it.")) << last_notice();
  update();
  EXPECT_FALSE(control->is_in_flight()) << "the scene has stopped";
}

TEST_F(FramesInFlightTest, AreCoarserWhileAControlOfASlowSceneIsDragged) {
  const auto frame_of = [this](std::chrono::milliseconds duration) {
    behavior.hold = &*hold;
    update();
    std::this_thread::sleep_for(duration);
    behavior.hold = nullptr;
    hold->let_go();
    return update_until_shown();
  };
  state->viewport.is_dragging = true;
  update();
  ASSERT_TRUE(update_until_shown());
  EXPECT_EQ(state->frame.width, 320) << "a fast scene";
  state->viewport.is_dragging = false;
  ASSERT_TRUE(frame_of(std::chrono::milliseconds{70}));
  EXPECT_EQ(state->frame.width, 320);
  state->viewport.is_dragging = true;
  update();
  ASSERT_TRUE(update_until_shown());
  // The machine may be slower than the simulated delay, but texels are a whole number of pixels wide, and at most
  // eight.
  const int texel_size = state->frame.width > 0 ? 320 / state->frame.width : 0;
  EXPECT_GE(texel_size, 2);
  EXPECT_LE(texel_size, 8);
  EXPECT_EQ(state->frame.width, 320 / texel_size);
  EXPECT_EQ(state->frame.height, 200 / texel_size);
  EXPECT_FALSE(control->is_resizing());
  state->viewport.is_dragging = false;
  update();
  ASSERT_TRUE(update_until_shown());
  EXPECT_EQ(state->frame.width, 320) << "at once";
}

TEST_F(FramesInFlightTest, EndWithTheWindow) {
  behavior.hold = &*hold;
  update();
  ASSERT_TRUE(control->is_in_flight());
  const std::jthread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds{30});
    hold->let_go();
  });
  control.reset();
}

}  // namespace
}  // namespace texelscope::app
