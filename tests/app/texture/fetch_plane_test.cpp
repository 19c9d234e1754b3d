#include "app/texture/sample_plane.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using kernels::TextureFetch;
using kernels::TextureOperation;
using kernels::TextureShape;

TextureSetup noise(gpu::Extent shape) {
  TextureSetup setup;
  setup.array.shape = shape;
  setup.array.format = gpu::DataType::uint8;
  setup.array.num_channels = 4;
  setup.texture.filter_mode = gpu::FilterMode::linear;
  setup.texture.read_mode = gpu::ReadMode::normalized_float;
  setup.levels.resize(1, std::vector<std::byte>(setup.array.size_bytes()));
  unsigned number = 1;
  for (std::byte& byte : setup.levels[0]) {
    number = number * 1103515245U + 12345U;
    byte = static_cast<std::byte>(number >> 16U);
  }
  return setup;
}

class FetchPlaneTest : public tests::DeviceTest {
 protected:
  /// Expects that each single fetch equals the plane's result at the corresponding pixel, in row-major order.
  void expect_single_fetches(const TextureSetup& setup, const FetchPlane& plane) {
    std::vector<TextureFetch> fetches;
    for (int y = 0; y < plane.height; ++y) {
      for (int x = 0; x < plane.width; ++x) {
        fetches.push_back(fetch_at(plane, x, y));
      }
    }
    std::vector<FetchedTexel> results(fetches.size());
    const gpu::TextureObject texture = make_texture(setup, stream());
    const gpu::Buffer buffer = device().allocate(results.size() * sizeof(FetchedTexel), stream());
    schedule_plane(texture, setup.result_kind(), plane, buffer, stream());
    buffer.copy_to(std::as_writable_bytes(std::span(results)), stream());
    stream().synchronize();
    EXPECT_EQ(results, sample_texture(setup, fetches, stream()));
  }
};

TEST_P(FetchPlaneTest, IsAFetchForEachPixel) {
  FetchPlane plane{.fetch = {.shape = TextureShape::texture_2d},
                   .origin = {-1.25F, 0.5F, 0},
                   .by_x = {0.375F, 0.125F, 0},
                   .by_y = {-0.25F, 0.75F, 0},
                   .width = 37,
                   .height = 11};
  expect_single_fetches(noise(gpu::Extent(16, 8)), plane);
  plane.fetch.shape = TextureShape::texture_3d;
  plane.by_y.z = 0.5F;
  expect_single_fetches(noise(gpu::Extent(16, 8, 5)), plane);
}

TEST_P(FetchPlaneTest, RoundsElementIndicesDown) {
  TextureSetup setup = noise(gpu::Extent(64));
  setup.resource = gpu::ResourceKind::linear;
  setup.texture = {};
  const FetchPlane plane{.fetch = {.shape = TextureShape::texture_1d, .operation = TextureOperation::element},
                         .origin = {3.5F, 0, 0},
                         .by_x = {0.75F, 0, 0},
                         .width = 40};
  EXPECT_EQ(fetch_at(plane, 0, 0).element, 3);
  EXPECT_EQ(fetch_at(plane, 2, 0).element, 5);
  expect_single_fetches(setup, plane);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(FetchPlaneTest);

}  // namespace
}  // namespace texelscope::app
