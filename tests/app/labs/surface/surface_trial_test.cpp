#include "app/labs/surface/surface_trial.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "app/labs/surface/surface_stroke.h"
#include "tests/app/child_program.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::tests {
namespace {

using namespace app;
using kernels::BoundaryMode;

class SurfaceTrials : public DeviceTest {
 protected:
  SurfaceTrials() {
    surface_.shape = {8, 4};
    surface_.format = gpu::DataType::uint16;
    surface_.num_channels = 2;
    surface_.is_surface_load_store = true;
    stroke_.value.fill(std::byte{7});
  }
  TrialOutcome attempt() { return try_in_child({device().id(), surface_, stroke_}, before_, {}, built_program()); }

  gpu::ArrayDescriptor surface_;
  SurfaceStroke stroke_{.x = 6, .y = 1, .width = 4};
  std::vector<std::byte> before_ = std::vector<std::byte>(8 * 4 * 4, std::byte{1});
};

TEST_P(SurfaceTrials, LoseOnlyTheChildsContext) {
  if (device().id().kind == gpu::DeviceKind::cuda && std::getenv("TEXELSCOPE_TEST_GPU_FAULTS") == nullptr) {
    GTEST_SKIP() << "after a kernel's fault, a GPU may draw incorrectly for every program (docs/surfaces.md); set "
                    "TEXELSCOPE_TEST_GPU_FAULTS=1 to run this";
  }
  const TrialOutcome outcome = attempt();
  ASSERT_EQ(outcome.ending, TrialEnding::context_lost) << outcome.text;
  EXPECT_TRUE(outcome.status.starts_with("CUDA_ERROR_")) << outcome.status;
  EXPECT_TRUE(outcome.texels.empty());
  // This device still works.
  const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(device(), surface_);
  array.copy_from(before_, stream());
  stroke_.boundary = BoundaryMode::zero;
  write_stroke(gpu::SurfaceObject::from_array(array), stroke_, stream());
  stream().synchronize();
}

TEST_P(SurfaceTrials, ReturnTheWrittenTexels) {
  stroke_.boundary = BoundaryMode::clamp;
  const TrialOutcome outcome = attempt();
  ASSERT_EQ(outcome.ending, TrialEnding::written) << outcome.text;
  std::vector<std::byte> expected = before_;
  std::fill_n(expected.begin() + 32 + 24, 8, std::byte{7});
  EXPECT_EQ(outcome.texels, expected);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SurfaceTrials);

SurfaceTrial small_trial() {
  SurfaceTrial trial;
  trial.surface.shape = {4, 4};
  trial.surface.is_surface_load_store = true;
  return trial;
}

TEST(SurfaceTrial, ReportsWhyItWasNotTried) {
  const std::vector<std::byte> texels(64);
  const auto text_with = [&](const std::filesystem::path& program) {
    const TrialOutcome outcome = try_in_child(small_trial(), texels, {}, program);
    EXPECT_EQ(outcome.ending, TrialEnding::not_tried);
    return outcome.text;
  };
  EXPECT_EQ(text_with("/no/texelscope"), "cannot start /no/texelscope as a child process: No such file or directory");
  EXPECT_EQ(text_with("/bin/true"), "the child process ended with exit code 0");
  EXPECT_EQ(text_with("/bin/echo"), "the child process ended with exit code 0") << "the output is not an answer";
  EXPECT_NE(try_in_child(small_trial(), texels).text.find("TEXELSCOPE_PROGRAM"), std::string::npos);
}

TEST(SurfaceTrial, ReportsTheChildsErrorAboutAMissingDevice) {
  SurfaceTrial trial = small_trial();
  trial.device = {gpu::DeviceKind::cuda, 99};
  const std::vector<std::byte> texels(64);
  const TrialOutcome outcome = try_in_child(trial, texels, {}, built_program());
  EXPECT_EQ(outcome.ending, TrialEnding::not_tried);
  EXPECT_NE(outcome.text.find("exit code 3: texelscope: error: "), std::string::npos) << outcome.text;
  EXPECT_NE(outcome.text.find("cuda"), std::string::npos) << outcome.text;
}

TEST(SurfaceTrial, IsStoppedWithItsChild) {
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  const std::vector<std::byte> texels(64);
  // A program that ignores its arguments and only sleeps.
  const TemporaryFolder folder;
  const auto sleeper = folder.write("sleeper", "#!/bin/sh\nexec sleep 60\n");
  std::filesystem::permissions(sleeper, std::filesystem::perms::owner_all);
  EXPECT_EQ(try_in_child(small_trial(), texels, stop.get_token(), sleeper).ending, TrialEnding::not_tried);
}

TEST(SurfaceTrial, RejectsInvalidTrials) {
  for (const char* text : {"", "x", "{}", "[]", "{\"device\":\"cpu\"}", "{\"device\":5}\n",
                           "{\"device\":\"moon\",\"format\":\"uint8\"}\n"}) {
    std::istringstream in{text};
    std::ostringstream out;
    EXPECT_THROW(answer_surface_trial(in, out), gpu::InvalidArgument) << text;
    EXPECT_EQ(out.str(), "");
  }
}

}  // namespace
}  // namespace texelscope::tests
