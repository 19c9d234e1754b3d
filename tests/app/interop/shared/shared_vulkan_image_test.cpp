#include "app/interop/shared/shared_vulkan_image.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "app/interop/offscreen_renderer.h"
#include "app/interop/shared/round_trip.h"
#include "render/common/error.h"
#include "tests/render/vulkan/vulkan_fixture.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

/// Runs under the validation layers if they are installed; they must report nothing.
class SharedVulkanImageTest : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    // The layers do not see CUDA's semaphore signals, and would stall for ten seconds at each wait.
    setenv("TEXELSCOPE_VULKAN_VALIDATION", device().id().kind == gpu::DeviceKind::cpu ? "auto" : "", 1);
    try {
      context_.emplace(open_vulkan_for(device()));
    } catch (const render::Unavailable& reason) {
      GTEST_SKIP() << reason.what();
    }
  }
  void TearDown() override {
    context_.reset();
    tests::expect_no_messages();
    DeviceTest::TearDown();
  }

  [[nodiscard]] SharedVulkanImage make(FrameFormat format, int width, int height) {
    return {*context_, device(), format, width, height};
  }
  static void expect_pattern(const SharedVulkanImage& image, std::uint32_t seed) {
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(image.width()) *
                                      static_cast<std::size_t>(image.height()));
    image.read(std::as_writable_bytes(std::span(pixels)));
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        ASSERT_EQ(
            pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width()) + static_cast<std::size_t>(x)],
            pattern_texel(seed, x, y))
            << x << ", " << y;
      }
    }
  }

 private:
  std::optional<render::vulkan::Context> context_;
};

TEST_P(SharedVulkanImageTest, ShowsVulkanTheWritesOnceItIsReleased) {
  SharedVulkanImage image = make(FrameFormat::rgba8, 61, 37);
  const gpu::Stream stream = device().create_stream();
  for (std::uint32_t seed = 1; seed < 20; ++seed) {
    const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream);
    write_pattern(acquired->surface(), seed, stream);
    acquired->release();
    // Every third frame is not read.
    if (seed % 3 != 0) {
      expect_pattern(image, seed);
    }
  }
  expect_pattern(image, 19);
}

TEST_P(SharedVulkanImageTest, SupportsFloats) {
  SharedVulkanImage image = make(FrameFormat::rgba32f, 5, 3);
  EXPECT_EQ(image.format(), FrameFormat::rgba32f);
  const gpu::Stream stream = device().create_stream();
  const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream);
  EXPECT_EQ(acquired->surface().array().format(), gpu::DataType::float32);
  acquired->release();
  std::vector<std::byte> pixels(5 * 3 * 16);
  image.read(pixels);
}

TEST_P(SharedVulkanImageTest, RefusesVulkanWhileItIsAcquired) {
  SharedVulkanImage image = make(FrameFormat::rgba8, 8, 8);
  const gpu::Stream stream = device().create_stream();
  const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream);
  std::vector<std::byte> pixels(8 * 8 * 4);
  EXPECT_THROW(image.read(pixels), render::Error);
  EXPECT_THROW((void)image.acquire(stream), render::Error);
}

TEST_P(SharedVulkanImageTest, IsReleasedAtTheEndOfTheScopeByAnException) {
  SharedVulkanImage image = make(FrameFormat::rgba8, 16, 16);
  const gpu::Stream stream = device().create_stream();
  try {
    const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream);
    write_pattern(acquired->surface(), 6, stream);
    throw std::runtime_error("the frame was aborted");
  } catch (const std::runtime_error&) {
  }
  expect_pattern(image, 6);
}

TEST_P(SharedVulkanImageTest, MayBeDestroyedWhileTheStreamStillWrites) {
  const gpu::Stream stream = device().create_stream();
  for (int round = 0; round < 8; ++round) {
    SharedVulkanImage image = make(FrameFormat::rgba8, 256, 256);
    const std::unique_ptr<AcquiredImages> acquired = image.acquire(stream);
    write_pattern(acquired->surface(), 1, stream);
    acquired->release();
  }
  stream.synchronize();
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SharedVulkanImageTest);

}  // namespace
}  // namespace texelscope::app
