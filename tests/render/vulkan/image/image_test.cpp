#include "render/vulkan/image/image.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <vector>

#include "tests/render/vulkan/fail_nth_call.h"
#include "tests/render/vulkan/vulkan_fixture.h"

namespace texelscope::render::vulkan {
namespace {

using tests::VulkanTest;

class VulkanImage : public VulkanTest {
 protected:
  /// Fills the image's rows on the host, as a compute device does: texel (x, y) begins with x + 3·y + `first`.
  static void write(Image& image, int first) {
    const std::uint64_t value = image.acquire();
    ASSERT_TRUE(image.wait_for_timeline(value));
    const MappedTexels texels = image.mapped();
    const std::size_t texel_bytes = bytes_per_pixel(image.format());
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        std::byte* const texel = texels.memory.data() + texels.offset_bytes +
                                 static_cast<std::size_t>(y) * texels.row_pitch_bytes +
                                 static_cast<std::size_t>(x) * texel_bytes;
        std::fill_n(texel, texel_bytes, static_cast<std::byte>(x + 3 * y + first));
      }
    }
    ASSERT_TRUE(image.signal_timeline(image.take_back()));
  }
  static void expect_written(const Image& image, int first) {
    const std::size_t texel_bytes = bytes_per_pixel(image.format());
    std::vector<std::byte> pixels(static_cast<std::size_t>(image.width() * image.height()) * texel_bytes);
    image.read(pixels);
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const std::size_t at = static_cast<std::size_t>(y * image.width() + x) * texel_bytes;
        ASSERT_EQ(pixels[at], static_cast<std::byte>(x + 3 * y + first)) << x << ", " << y;
        ASSERT_EQ(pixels[at + texel_bytes - 1], pixels[at]) << x << ", " << y;
      }
    }
  }
};

TEST_F(VulkanImage, ShowsHostWritesToItsRows) {
  for (const PixelFormat format : {PixelFormat::rgba8, PixelFormat::rgba32f}) {
    Image image(context(), format, 37, 21, Sharing::mapped);
    EXPECT_GE(image.mapped().row_pitch_bytes, 37 * bytes_per_pixel(format));
    EXPECT_GE(image.memory_bytes(), 20 * image.mapped().row_pitch_bytes + 37 * bytes_per_pixel(format));
    write(image, 5);
    expect_written(image, 5);
    expect_written(image, 5);
    write(image, 90);
    // This image is never read.
    write(image, 60);
    expect_written(image, 60);
  }
}

TEST_F(VulkanImage, CopiesTheRowsIfTheDeviceHasNoSuchImages) {
  for (const PixelFormat format : {PixelFormat::rgba8, PixelFormat::rgba32f}) {
    std::optional<Image> image;
    {
      const tests::FailNthCall fault{"vkGetPhysicalDeviceImageFormatProperties2", 1, "VK_ERROR_FORMAT_NOT_SUPPORTED"};
      image.emplace(context(), format, 37, 21, Sharing::mapped);
    }
    EXPECT_EQ(image->sharing(), Sharing::copied);
    EXPECT_EQ(image->mapped().row_pitch_bytes, 37 * bytes_per_pixel(format));
    write(*image, 5);
    expect_written(*image, 5);
    expect_written(*image, 5);
    // The device sees the previous contents; no read observes the write in between.
    ASSERT_TRUE(image->wait_for_timeline(image->acquire()));
    EXPECT_EQ(image->mapped().memory[bytes_per_pixel(format)], std::byte{6});
    ASSERT_TRUE(image->signal_timeline(image->take_back()));
    write(*image, 60);
    write(*image, 90);
    expect_written(*image, 90);
  }
}

TEST_F(VulkanImage, ReportsAnUnsupportedFormat) {
  const tests::FailNthCall fault{"vkGetPhysicalDeviceImageFormatProperties2", 1, "VK_ERROR_OUT_OF_HOST_MEMORY"};
  EXPECT_THROW((Image{context(), PixelFormat::rgba8, 4, 4, Sharing::mapped}), Error);
}

TEST_F(VulkanImage, WaitsOnTheDeviceForPendingWrites) {
  Image image(context(), PixelFormat::rgba8, 8, 8, Sharing::mapped);
  ASSERT_TRUE(image.wait_for_timeline(image.acquire()));
  const std::uint64_t done = image.take_back();
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds{30});
    const MappedTexels texels = image.mapped();
    for (int y = 0; y < 8; ++y) {
      std::memset(texels.memory.data() + texels.offset_bytes + static_cast<std::size_t>(y) * texels.row_pitch_bytes, 77,
                  8 * 4);
    }
    ASSERT_TRUE(image.signal_timeline(done));
  });
  std::vector<std::byte> pixels(8 * 8 * 4);
  image.read(pixels);
  writer.join();
  EXPECT_TRUE(std::ranges::all_of(pixels, [](std::byte value) { return value == std::byte{77}; }));
}

TEST_F(VulkanImage, CountsOwnershipTransfersOnItsTimeline) {
  Image image(context(), PixelFormat::rgba8, 4, 4, Sharing::mapped);
  EXPECT_FALSE(image.is_acquired());
  const std::uint64_t first = image.acquire();
  EXPECT_TRUE(image.is_acquired());
  ASSERT_TRUE(image.wait_for_timeline(first));
  EXPECT_EQ(image.timeline_value(), first);
  const std::uint64_t second = image.take_back();
  EXPECT_GT(second, first);
  ASSERT_TRUE(image.signal_timeline(second));
  EXPECT_EQ(image.timeline_value(), second);
  EXPECT_GT(image.acquire(), second);
}

TEST_F(VulkanImage, RejectsEveryUseWhileAcquired) {
  Image image(context(), PixelFormat::rgba8, 4, 4, Sharing::mapped);
  EXPECT_THROW((void)image.take_back(), Error);
  (void)image.acquire();
  std::vector<std::byte> pixels(64);
  EXPECT_THROW(image.read(pixels), Error);
  EXPECT_THROW((void)image.acquire(), Error);
}

TEST_F(VulkanImage, RejectsUnsupportedSizes) {
  for (const auto& [width, height] : {std::pair{0, 4}, {4, 0}, {-1, 4}, {4, 1 << 20}}) {
    try {
      const Image image(context(), PixelFormat::rgba8, width, height, Sharing::mapped);
      ADD_FAILURE() << width << " × " << height;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("supports 1 to"), std::string::npos) << error.what();
    }
  }
  const Image image(context(), PixelFormat::rgba8, 4, 4, Sharing::mapped);
  std::vector<std::byte> pixels(63);
  EXPECT_THROW(image.read(pixels), Error);
}

TEST_F(VulkanImage, ReportsItsOwner) {
  Image image(context(), PixelFormat::rgba8, 4, 4, Sharing::mapped);
  EXPECT_EQ(image.turn().turn, Turn::vulkan);
  EXPECT_EQ(image.turn().last_value, 0U);
  EXPECT_EQ(image.acquire(), 1U);
  EXPECT_EQ(image.turn().turn, Turn::compute);
  EXPECT_FALSE(image.turn().is_external) << "the host has no queue family";
  ASSERT_TRUE(image.wait_for_timeline(1));
  EXPECT_EQ(image.take_back(), 2U);
  EXPECT_EQ(image.turn().turn, Turn::returning);
  EXPECT_EQ(image.turn().waits_for, 2U);
  EXPECT_EQ(image.turn().value, 1U);
  ASSERT_TRUE(image.signal_timeline(2));
  std::vector<std::byte> pixels(64);
  image.read(pixels);
  EXPECT_EQ(image.turn().turn, Turn::vulkan);
  EXPECT_EQ(image.turn().waits_for, 0U);
  EXPECT_EQ(image.turn().value, 2U);
}

TEST_F(VulkanImage, ReportsADeviceThatCannotExport) {
  if (context().device().exports_memory && context().device().exports_semaphores) {
    const Image image(context(), PixelFormat::rgba8, 4, 4, Sharing::exported);
    EXPECT_GE(image.export_memory(), 0);
    EXPECT_GE(image.export_timeline(), 0);
    return;
  }
  try {
    const Image image(context(), PixelFormat::rgba8, 4, 4, Sharing::exported);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("external_semaphore_fd"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace texelscope::render::vulkan
