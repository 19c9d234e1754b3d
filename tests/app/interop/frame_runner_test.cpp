#include "app/interop/frame_runner.h"

#include <chrono>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>

#include "app/interop/observation/observed_image.h"
#include "app/interop/observation/renderer_calls.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/round_trip.h"
#include "app/interop/shared/shared_gl_image.h"
#include "render/common/error.h"
#include "tests/app/point_sums.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// The requests that the scene below received.
struct Record {
  std::vector<std::uint64_t> frames;
  int made = 0;
  std::uint64_t failing_frame = ~std::uint64_t{0};
  /// Blocks frames. If null, frames run.
  StreamHold* hold = nullptr;
};
Record recorded;

/// Writes a pattern whose seed is the frame's number.
class PatternScene final : public Scene {
 public:
  void draw(const FrameInput& input, const ParameterValues&, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    recorded.frames.push_back(input.number);
    if (recorded.hold != nullptr) {
      recorded.hold->hold(stream);
    }
    write_pattern(output, static_cast<std::uint32_t>(input.number), stream);
    if (input.number == recorded.failing_frame) {
      throw gpu::InvalidState("this frame fails, as a test requested");
    }
  }
};

/// Writes the number of vertices that its parameter specifies; their values depend on the frame's number. If that
/// number is 0, writes a surface.
class PointScene final : public Scene {
 public:
  static std::vector<PointVertex> points_of(std::uint64_t frame, std::size_t count) {
    return tests::scattered_points(count, 31, 17, 9 + static_cast<std::uint32_t>(frame));
  }

  [[nodiscard]] PointFrame points(const ParameterValues& values) const override {
    return {static_cast<std::size_t>(values.integer("count")), {1, 2, 3, 255}};
  }
  void draw(const FrameInput& input, const ParameterValues&, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    write_pattern(output, static_cast<std::uint32_t>(input.number), stream);
  }
  void draw_vertices(const FrameInput& input, const ParameterValues& values, const gpu::Buffer& vertices,
                     const gpu::Stream& stream) override {
    recorded.frames.push_back(input.number);
    const std::vector<PointVertex> made = points_of(input.number, points(values).count);
    vertices.copy_from(std::as_bytes(std::span(made)), stream);
    stream.synchronize();
    if (input.number == recorded.failing_frame) {
      throw gpu::InvalidState("this frame fails, as a test requested");
    }
  }
};

const SceneDeclaration point_scene{
    .name = "points",
    .title = "",
    .teaches = "",
    .controls = "",
    .parameters =
        [] {
          return std::vector{integer_parameter("count", 500, {0, 100000}, "")};
        },
    .has_history = true,
    .make = [](const SceneSetup&) -> std::unique_ptr<Scene> { return std::make_unique<PointScene>(); }};

ParameterValues count_of(std::int64_t count) {
  ParameterValues values(point_scene.parameters());
  values.set("count", count);
  return values;
}

std::vector<Parameter> no_parameters() { return {}; }

std::unique_ptr<Scene> make_pattern(const SceneSetup&) {
  ++recorded.made;
  return std::make_unique<PatternScene>();
}

const SceneDeclaration pattern{
    .name = "pattern", .title = "", .teaches = "", .controls = "", .parameters = &no_parameters, .make = &make_pattern};

SceneDeclaration with_history() {
  SceneDeclaration declaration = pattern;
  declaration.has_history = true;
  return declaration;
}

const SceneDeclaration broken{
    .name = "broken",
    .title = "",
    .teaches = "",
    .controls = "",
    .parameters = &no_parameters,
    .make = [](const SceneSetup&) -> std::unique_ptr<Scene> { throw gpu::InvalidArgument("no such scene"); }};

class FrameRunnerTest : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    recorded = {};
    offscreen_.emplace(open_offscreen_gl(device(), [](std::string_view) {}));
  }
  void TearDown() override {
    offscreen_.reset();
    DeviceTest::TearDown();
  }

  [[nodiscard]] std::shared_ptr<const ImageSharing> images() const { return share_gl_images(offscreen_->gl); }
  const ParameterValues values{{}};

  static void expect_pattern(const FrameRunner& runner, std::uint32_t seed) {
    const Image image = runner.read_frame();
    ASSERT_EQ(image.pixels.size(), static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 4);
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) {
        std::uint32_t texel = 0;
        std::memcpy(
            &texel,
            image.pixels.data() +
                (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) * 4,
            4);
        ASSERT_EQ(texel, pattern_texel(seed, x, y)) << x << ", " << y;
      }
    }
  }

 private:
  std::optional<DeviceOffscreenGL> offscreen_;
};

TEST_P(FrameRunnerTest, ReadsBackWhatTheKernelWrote) {
  FrameRunner runner(images());
  runner.start(pattern, 61, 37, nullptr);
  runner.run_to(7, values, {});
  expect_pattern(runner, 7);
}

TEST_P(FrameRunnerTest, RunsOneFrameOfASceneWithoutHistory) {
  FrameRunner runner(images());
  runner.start(pattern, 8, 8, nullptr);
  runner.run_to(5, values, {});
  runner.run_to(2, values, {});
  runner.run_to(2, values, {});
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{5, 2, 2}));
  EXPECT_EQ(recorded.made, 1);
}

TEST_P(FrameRunnerTest, RunsEveryFrameOfASceneWithHistoryOnce) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(images());
  runner.start(declaration, 8, 8, nullptr);
  runner.run_to(2, values, {});
  runner.run_to(4, values, {});
  runner.run_to(4, values, {});
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST_P(FrameRunnerTest, RestartsASceneWithHistoryToGoBack) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(images());
  runner.start(declaration, 8, 8, nullptr);
  runner.run_to(3, values, {});
  runner.run_to(1, values, {});
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(recorded.made, 2);
  expect_pattern(runner, 1);
}

TEST_P(FrameRunnerTest, ContinuesWithTheRunningSceneWhenAnotherCannotStart) {
  FrameRunner runner(images());
  runner.start(pattern, 16, 8, nullptr);
  runner.run_to(3, values, {});
  EXPECT_THROW(runner.start(broken, 32, 32, nullptr), gpu::InvalidArgument);
  EXPECT_EQ(runner.declaration(), &pattern);
  expect_pattern(runner, 3);
  EXPECT_THROW(runner.start(pattern, 0, 8, nullptr), std::runtime_error);
  runner.run_to(4, values, {});
  EXPECT_EQ(runner.output().width(), 16);
  expect_pattern(runner, 4);
}

TEST_P(FrameRunnerTest, ContinuesAfterAFrameThatFailed) {
  FrameRunner runner(images());
  runner.start(pattern, 16, 8, nullptr);
  recorded.failing_frame = 1;
  EXPECT_THROW(runner.run_to(1, values, {}), gpu::InvalidState);
  runner.run_to(2, values, {});
  expect_pattern(runner, 2);
}

TEST_P(FrameRunnerTest, RestartsASceneWithHistoryAfterAnAbort) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(images());
  runner.start(declaration, 8, 8, nullptr);
  recorded.failing_frame = 1;
  EXPECT_THROW(runner.run_to(2, values, {}), gpu::InvalidState);
  recorded.failing_frame = ~std::uint64_t{0};
  runner.run_to(2, values, {});
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1, 0, 1, 2})) << "the progress of frame 1 is unknown";
  expect_pattern(runner, 2);
}

TEST_P(FrameRunnerTest, RefusesFramesBeforeASceneIsStarted) {
  FrameRunner runner(images());
  EXPECT_THROW(runner.run_to(0, values, {}), gpu::InvalidState);
  EXPECT_THROW((void)runner.output(), gpu::InvalidState);
  EXPECT_THROW((void)runner.read_frame(), gpu::InvalidState);
}

TEST_P(FrameRunnerTest, AcceptsAnotherSize) {
  FrameRunner runner(images());
  for (const int width : {16, 1, 300}) {
    runner.start(pattern, width, 5, nullptr);
    runner.run_to(1, values, {});
    EXPECT_EQ(runner.output().width(), width);
    expect_pattern(runner, 1);
  }
}

/// The pixels of a frame's points in an image of 31 × 17.
std::vector<std::byte> pixels_of_points(std::uint64_t frame, std::size_t count) {
  return tests::sum_points(PointScene::points_of(frame, count), {1, 2, 3, 255}, 31, 17);
}

TEST_P(FrameRunnerTest, HasTheRendererDrawTheVerticesOfAFrame) {
  FrameRunner runner(images());
  runner.start(point_scene, 31, 17, nullptr);
  for (const std::size_t count : {500U, 3000U, 20U}) {
    const std::uint64_t frame = recorded.frames.size();
    runner.run_to(frame, count_of(static_cast<std::int64_t>(count)), {});
    EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(frame, count)) << count;
  }
}

TEST_P(FrameRunnerTest, AlternatesBetweenVerticesAndTheSurface) {
  FrameRunner runner(images());
  runner.start(point_scene, 31, 17, nullptr);
  for (std::uint64_t frame = 0; frame < 6; ++frame) {
    runner.run_to(frame, count_of(frame % 2 == 0 ? 500 : 0), {});
    if (frame % 2 == 0) {
      EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(frame, 500)) << frame;
    } else {
      expect_pattern(runner, static_cast<std::uint32_t>(frame));
    }
  }
}

TEST_P(FrameRunnerTest, DrawsVerticesOfPassedFramesOnRequest) {
  FrameRunner runner(images());
  runner.start(point_scene, 31, 17, nullptr);
  runner.run_to(2, count_of(500), {});
  runner.pass_to(5, count_of(500), {});
  EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(2, 500));
  runner.run_to(5, count_of(500), {});
  EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(5, 500));
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5}));
}

TEST_P(FrameRunnerTest, ContinuesAfterAFrameOfVerticesThatFailed) {
  FrameRunner runner(images());
  runner.start(point_scene, 31, 17, nullptr);
  runner.run_to(1, count_of(500), {});
  recorded.failing_frame = 2;
  EXPECT_THROW(runner.run_to(3, count_of(500), {}), gpu::InvalidState);
  EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(1, 500));
  recorded.failing_frame = ~std::uint64_t{0};
  runner.run_to(3, count_of(500), {});
  EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(3, 500));
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1, 2, 0, 1, 2, 3}));
}

TEST_P(FrameRunnerTest, DrawsVerticesAgainAfterTheRendererFailed) {
  FrameRunner runner(images());
  runner.start(point_scene, 31, 17, nullptr);
  runner.run_to(0, count_of(500), {});
  {
    const RendererCalls calls(nullptr, RendererFault{"glDrawArrays"});
    EXPECT_THROW(runner.run_to(1, count_of(500), {}), render::Error);
  }
  runner.run_to(1, count_of(500), {});
  EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(1, 500));
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1}));
}

TEST_P(FrameRunnerTest, AcceptsAnotherSizeOfAFrameOfVertices) {
  FrameRunner runner(images());
  for (const int width : {16, 1, 300}) {
    runner.start(point_scene, width, 5, nullptr);
    runner.run_to(1, count_of(700), {});
    EXPECT_EQ(runner.read_frame().pixels, tests::sum_points(PointScene::points_of(1, 700), {1, 2, 3, 255}, width, 5));
  }
}

using Clock = std::chrono::steady_clock;

/// A deadline for frames that are not blocked.
Clock::time_point in_a_minute() { return Clock::now() + std::chrono::minutes{1}; }

TEST_P(FrameRunnerTest, ShowsThePreviousFrameWhileOneIsInFlight) {
  StreamHold hold{device()};
  FrameRunner runner(images());
  runner.start(pattern, 61, 37, nullptr);
  runner.begin(1, values, {});
  EXPECT_TRUE(runner.complete_by(in_a_minute()));
  recorded.hold = &hold;
  runner.begin(2, values, {});
  EXPECT_TRUE(runner.is_in_flight());
  EXPECT_THROW(runner.begin(3, values, {}), gpu::InvalidState);
  if (device().id().kind == gpu::DeviceKind::cpu) {
    EXPECT_FALSE(runner.is_ready());
    EXPECT_FALSE(runner.complete_by(Clock::now() + std::chrono::milliseconds{2}));
  }
  EXPECT_EQ(runner.last_frame(), 1U);
  expect_pattern(runner, 1);
  hold.let_go();
  const std::optional<FrameTimes> times = runner.complete_by(in_a_minute());
  ASSERT_TRUE(times);
  EXPECT_GT(times->kernel_ms, 0);
  EXPECT_FALSE(runner.is_in_flight());
  EXPECT_FALSE(runner.complete_by(in_a_minute())) << "no frame is in flight";
  EXPECT_EQ(runner.last_frame(), 2U);
  expect_pattern(runner, 2);
}

TEST_P(FrameRunnerTest, ShowsThePreviousSceneUntilTheFirstFrame) {
  FrameRunner runner(images());
  runner.start(pattern, 16, 8, nullptr);
  runner.begin(1, values, {});
  ASSERT_TRUE(runner.complete_by(in_a_minute()));
  runner.start(pattern, 61, 37, nullptr);
  EXPECT_EQ(runner.last_frame(), std::nullopt);
  runner.begin(5, values, {});
  EXPECT_EQ(runner.output().width(), 16);
  expect_pattern(runner, 1);
  ASSERT_TRUE(runner.complete_by(in_a_minute()));
  EXPECT_EQ(runner.output().width(), 61);
  expect_pattern(runner, 5);
}

TEST_P(FrameRunnerTest, AdvancesToAFrameWithHistoryOneFrameAtATime) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(images());
  runner.start(declaration, 8, 8, nullptr);
  for (std::uint64_t frame = 0; frame < 3; ++frame) {
    runner.begin(2, values, {});
    ASSERT_TRUE(runner.complete_by(in_a_minute()));
    EXPECT_EQ(runner.last_frame(), frame);
    expect_pattern(runner, static_cast<std::uint32_t>(frame));
  }
  runner.begin(0, values, {});
  ASSERT_TRUE(runner.complete_by(in_a_minute()));
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1, 2, 0}));
  EXPECT_EQ(recorded.made, 2);
}

TEST_P(FrameRunnerTest, AlternatesBetweenFramesInFlightAndAwaitedOnes) {
  FrameRunner runner(images());
  runner.start(point_scene, 31, 17, nullptr);
  for (std::uint64_t frame = 0; frame < 12; ++frame) {
    const std::size_t count = frame % 3 == 0 ? 0 : 500;
    const ParameterValues of_frame = count_of(static_cast<std::int64_t>(count));
    if (frame % 4 < 2) {
      runner.begin(frame, of_frame, {});
      ASSERT_TRUE(runner.complete_by(in_a_minute()));
    } else {
      runner.run_to(frame, of_frame, {});
    }
    if (count == 0) {
      expect_pattern(runner, static_cast<std::uint32_t>(frame));
    } else {
      EXPECT_EQ(runner.read_frame().pixels, pixels_of_points(frame, count)) << frame;
    }
  }
}

TEST_P(FrameRunnerTest, AbandonsAFrameInFlightForAnotherSceneAndAtItsEnd) {
  FrameRunner runner(images());
  runner.start(pattern, 16, 8, nullptr);
  runner.begin(1, values, {});
  runner.start(pattern, 61, 37, nullptr);
  EXPECT_FALSE(runner.is_in_flight());
  runner.run_to(2, values, {});
  expect_pattern(runner, 2);
  runner.begin(3, values, {});
  runner.run_to(4, values, {});
  expect_pattern(runner, 4);
  runner.begin(5, values, {});
}

TEST_P(FrameRunnerTest, ContinuesAfterAFrameThatFailedToBegin) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(images());
  runner.start(declaration, 16, 8, nullptr);
  recorded.failing_frame = 1;
  runner.begin(1, values, {});
  ASSERT_TRUE(runner.complete_by(in_a_minute()));
  EXPECT_THROW(runner.begin(1, values, {}), gpu::InvalidState);
  EXPECT_FALSE(runner.is_in_flight());
  expect_pattern(runner, 0);
  recorded.failing_frame = ~std::uint64_t{0};
  runner.begin(1, values, {});
  ASSERT_TRUE(runner.complete_by(in_a_minute()));
  EXPECT_EQ(recorded.frames, (std::vector<std::uint64_t>{0, 1, 0})) << "the progress of frame 1 is unknown";
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(FrameRunnerTest);

}  // namespace
}  // namespace texelscope::app
