#include "render/vulkan/image/texture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/render/vulkan/vulkan_fixture.h"

namespace texelscope::render::vulkan {
namespace {

class VulkanTexture : public tests::VulkanTest {};

TEST_F(VulkanTexture, ReadsBackWhatWasUploadedWholeAndByBoxes) {
  Texture texture{context(), 7, 5, false};
  std::vector<std::byte> pixels(7 * 5 * 4);
  std::vector<std::byte> read(pixels.size());
  texture.read({0, 0, 7, 5}, read);
  for (int upload = 0; upload < 3; ++upload) {
    for (std::size_t i = 0; i < pixels.size(); ++i) {
      pixels[i] = static_cast<std::byte>(i * 3 + static_cast<std::size_t>(upload));
    }
    texture.upload(pixels);
    texture.read({0, 0, 7, 5}, read);
    EXPECT_EQ(read, pixels);
    std::vector<std::byte> box(2 * 4);
    texture.read({3, 4, 2, 1}, box);
    EXPECT_TRUE(std::equal(box.begin(), box.end(), pixels.begin() + (4 * 7 + 3) * 4));
  }
}

TEST_F(VulkanTexture, RejectsBoxesOutsideItAndSpansOfAnotherSize) {
  const Texture texture{context(), 7, 5, false};
  std::vector<std::byte> texel(4);
  EXPECT_THROW(texture.read({7, 0, 1, 1}, texel), Error);
  EXPECT_THROW(texture.read({0, 0, 0, 1}, texel), Error);
  EXPECT_THROW(texture.read({0, 0, 2, 1}, texel), Error);
}

}  // namespace
}  // namespace texelscope::render::vulkan
