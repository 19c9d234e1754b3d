#include "app/gui/scene_control.h"
#include "app/labs/lab_setting.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "app/images/image_file.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/window/action.h"
#include "tests/app/npy_file.h"
#include "tests/support/test_scenes.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// What the scenes of this test do; they have no other way to hear of it.
struct Behaviour {
  bool cannot_start = false;
  bool cannot_draw = false;
  bool repeats = false;
  int starts = 0;
  int draws = 0;
};
Behaviour behaviour;

class TestScene : public Scene {
 public:
  [[nodiscard]] bool repeats(const ParameterValues&) const override { return behaviour.repeats; }
  void draw(const FrameInput&, const ParameterValues&, const gpu::SurfaceObject&, const gpu::Stream&) override {
    ++behaviour.draws;
    if (behaviour.cannot_draw) {
      throw gpu::InvalidState("the scene cannot draw");
    }
  }
};

std::unique_ptr<Scene> make_scene(const SceneSetup&) {
  if (behaviour.cannot_start) {
    throw gpu::InvalidArgument("the scene cannot start");
  }
  ++behaviour.starts;
  return std::make_unique<TestScene>();
}

/// Looks on while the scene runs.
class WatchingLab : public LabState {
 public:
  [[nodiscard]] bool watches_scene() const override { return true; }

 private:
  [[nodiscard]] LabSettings declare_settings() override { return {}; }
};

/// Takes every file.
class FileLab : public LabState {
 public:
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override {
    file = path;
    ++files;
    return true;
  }

  std::filesystem::path file;
  int files = 0;

 private:
  [[nodiscard]] LabSettings declare_settings() override { return {}; }
};

class SceneControlTest : public testing::Test {
 protected:
  void SetUp() override {
    behaviour = {};
    for (SceneDeclaration& scene : scenes) {
      scene.make = make_scene;
    }
    state.emplace(scenes);
    state->viewport_width = 320;
    state->viewport_height = 200;
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
    ++state->playback.number;
    control->update();
  }
  void update_until_loaded() {
    for (int i = 0; i < 1000 && (state->requests.image || state->is_loading || i == 0); ++i) {
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

TEST_F(SceneControlTest, StartsTheChosenSceneAtTheViewportsSize) {
  update();
  EXPECT_EQ(behaviour.starts, 1);
  EXPECT_EQ(state->frame_width, 320);
  EXPECT_EQ(state->frame_height, 200);
  ASSERT_NE(control->image(), nullptr);
}

TEST_F(SceneControlTest, DrawsOnlyWhenSomethingChanged) {
  update();
  const int draws = behaviour.draws;
  control->update();
  EXPECT_EQ(behaviour.draws, draws);
  current_settings(*state).values.set("rotation", 12.0);
  control->update();
  EXPECT_EQ(behaviour.draws, draws + 1);
  ++state->playback.number;
  control->update();
  EXPECT_EQ(behaviour.draws, draws + 2);
}

TEST_F(SceneControlTest, MakesAFrameOnceWhereAllAreAlike) {
  behaviour.repeats = true;
  update();
  EXPECT_TRUE(control->is_still());
  const int draws = behaviour.draws;
  update();
  EXPECT_EQ(behaviour.draws, draws);
  EXPECT_EQ(control->drawn_frame(), state->playback.number);
  state->pointer.is_pressed = true;
  EXPECT_FALSE(control->is_still());
  update();
  EXPECT_EQ(behaviour.draws, draws + 1);
  state->pointer.is_pressed = false;
  update();
  EXPECT_EQ(behaviour.draws, draws + 2);
  current_settings(*state).values.set("rotation", 12.0);
  update();
  EXPECT_EQ(behaviour.draws, draws + 3);
}

TEST_F(SceneControlTest, RestsBesideALabThatWatchesFramesThatAreAllAlike) {
  behaviour.repeats = true;
  state->lab_states.push_back(std::make_unique<WatchingLab>());
  update();
  state->lab = 0;
  EXPECT_TRUE(control->is_still());
  const int draws = behaviour.draws;
  update();
  EXPECT_EQ(behaviour.draws, draws + 1) << "for the window's own frame";
}

TEST_F(SceneControlTest, MakesEachFrameWhereThoseBeforeCountOrTimesAreTaken) {
  behaviour.repeats = true;
  choose_scene(*state, 1);
  update();
  EXPECT_FALSE(control->is_still()) << "a scene with history";
  choose_scene(*state, 0);
  control.emplace(share_gl_images(offscreen->gl), *state, true);
  update();
  const int draws = behaviour.draws;
  update();
  EXPECT_EQ(behaviour.draws, draws + 1);
}

TEST_F(SceneControlTest, SaysThatItWaitsForAWindowToComeToRest) {
  update();
  EXPECT_FALSE(control->is_resizing());
  state->viewport_width = 400;
  update();
  EXPECT_TRUE(control->is_resizing());
  update(1);
  EXPECT_FALSE(control->is_resizing());
  EXPECT_EQ(state->frame_width, 400);
}

TEST_F(SceneControlTest, RestsWhileALabIsOpen) {
  state->lab_states.push_back(std::make_unique<FileLab>());
  state->lab = 0;
  update();
  EXPECT_EQ(behaviour.starts, 0);
  state->lab.reset();
  update();
  EXPECT_EQ(behaviour.starts, 1);
  const int draws = behaviour.draws;
  state->lab = 0;
  update();
  EXPECT_EQ(behaviour.draws, draws);
  state->lab.reset();
  update();
  EXPECT_EQ(behaviour.draws, draws + 1);
}

TEST_F(SceneControlTest, StopsReadingAnImageWhenAsked) {
  // So large that it is not read before one looks.
  constexpr int side = 3000;
  save_png(folder / "large.png", Image{side, side, 4, gpu::DataType::uint8, std::vector<std::byte>(4UL * side * side)});
  state->requests.image = folder / "large.png";
  control->update();
  ASSERT_TRUE(state->is_loading);
  state->requests.stop_loading = true;
  update();
  EXPECT_FALSE(state->is_loading);
  EXPECT_NE(last_notice().find("large.png"), std::string::npos);
  std::this_thread::sleep_for(std::chrono::milliseconds{300});
  update();
  EXPECT_FALSE(state->image) << "what was stopped came all the same";
  state->requests.image = folder / "large.png";
  update_until_loaded();
  EXPECT_TRUE(state->image);
}

TEST_F(SceneControlTest, GoesOnWhileALabWatchesIt) {
  state->lab_states.push_back(std::make_unique<WatchingLab>());
  state->lab = 0;
  update();
  EXPECT_EQ(behaviour.starts, 1);
}

TEST_F(SceneControlTest, GoesOnWithTheRunningSceneWhenAnotherCannotStart) {
  update();
  behaviour.cannot_start = true;
  choose_scene(*state, 1);
  update();
  EXPECT_EQ(current_scene(*state).name, "picture");
  EXPECT_FALSE(state->has_failed);
  EXPECT_EQ(last_notice(), "the scene cannot start");
  const int draws = behaviour.draws;
  update();
  EXPECT_EQ(behaviour.draws, draws + 1);
  EXPECT_EQ(state->notices.entries().size(), 1U);
  EXPECT_EQ(state->notices.entries().back().count, 1U);
}

TEST_F(SceneControlTest, SaysAnErrorOfTheDeviceOnceStopsAndStartsAgain) {
  update();
  behaviour.cannot_draw = true;
  for (int i = 0; i < 100; ++i) {
    update();
  }
  EXPECT_TRUE(state->has_failed);
  ASSERT_EQ(state->notices.entries().size(), 1U);
  EXPECT_EQ(state->notices.entries().back().count, 1U);
  EXPECT_TRUE(last_notice().starts_with("the scene cannot draw"));
  behaviour.cannot_draw = false;
  state->requests.restart = true;
  update();
  EXPECT_FALSE(state->has_failed);
  EXPECT_EQ(behaviour.starts, 2);
}

TEST_F(SceneControlTest, SaysOnceThatTheFirstSceneCannotStart) {
  behaviour.cannot_start = true;
  for (int i = 0; i < 20; ++i) {
    update();
  }
  EXPECT_EQ(control->image(), nullptr);
  ASSERT_EQ(state->notices.entries().size(), 1U);
  EXPECT_EQ(state->notices.entries().back().count, 1U);
  behaviour.cannot_start = false;
  state->requests.restart = true;
  update();
  EXPECT_NE(control->image(), nullptr);
}

TEST_F(SceneControlTest, MakesTheFrameAnewOnceTheViewportHasComeToRest) {
  update();
  const auto number = state->playback.number;
  for (int i = 0; i < 30; ++i) {
    state->viewport_width += 5;
    update();
  }
  EXPECT_EQ(behaviour.starts, 1);
  for (int i = 0; i < 30; ++i) {
    update();
  }
  EXPECT_EQ(behaviour.starts, 2);
  EXPECT_EQ(state->frame_width, 470);
  EXPECT_EQ(state->playback.number, number + 60);
}

TEST_F(SceneControlTest, NeverRestartsASceneWithHistoryBecauseOfTheViewport) {
  choose_scene(*state, 1);
  update();
  EXPECT_EQ(state->frame_width, 512);
  state->viewport_width = 900;
  for (int i = 0; i < 60; ++i) {
    update();
  }
  EXPECT_EQ(behaviour.starts, 1);
}

TEST_F(SceneControlTest, LeavesEverythingAsItWasAfterABadFile) {
  update();
  const auto bad = folder / "bad.png";
  std::ofstream{bad} << "this is no image";
  state->requests.image = bad;
  update_until_loaded();
  EXPECT_FALSE(state->image);
  EXPECT_FALSE(state->has_failed);
  EXPECT_EQ(behaviour.starts, 1);
  EXPECT_NE(last_notice().find("bad.png"), std::string::npos);
}

TEST_F(SceneControlTest, ShowsAnImageInASceneThatTakesOne) {
  choose_scene(*state, 1);
  update();
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  state->requests.image = good;
  update_until_loaded();
  ASSERT_TRUE(state->image);
  EXPECT_EQ(state->image->image->width, 2);
  EXPECT_EQ(current_scene(*state).name, "picture");
  EXPECT_EQ(behaviour.starts, 2);
  state->requests.own_picture = true;
  update();
  EXPECT_FALSE(state->image);
  EXPECT_EQ(behaviour.starts, 3);
}

TEST_F(SceneControlTest, ReadsThePictureAgainAsItIsStored) {
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  state->requests.image = good;
  update_until_loaded();
  const std::vector<Action> all = make_actions(scenes);
  const Action* const action = find_action(all, "orientation");
  ASSERT_NE(action, nullptr);
  for (const Orientation expected : {Orientation::ignored, Orientation::applied}) {
    perform(*action, *state);
    EXPECT_EQ(state->requests.orientation, expected);
    update_until_loaded();
    ASSERT_TRUE(state->image);
    EXPECT_EQ(state->image->orientation, expected);
    EXPECT_EQ(state->image->path, good);
    EXPECT_EQ(frame_command(*state).find("--ignore-orientation") != std::string::npos,
              expected == Orientation::ignored);
  }
}

TEST_F(SceneControlTest, ShowsAVolumeInASceneThatTakesOneAndLeavesPicturesToTheOthers) {
  scenes[2].takes = SceneInput::volume;
  update();
  state->requests.image = tests::write_numbers(folder / "v.npy", {2, 3, 5}, std::vector<float>(30));
  update_until_loaded();
  EXPECT_EQ(current_scene(*state).name, "plain");
  EXPECT_EQ(behaviour.starts, 2);
  choose_scene(*state, 0);
  EXPECT_EQ(input_of(*state, current_scene(*state)), nullptr);
  update();
  EXPECT_EQ(behaviour.starts, 3);
  state->requests.own_picture = true;
  update();
  EXPECT_EQ(behaviour.starts, 3) << "its input is the same: none";
}

TEST_F(SceneControlTest, OffersAFileToTheLabThatIsOpen) {
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  state->lab_states.push_back(std::make_unique<FileLab>());
  const auto& lab = static_cast<const FileLab&>(*state->lab_states[0]);
  state->lab = 0;
  state->requests.image = good;
  update_until_loaded();
  EXPECT_EQ(lab.file, good);
  EXPECT_FALSE(state->image);
  EXPECT_EQ(state->lab, 0U);
  // As a session asks for it.
  state->requests.image = good;
  state->requests.is_of_session = true;
  update_until_loaded();
  EXPECT_TRUE(state->image);
  EXPECT_EQ(state->lab, 0U);
  EXPECT_EQ(lab.files, 1);
}

TEST_F(SceneControlTest, LeavesSceneAndViewOfASessionAsTheyAreWhenItsImageCame) {
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  choose_scene(*state, 2);
  state->view.is_fit = false;
  state->requests.image = good;
  state->requests.is_of_session = true;
  update_until_loaded();
  EXPECT_TRUE(state->image);
  EXPECT_EQ(current_scene(*state).name, "plain");
  EXPECT_FALSE(state->view.is_fit);
  EXPECT_TRUE(state->recent_files.paths().empty()) << "nobody has opened it";
}

TEST_F(SceneControlTest, OpensNoSessionThatASessionNamesAsItsImage) {
  const auto session = folder / "session.json";
  std::ofstream{session} << R"({"texelscope_session": 1, "scene": "drawing", "image": ")" << session.string() << "\"}";
  state->requests.image = session;
  update_until_loaded();
  update_until_loaded();
  EXPECT_EQ(current_scene(*state).name, "drawing");
  EXPECT_FALSE(state->requests.image);
  EXPECT_FALSE(state->is_loading);
  EXPECT_NE(last_notice().find("session.json"), std::string::npos);
  EXPECT_EQ(state->notices.entries().back().kind, NoticeKind::error) << last_notice();
}

TEST_F(SceneControlTest, KeepsWhatWasThereBeforeALabTookAFileForUndo) {
  state->history.record(edit_of(*state), true);
  state->exposure = 3;
  state->requests.image = folder / "missing.json";
  update();
  state->exposure = 4;
  state->history.record(edit_of(*state), true);
  state->history.undo(*state);
  EXPECT_EQ(state->exposure, 3);
}

TEST_F(SceneControlTest, PutsAsideAnImageThatNoSceneCanStartWith) {
  update();
  const auto good = folder / "good.png";
  save_png(good, Image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16, std::byte{77})});
  behaviour.cannot_start = true;
  state->requests.image = good;
  update_until_loaded();
  EXPECT_FALSE(state->image);
  EXPECT_FALSE(state->has_failed);
  EXPECT_EQ(last_notice(), "the scene cannot start");
  EXPECT_EQ(state->notices.entries().back().count, 1U);
}

TEST_F(SceneControlTest, SavesTheFrameUnderANameThatIsFree) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  update();
  state->requests.save_frame = true;
  control->update();
  state->requests.save_frame = true;
  control->update();
  std::filesystem::current_path(before);
  EXPECT_EQ(load_image(folder / "picture-1.png").width, 320);
  EXPECT_EQ(load_image(folder / "picture-1-2.png").height, 200);
}

TEST_F(SceneControlTest, ReadsTheTexelUnderTheMouse) {
  update();
  state->hovered = Point{5, 6};
  control->read_texels(42);
  EXPECT_TRUE(hovered_value(*state));
  state->hovered.reset();
  control->read_texels(42);
  EXPECT_EQ(state->texels.width, 0);
}

}  // namespace
}  // namespace texelscope::app
