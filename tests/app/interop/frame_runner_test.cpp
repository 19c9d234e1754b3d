#include "app/interop/frame_runner.h"

#include <cstring>
#include <span>
#include <stdexcept>

#include "app/cli/round_trip.h"
#include "app/interop/headless.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// What the scene below was asked for.
struct Record {
  std::vector<std::uint64_t> frames;
  int made = 0;
  std::uint64_t failing_frame = ~std::uint64_t{0};
};
Record record;

/// Writes a pattern whose seed is the frame's number.
class PatternScene final : public Scene {
 public:
  void draw(const FrameInput& input, const ParameterValues&, const gpu::SurfaceObject& output,
            const gpu::Stream& stream) override {
    record.frames.push_back(input.number);
    write_pattern(output, static_cast<std::uint32_t>(input.number), stream);
    if (input.number == record.failing_frame) {
      throw gpu::InvalidState("this frame fails: a test asked for it");
    }
  }
};

std::vector<Parameter> no_parameters() { return {}; }

std::unique_ptr<Scene> make_pattern(const SceneSetup&) {
  ++record.made;
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
    record = {};
    headless_.emplace(open_headless(device(), [](std::string_view) {}));
  }
  void TearDown() override {
    headless_.reset();
    DeviceTest::TearDown();
  }

  [[nodiscard]] const gpu::GLContext& gl() const { return headless_->gl; }
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
  std::optional<Headless> headless_;
};

TEST_P(FrameRunnerTest, ReadsBackWhatTheKernelWrote) {
  FrameRunner runner(gl());
  runner.start(pattern, 61, 37, nullptr);
  runner.run_to(7, values, {});
  expect_pattern(runner, 7);
}

TEST_P(FrameRunnerTest, RunsOneFrameOfASceneWithoutHistory) {
  FrameRunner runner(gl());
  runner.start(pattern, 8, 8, nullptr);
  runner.run_to(5, values, {});
  runner.run_to(2, values, {});
  runner.run_to(2, values, {});
  EXPECT_EQ(record.frames, (std::vector<std::uint64_t>{5, 2, 2}));
  EXPECT_EQ(record.made, 1);
}

TEST_P(FrameRunnerTest, RunsEveryFrameOfASceneWithHistoryOnce) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(gl());
  runner.start(declaration, 8, 8, nullptr);
  runner.run_to(2, values, {});
  runner.run_to(4, values, {});
  runner.run_to(4, values, {});
  EXPECT_EQ(record.frames, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
}

TEST_P(FrameRunnerTest, RestartsASceneWithHistoryToGoBack) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(gl());
  runner.start(declaration, 8, 8, nullptr);
  runner.run_to(3, values, {});
  runner.run_to(1, values, {});
  EXPECT_EQ(record.frames, (std::vector<std::uint64_t>{0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(record.made, 2);
  expect_pattern(runner, 1);
}

TEST_P(FrameRunnerTest, GoesOnWithWhatRanWhenAnotherSceneCannotStart) {
  FrameRunner runner(gl());
  runner.start(pattern, 16, 8, nullptr);
  runner.run_to(3, values, {});
  EXPECT_THROW(runner.start(broken, 32, 32, nullptr), gpu::InvalidArgument);
  EXPECT_EQ(runner.declaration(), &pattern);
  expect_pattern(runner, 3);
  EXPECT_THROW(runner.start(pattern, 0, 8, nullptr), std::runtime_error);
  runner.run_to(4, values, {});
  EXPECT_EQ(runner.texture().width(), 16);
  expect_pattern(runner, 4);
}

TEST_P(FrameRunnerTest, WorksOnAfterAFrameThatFailed) {
  FrameRunner runner(gl());
  runner.start(pattern, 16, 8, nullptr);
  record.failing_frame = 1;
  EXPECT_THROW(runner.run_to(1, values, {}), gpu::InvalidState);
  EXPECT_FALSE(runner.texture().is_lent());
  runner.run_to(2, values, {});
  expect_pattern(runner, 2);
}

TEST_P(FrameRunnerTest, RestartsASceneWithHistoryThatBrokeOff) {
  const SceneDeclaration declaration = with_history();
  FrameRunner runner(gl());
  runner.start(declaration, 8, 8, nullptr);
  record.failing_frame = 1;
  EXPECT_THROW(runner.run_to(2, values, {}), gpu::InvalidState);
  record.failing_frame = ~std::uint64_t{0};
  runner.run_to(2, values, {});
  EXPECT_EQ(record.frames, (std::vector<std::uint64_t>{0, 1, 0, 1, 2})) << "nobody knows how far frame 1 came";
  expect_pattern(runner, 2);
}

TEST_P(FrameRunnerTest, RefusesFramesBeforeASceneIsStarted) {
  FrameRunner runner(gl());
  EXPECT_THROW(runner.run_to(0, values, {}), gpu::InvalidState);
  EXPECT_THROW((void)runner.texture(), gpu::InvalidState);
  EXPECT_THROW((void)runner.read_frame(), gpu::InvalidState);
}

TEST_P(FrameRunnerTest, TakesAnotherSize) {
  FrameRunner runner(gl());
  for (const int width : {16, 1, 300}) {
    runner.start(pattern, width, 5, nullptr);
    runner.run_to(1, values, {});
    EXPECT_EQ(runner.texture().width(), width);
    expect_pattern(runner, 1);
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(FrameRunnerTest);

}  // namespace
}  // namespace texelscope::app
