#include "app/instruments/stress/random_work.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "app/instruments/stress/frame_growth.h"
#include "app/instruments/stress/random_worker.h"
#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/shared_gl_image.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/fault_injector.h"

namespace texelscope::app {
namespace {

class Stress : public tests::DeviceTest {};

TEST_P(Stress, KnowsTheContentsOfEachBufferWhileFramesAreMapped) {
  const DeviceOffscreenGL offscreen = open_offscreen_gl(device(), [](std::string_view) {});
  const RandomWorkResult result =
      run_random_work(device(), share_gl_images(offscreen.gl), {.operations = 4000, .seed = 7});
  EXPECT_EQ(result.operations, 4000U);
  EXPECT_GT(result.checks, 100U);
  EXPECT_GT(result.frames, 0U);
  EXPECT_TRUE(result.wrong.empty()) << fmt::format("{}", fmt::join(result.wrong, "\n"));
}

TEST_P(Stress, RunsTheSameKernelOnTheDeviceAndOnTheHost) {
  const gpu::Buffer buffer = device().allocate(8, stream());
  buffer.fill(std::byte{1}, stream());
  launch_mix(buffer, 2, 5, stream());
  std::array<std::uint32_t, 2> numbers{};
  buffer.copy_to(std::as_writable_bytes(std::span(numbers)), stream());
  stream().synchronize();
  // 0x01010101 · 1664525 mod 2³², computed by hand.
  EXPECT_EQ(numbers[0], 16843009ULL * 1664525ULL % 4294967296ULL + 5);
  EXPECT_EQ(numbers[1], numbers[0] + 1);
}

TEST_P(Stress, UsesManyBuffersAtOnceInEachThread) {
  const auto live = std::make_shared<gpu::LiveObjects>();
  const gpu::Device observed = gpu::Device::open(GetParam(), {{live}, {}});
  const std::array streams{observed.create_stream(), observed.create_stream()};
  const std::size_t before = live->count();
  RandomWorker worker(observed, streams, 3);
  std::size_t most = 0;
  for (int step = 0; step < 1000; ++step) {
    worker.step();
    most = std::max(most, live->count() - before);
  }
  EXPECT_GE(most, 8U) << "copies need buffers with different histories";
}

TEST_P(Stress, ReportsTheErrorsOfItsThreads) {
  const auto faults =
      std::make_shared<gpu::FaultInjector>(gpu::Fault{"cuLaunchKernel", 5, gpu::Status::out_of_memory, false});
  const gpu::Device failing = gpu::Device::open(GetParam(), {{faults}, {}});
  const RandomWorkResult result =
      run_random_work(failing, nullptr, {.operations = 2000, .threads = 2, .streams = 3, .seed = 1});
  ASSERT_EQ(result.wrong.size(), 1U) << fmt::format("{}", fmt::join(result.wrong, "\n"));
  EXPECT_NE(result.wrong.front().find("cuLaunchKernel"), std::string::npos) << result.wrong.front();
}

TEST_P(Stress, CountsObjectsThatFramesLeak) {
  const auto live = std::make_shared<gpu::LiveObjects>();
  const DeviceOffscreenGL offscreen =
      open_offscreen_gl(gpu::Device::open(GetParam(), {{live}, {}}), [](std::string_view) {});
  const FrameGrowth growth = measure_growth(share_gl_images(offscreen.gl), *live, 100, {});
  EXPECT_EQ(growth.early_objects, growth.late_objects);
  EXPECT_GT(growth.late_objects, 3U) << "a context, a stream, an image and its surface are alive";
  EXPECT_GT(growth.late_bytes, std::uint64_t{1} << 20U);
}

TEST_P(Stress, FindsNoLeaksAfterAFewSceneSwitches) {
  const auto live = std::make_shared<gpu::LiveObjects>();
  const DeviceOffscreenGL offscreen =
      open_offscreen_gl(gpu::Device::open(GetParam(), {{live}, {}}), [](std::string_view) {});
  FrameGrowth growth = measure_switches(share_gl_images(offscreen.gl), *live, 100, {}).growth;
#ifdef __SANITIZE_ADDRESS__
  // AddressSanitizer retains freed memory to detect its use.
  growth.late_bytes = growth.early_bytes;
#endif
  EXPECT_TRUE(growth.is_right()) << growth.early_bytes << " bytes, then " << growth.late_bytes << "; "
                                 << growth.early_objects << " objects, then " << growth.late_objects;
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(Stress);

TEST(FrameGrowth, IsWrongForObjectsAndForMoreMemoryThanSlack) {
  FrameGrowth growth{
      .frames = 10, .early_bytes = 1 << 30, .late_bytes = 1 << 30, .early_objects = 5, .late_objects = 5};
  EXPECT_TRUE(growth.is_right());
  growth.late_objects = 6;
  EXPECT_FALSE(growth.is_right());
  growth.late_objects = 5;
  growth.late_bytes += FrameGrowth::slack_bytes;
  EXPECT_TRUE(growth.is_right());
  growth.late_bytes += 1;
  EXPECT_FALSE(growth.is_right());
}

}  // namespace
}  // namespace texelscope::app
