#include "app/gui/scene_recording.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <optional>

#include "app/images/image_file.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/scenes/registry.h"
#include "tests/app/scene_runner.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

/// Recordings are written to the current folder, which is temporary in these tests.
class SceneRecordingTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::current_path(folder.path());
    state.viewport.width = 40;
    state.viewport.height = 30;
    for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
      if (state.scenes.all[i].name == "plasma") {
        choose_scene(state, i);
      }
    }
    update();
  }
  void TearDown() override { std::filesystem::current_path(former); }

  void update() {
    state.now += 1.0 / 60;
    control.update();
    recording.update(state, control);
  }
  /// Draws the next frame as the window does while recording.
  void draw_next() {
    ++state.scenes.playback.number;
    update();
  }
  void request(RecordingKind kind) { state.requests.record = RecordRequest{kind}; }
  [[nodiscard]] std::string last_notice() const {
    return state.notices.entries().empty() ? "" : state.notices.entries().back().text;
  }
  [[nodiscard]] static long count_of_files(const std::filesystem::path& path) {
    return std::distance(std::filesystem::directory_iterator(path), std::filesystem::directory_iterator());
  }

  std::filesystem::path former = std::filesystem::current_path();
  tests::TemporaryFolder folder;
  DeviceOffscreenGL offscreen = open_offscreen_gl(gpu::DeviceId{}, {}, [](std::string_view) {});
  State state{scenes()};
  SceneControl control{share_gl_images(offscreen.gl), state};
  SceneRecording recording;
};

TEST_F(SceneRecordingTest, WritesEveryFrameFromTheShownOne) {
  state.scenes.playback.number = 7;
  request(RecordingKind::frames);
  update();
  EXPECT_TRUE(state.work.recording.is_running);
  draw_next();
  draw_next();
  // Drawing the same frame again adds nothing.
  update();
  EXPECT_EQ(state.work.recording.frames, 3U);
  request(RecordingKind::frames);
  update();
  EXPECT_FALSE(state.work.recording.is_running);
  EXPECT_NE(last_notice().find("Recorded 3 frames"), std::string::npos) << last_notice();
  for (const std::uint64_t number : {7U, 8U, 9U}) {
    const Image expected = tests::run_scene(offscreen.device, {"plasma", {}, number, 40, 30});
    const Image recorded = load_image(folder.path() / "plasma-7-frames" / ("00000" + std::to_string(number) + ".png"));
    EXPECT_EQ(recorded.pixels, expected.pixels) << number;
  }
  EXPECT_EQ(count_of_files(folder / "plasma-7-frames"), 3);
}

TEST_F(SceneRecordingTest, UsesTheRequestedName) {
  state.requests.record = RecordRequest{RecordingKind::video, folder / "mine.png"};
  update();
  EXPECT_FALSE(state.work.recording.is_running);
  EXPECT_NE(last_notice().find("mine.png"), std::string::npos)
      << "a picture file cannot contain a video: " << last_notice();
  const std::filesystem::path pattern = folder / "mine-%03d.png";
  state.requests.record = RecordRequest{RecordingKind::video, pattern};
  update();
  draw_next();
  request(RecordingKind::video);
  update();
  EXPECT_TRUE(std::filesystem::exists(folder / "mine-000.png"));
  EXPECT_TRUE(std::filesystem::exists(folder / "mine-001.png"));
}

TEST_F(SceneRecordingTest, EndsWithTheScene) {
  request(RecordingKind::frames);
  update();
  draw_next();
  choose_scene(state, state.scenes.current == 0 ? 1 : 0);
  draw_next();
  EXPECT_FALSE(state.work.recording.is_running);
  EXPECT_NE(last_notice().find("Recorded 2 frames"), std::string::npos) << last_notice();
}

TEST_F(SceneRecordingTest, ContinuesAfterAPause) {
  state.scenes.playback.is_paused = true;
  request(RecordingKind::frames);
  update();
  EXPECT_FALSE(state.scenes.playback.is_paused);
  draw_next();
  EXPECT_EQ(state.work.recording.frames, 2U);
}

TEST_F(SceneRecordingTest, ReportsWhatAVideoRequires) {
  ::setenv("TEXELSCOPE_FFMPEG", (folder / "none").c_str(), 1);
  request(RecordingKind::video);
  update();
  ::unsetenv("TEXELSCOPE_FFMPEG");
  EXPECT_FALSE(state.work.recording.is_running);
  EXPECT_EQ(state.notices.entries().back().kind, NoticeKind::error);
  EXPECT_NE(last_notice().find("cannot record a video"), std::string::npos) << last_notice();
  EXPECT_EQ(count_of_files(folder.path()), 0);
}

}  // namespace
}  // namespace texelscope::app
