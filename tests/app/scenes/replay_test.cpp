#include <vector>

#include "app/interop/frame_runner.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "app/scenes/registry.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// A requested frame, which may repeat the previous one.
struct Step {
  std::uint64_t frame = 0;
  Pointer pointer = {};
  const char* parameter = nullptr;
  const char* value = nullptr;
};

struct FramesOfRun {
  std::vector<std::vector<std::byte>> frames;
  std::uint64_t repeated_frames = 0;
};

class ReplayOfEveryScene : public tests::DeviceTest {
 protected:
  FramesOfRun run(FrameReplay replay, const SceneDeclaration& scene, const std::vector<Step>& steps) {
    const DeviceOffscreenGL offscreen = open_offscreen_gl(device(), [](std::string_view) {});
    FrameRunner runner(share_gl_images(offscreen.gl), replay);
    runner.start(scene, 61, 47, nullptr);
    ParameterValues values(scene.parameters());
    FramesOfRun made;
    for (const Step& step : steps) {
      if (step.parameter != nullptr) {
        values.set_from_text(step.parameter, step.value);
      }
      runner.run_to(step.frame, values, step.pointer);
      made.frames.push_back(runner.read_frame().pixels);
    }
    made.repeated_frames = runner.repeated_frames();
    return made;
  }

  void expect_same_bytes(const char* name, const std::vector<Step>& steps, std::uint64_t repeated_frames) {
    const SceneDeclaration& scene = require_scene(name);
    const FramesOfRun single = run(FrameReplay::none, scene, steps);
    const FramesOfRun updated = run(FrameReplay::update, scene, steps);
    const FramesOfRun reused = run(FrameReplay::reuse, scene, steps);
    for (std::size_t step = 0; step < steps.size(); ++step) {
      EXPECT_EQ(updated.frames[step], single.frames[step]) << "step " << step;
      EXPECT_EQ(reused.frames[step], single.frames[step]) << "step " << step;
    }
    EXPECT_EQ(single.repeated_frames, 0U);
    EXPECT_EQ(updated.repeated_frames, 0U);
    // If each mapping of a device returns a different array, no frame is repeated.
    EXPECT_TRUE(reused.repeated_frames == repeated_frames || reused.repeated_frames == 0) << reused.repeated_frames;
    if (device().id().kind == gpu::DeviceKind::cpu) {
      EXPECT_EQ(reused.repeated_frames, repeated_frames);
    }
  }
};

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForAnImage) {
  expect_same_bytes("image",
                    {{.frame = 0},
                     {.frame = 1},
                     {.frame = 2, .parameter = "zoom", .value = "2"},
                     {.frame = 3, .parameter = "filter", .value = "point"},
                     {.frame = 4}},
                    2);
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForPlasma) {
  expect_same_bytes("plasma",
                    {{.frame = 0},
                     {.frame = 1},
                     {.frame = 40},
                     {.frame = 41, .parameter = "speed", .value = "0"},
                     {.frame = 42},
                     {.frame = 43}},
                    2);
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForReactionAndDiffusion) {
  const Pointer pressed{true, 20, 20};
  expect_same_bytes("reaction_diffusion",
                    {{.frame = 0},
                     {.frame = 3},
                     {.frame = 4, .pointer = pressed},
                     {.frame = 5, .pointer = pressed},
                     {.frame = 6},
                     {.frame = 8},
                     {.frame = 9, .parameter = "steps_per_frame", .value = "3"},
                     {.frame = 12},
                     {.frame = 13, .parameter = "steps_per_frame", .value = "4"},
                     {.frame = 1}},
                    // The repeated frames are 1 to 3, 7 and 8, and frame 1 after going back.
                    6);
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsWithAndWithoutTheMouse) {
  const Pointer pressed{true, 20, 20};
  const std::vector<Step> steps{
      {.frame = 0}, {.frame = 2}, {.frame = 3, .pointer = pressed}, {.frame = 4, .pointer = pressed}, {.frame = 5},
      {.frame = 6}, {.frame = 1}};
  for (const SceneDeclaration& scene : scenes()) {
    const FramesOfRun single = run(FrameReplay::none, scene, steps);
    EXPECT_EQ(run(FrameReplay::update, scene, steps).frames, single.frames) << scene.name;
    EXPECT_EQ(run(FrameReplay::reuse, scene, steps).frames, single.frames) << scene.name;
  }
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForScenesThatMoveWithTime) {
  for (const char* name :
       {"mandelbrot", "texture_filter", "mipmap_lod", "bloom", "jfa_voronoi", "clouds", "sdf_volume", "ocean"}) {
    SCOPED_TRACE(name);
    expect_same_bytes(
        name,
        {{.frame = 0}, {.frame = 1}, {.frame = 41, .parameter = "speed", .value = "0"}, {.frame = 42}, {.frame = 43}},
        2);
  }
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForAShapeThatChanges) {
  expect_same_bytes("sdf_volume",
                    {{.frame = 0, .parameter = "speed", .value = "0"},
                     {.frame = 1},
                     {.frame = 2, .parameter = "shape", .value = "gyroid"},
                     {.frame = 3, .pointer = {true, 5, 40}}},
                    1);
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForScenesThatDrawByStep) {
  const Pointer pressed{true, 20, 20};
  for (const char* name : {"fire", "physarum"}) {
    SCOPED_TRACE(name);
    expect_same_bytes(name,
                      {{.frame = 0},
                       {.frame = 3},
                       {.frame = 4, .pointer = pressed},
                       {.frame = 5},
                       {.frame = 6, .parameter = "steps_per_frame", .value = "3"},
                       {.frame = 1}},
                      0);
  }
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForVerticesWithVaryingCounts) {
  expect_same_bytes("particles",
                    {{.frame = 0, .parameter = "drawn_as", .value = "vertices"},
                     {.frame = 40},
                     {.frame = 41, .pointer = {true, 20, 20}},
                     {.frame = 42, .parameter = "rows", .value = "100"},
                     {.frame = 43},
                     {.frame = 44, .parameter = "drawn_as", .value = "sums"},
                     {.frame = 46},
                     {.frame = 47, .parameter = "drawn_as", .value = "vertices"},
                     {.frame = 49, .parameter = "rows", .value = "3"},
                     {.frame = 20}},
                    0);
}

TEST_P(ReplayOfEveryScene, GivesTheBytesOfSingleCallsForLenia) {
  expect_same_bytes("lenia",
                    {{.frame = 0},
                     {.frame = 2, .pointer = {true, 20, 20}},
                     {.frame = 3, .parameter = "steps_per_frame", .value = "2"},
                     {.frame = 4},
                     {.frame = 5}},
                    2);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ReplayOfEveryScene);

}  // namespace
}  // namespace texelscope::app
