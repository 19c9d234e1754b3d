#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/gui/scene_control.h"
#include "app/interop/observation/observed_image.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/labs/lab_setting.h"
#include "app/workspace/open.h"
#include "tests/support/test_scenes.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/external_semaphore.h"

/// Scenes, labs and a renderer for testing SceneControl.
namespace texelscope::app {

/// Settings of this test's scenes, which have no other input.
struct Behavior {
  bool cannot_start = false;
  bool cannot_draw = false;
  bool repeats = false;
  int starts = 0;
  int draws = 0;
  /// Blocks frames on the CPU device. If null, frames run.
  StreamHold* hold = nullptr;
  /// Makes the frame fail on the device. If null, no frame fails.
  const gpu::ExternalSemaphore* lost = nullptr;
};
inline Behavior behavior;

class TestScene : public Scene {
 public:
  [[nodiscard]] bool repeats(const ParameterValues&) const override { return behavior.repeats; }
  void draw(const FrameInput&, const ParameterValues&, const gpu::SurfaceObject&, const gpu::Stream& stream) override {
    ++behavior.draws;
    if (behavior.hold != nullptr) {
      behavior.hold->hold(stream);
    }
    if (behavior.lost != nullptr) {
      behavior.lost->wait(stream, 1);
    }
    if (behavior.cannot_draw) {
      throw gpu::InvalidState("the scene cannot draw");
    }
  }
};

inline std::unique_ptr<Scene> make_scene(const SceneSetup&) {
  if (behavior.cannot_start) {
    throw gpu::InvalidArgument("the scene cannot start");
  }
  ++behavior.starts;
  return std::make_unique<TestScene>();
}

/// Observes the state while the scene runs.
class WatchingLab : public LabState, public WatchesScene {
 public:
  [[nodiscard]] bool watches_scene() const override { return true; }

 private:
  [[nodiscard]] LabSettings declare_settings() override { return {}; }
};

/// Accepts every file, and is opened by files with one extension.
class FileLab : public LabState, public TakesFiles {
 public:
  explicit FileLab(std::string ending = "none") : ending_{std::move(ending)} {}
  [[nodiscard]] bool is_opened_by(const std::filesystem::path& path) const override {
    return path.extension() == ending_;
  }
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override {
    file = path;
    ++files;
    return true;
  }

  [[nodiscard]] std::vector<std::filesystem::path> files_to_read() const override { return {}; }

  std::filesystem::path file;
  int files = 0;

 private:
  [[nodiscard]] LabSettings declare_settings() override { return {}; }

  std::string ending_;
};

class SceneControlTest : public testing::Test {
 protected:
  void SetUp() override {
    behavior = {};
    for (SceneDeclaration& scene : scenes) {
      scene.make = make_scene;
    }
    state.emplace(scenes);
    state->viewport.width = 320;
    state->viewport.height = 200;
    offscreen.emplace(open_offscreen_gl(gpu::DeviceId{}, {}, [](std::string_view) {}));
    control.emplace(share_gl_images(offscreen->gl), *state);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override {
    control.reset();
    offscreen.reset();
    std::filesystem::remove_all(folder);
  }

  void update(double seconds = 1.0 / 60) {
    state->now += seconds;
    ++state->scenes.playback.number;
    take_read_picture(*state);
    control->update();
  }
  void update_until_loaded() {
    for (int i = 0; i < 1000 && (state->pictures.reader.is_busy() || i == 0); ++i) {
      update();
      std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    update();
  }
  [[nodiscard]] std::string last_notice() const {
    return state->notices.entries().empty() ? "" : state->notices.entries().back().text;
  }

  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("texelscope-scene-control-" + std::to_string(::getpid()));
  std::vector<SceneDeclaration> scenes = tests::test_scenes();
  std::optional<State> state;
  std::optional<DeviceOffscreenGL> offscreen;
  std::optional<SceneControl> control;
};

}  // namespace texelscope::app
