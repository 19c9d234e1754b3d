#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/app/cli/command_line.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;

/// Makes every driver call of a run fail once. Each run must end with one error line and exit code 3, and leak nothing.
void sweep(gpu::DeviceId device, const std::vector<std::string>& command, const std::filesystem::path& made) {
  std::vector<std::string> arguments = command;
  arguments.insert(arguments.end(), {"--device", to_string(device), "--fail", ""});
  int failures = 0;
  for (int call = 1; call < 2000; ++call) {
    arguments.back() = std::to_string(call);
    std::filesystem::remove(made);
    const Outcome outcome = run_command(arguments);
    if (outcome.code == 0) {
      EXPECT_EQ(outcome.err, "") << "call " << call;
      EXPECT_GT(failures, 10) << "a run makes more than 10 calls that can fail";
      return;
    }
    ++failures;
    EXPECT_EQ(outcome.code, 3) << "call " << call << ": " << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << "call " << call << ": " << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << "call " << call << ": " << outcome.err;
    EXPECT_EQ(outcome.err.find("leaked"), std::string::npos) << "call " << call << ": " << outcome.err;
  }
  FAIL() << "the sweep did not end within 2000 calls";
}

class FaultSweep : public testing::TestWithParam<gpu::DeviceId> {
 protected:
  const tests::TemporaryFolder folder;
};

TEST_P(FaultSweep, OfRenderAlwaysPrintsOneLineAndLeaksNothing) {
  const std::string out = folder / "a.png";
  for (const char* scene : {"image", "plasma", "reaction_diffusion"}) {
    sweep(GetParam(), {"render", scene, "--out", out, "--frame", "1", "--size", "16x16"}, out);
  }
}

TEST_P(FaultSweep, OfDoctorAlwaysPrintsOneLineAndLeaksNothing) { sweep(GetParam(), {"doctor"}, folder / "none"); }

TEST_P(FaultSweep, OfSampleAlwaysPrintsOneLineAndLeaksNothing) {
  const std::string out = folder / "o.npy";
  const auto source = tests::write_numbers<float>(folder / "a.npy", {4, 4}, std::vector<float>(16, 1));
  const auto coords = tests::write_numbers<float>(folder / "c.npy", {2, 3}, {0, 0, 0, 1, 1, 1});
  sweep(GetParam(), {"sample", source, "--coords", coords, "--out", out, "--mip-levels", "all", "--normalized-coords"},
        out);
}

TEST_P(FaultSweep, OfSurfaceAlwaysPrintsOneLineAndLeaksNothing) {
  const std::string out = folder / "o.npy";
  sweep(GetParam(), {"surface", "--at", "3,1", "--brush", "2x2", "--out", out}, out);
}

TEST_P(FaultSweep, OfRendererCallsPrintsOneLineOrIsWorkedAround) {
  const std::string out = folder / "a.png";
  int failures = 0;
  constexpr int more_calls_than_it_makes = 60;
  for (int call = 1; call <= more_calls_than_it_makes; ++call) {
    std::filesystem::remove(out);
    const Outcome outcome = run_command({"render", "plasma", "--out", out, "--size", "16x16", "--device",
                                         to_string(GetParam()), "--fail-gl", std::to_string(call)});
    EXPECT_EQ(std::filesystem::exists(out), outcome.code == 0) << "call " << call;
    if (outcome.code != 0) {
      ++failures;
      EXPECT_EQ(outcome.code, 3) << "call " << call << ": " << outcome.err;
      EXPECT_EQ(outcome.error_lines(), 1) << "call " << call << ": " << outcome.err;
    }
  }
  EXPECT_GE(failures, 3) << "a texture is created, allocated and read";
  EXPECT_LT(failures, more_calls_than_it_makes);
}

TEST_P(FaultSweep, OfOneFunctionReportsItsNameAndTheRequestedStatus) {
  const std::string out = folder / "a.png";
  const auto error_of = [&](const std::string& option, const std::string& fault) {
    const Outcome outcome = run_command(
        {"render", "image", "--out", out, "--size", "16x16", "--device", to_string(GetParam()), option, fault});
    EXPECT_EQ(outcome.code, 3) << outcome.err;
    EXPECT_EQ(outcome.error_lines(), 1) << outcome.err;
    return outcome.err;
  };
  const std::string launch = error_of("--fail", "cuLaunchKernel:1=719");
  EXPECT_NE(launch.find("cuLaunchKernel("), std::string::npos) << launch;
  EXPECT_NE(launch.find("CUDA_ERROR_LAUNCH_FAILED (719)"), std::string::npos) << launch;
  const std::string map = error_of("--fail", "cuGraphicsMapResources");
  EXPECT_NE(map.find("cuGraphicsMapResources("), std::string::npos) << map;
  EXPECT_NE(map.find("CUDA_ERROR_OUT_OF_MEMORY (2)"), std::string::npos) << map;
  const std::string storage = error_of("--fail-gl", "glTextureStorage2D");
  EXPECT_NE(storage.find("glTextureStorage2D: GL_OUT_OF_MEMORY"), std::string::npos) << storage;
}

INSTANTIATE_TEST_SUITE_P(On, FaultSweep, testing::ValuesIn(tests::devices_to_test()), tests::device_test_name);

}  // namespace
}  // namespace texelscope::app
