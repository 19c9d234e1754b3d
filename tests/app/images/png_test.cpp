#include "app/images/image_file.h"

#include <gtest/gtest.h>
#include <stb/stb_image.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>

namespace texelscope::app {
namespace {

/// Flat, rising and noisy rows, so that each filter is the best of some.
Image mixed_rows(int channels) {
  Image image{61, 40, channels, gpu::DataType::uint8, {}};
  std::mt19937 random{7};
  for (int y = 0; y < image.height; ++y) {
    for (int i = 0; i < image.width * channels; ++i) {
      const std::uint32_t values[] = {200, static_cast<std::uint32_t>(i + 3 * y), static_cast<std::uint32_t>(random()),
                                      static_cast<std::uint32_t>(i * i + y)};
      image.pixels.push_back(static_cast<std::byte>(values[y % 4] & 0xFFU));
    }
  }
  return image;
}

TEST(Png, IsReadByAnotherDecoderAsItWasWritten) {
  for (int channels = 1; channels <= 4; ++channels) {
    const Image image = mixed_rows(channels);
    const std::vector<std::byte> png = encode_png(image);
    int width = 0;
    int height = 0;
    int found = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()), static_cast<int>(png.size()), &width,
                              &height, &found, 0),
        stbi_image_free);
    ASSERT_NE(pixels, nullptr) << stbi_failure_reason();
    EXPECT_EQ(width, image.width);
    EXPECT_EQ(height, image.height);
    EXPECT_EQ(found, channels);
    const auto* const bytes = reinterpret_cast<const std::byte*>(pixels.get());
    EXPECT_TRUE(std::equal(image.pixels.begin(), image.pixels.end(), bytes)) << channels << " channels";
  }
}

}  // namespace
}  // namespace texelscope::app
