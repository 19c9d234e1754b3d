#include "app/texture/fetch_list.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace texelscope::app {
namespace {

TEST(ExplainedTexture, RefersToTheTexelsOfEachLevel) {
  TextureSetup setup;
  setup.array.shape = gpu::Extent(4, 2);
  setup.array.num_channels = 2;
  setup.texture.filter_mode = gpu::FilterMode::linear;
  setup.resource = gpu::ResourceKind::mipmapped_array;
  setup.levels = {std::vector<std::byte>(16), std::vector<std::byte>(4)};
  const gpu::ExplainedTexture texture = explained(setup);
  EXPECT_EQ(texture.array, setup.array);
  EXPECT_EQ(texture.descriptor, setup.texture);
  EXPECT_EQ(texture.resource, gpu::ResourceKind::mipmapped_array);
  ASSERT_EQ(texture.levels.size(), 2U);
  for (std::size_t level = 0; level < 2; ++level) {
    EXPECT_EQ(texture.levels[level].data(), setup.levels[level].data());
    EXPECT_EQ(texture.levels[level].size(), setup.levels[level].size());
  }
}

}  // namespace
}  // namespace texelscope::app
