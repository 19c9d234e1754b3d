#include "app/texture/sample_plane.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "app/texture/sample_texture.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

constexpr int plane_width = 24;
constexpr int plane_height = 9;
constexpr SamplingPlane plane{
    .by_x = {0.3125F, 0.0625F, 0.125F}, .by_y = {-0.125F, 0.875F, 0.25F}, .origin = {0.25F, -0.5F, 0.125F}};

class SamplePlane : public tests::DeviceTest {
 protected:
  [[nodiscard]] gpu::CUDAArray output(gpu::DataType format, int num_channels = 4) const {
    gpu::ArrayDescriptor descriptor;
    descriptor.shape = gpu::Extent(plane_width, plane_height);
    descriptor.format = format;
    descriptor.num_channels = num_channels;
    descriptor.is_surface_load_store = true;
    return gpu::CUDAArray::from_descriptor(device(), descriptor);
  }

  [[nodiscard]] static TextureSetup ramp(gpu::Extent shape) {
    TextureSetup setup;
    setup.array.shape = shape;
    setup.array.num_channels = 4;
    setup.array.format = gpu::DataType::uint8;
    setup.texture.filter_mode = gpu::FilterMode::linear;
    setup.texture.read_mode = gpu::ReadMode::normalized_float;
    setup.levels.resize(1, std::vector<std::byte>(setup.array.size_bytes()));
    for (std::size_t at = 0; at < setup.levels[0].size(); ++at) {
      setup.levels[0][at] = static_cast<std::byte>(at * at * 7);
    }
    return setup;
  }
};

TEST_P(SamplePlane, WritesTheResultOfEachFetch) {
  for (const gpu::Extent shape : {gpu::Extent(12), gpu::Extent(12, 10), gpu::Extent(12, 10, 6)}) {
    const TextureSetup setup = ramp(shape);
    std::vector<kernels::TextureFetch> fetches;
    for (int y = 0; y < plane_height; ++y) {
      for (int x = 0; x < plane_width; ++x) {
        const auto along = [&](float by_x, float by_y, float origin) {
          return by_x * static_cast<float>(x) + by_y * static_cast<float>(y) + origin;
        };
        fetches.push_back({.shape = setup.shape(),
                           .x = along(plane.by_x.x, plane.by_y.x, plane.origin.x),
                           .y = along(plane.by_x.y, plane.by_y.y, plane.origin.y),
                           .z = along(plane.by_x.z, plane.by_y.z, plane.origin.z)});
      }
    }
    const std::vector<FetchedTexel> expected = sample_texture(setup, fetches, stream());
    const gpu::TextureObject texture = make_texture(setup, stream());

    std::vector<FetchedTexel> floats(expected.size());
    const gpu::CUDAArray of_floats = output(gpu::DataType::float32);
    sample_plane(texture, plane, gpu::SurfaceObject::from_array(of_floats), stream());
    of_floats.copy_to(std::as_writable_bytes(std::span(floats)), stream());
    std::vector<std::array<std::uint8_t, 4>> bytes(expected.size());
    const gpu::CUDAArray of_bytes = output(gpu::DataType::uint8);
    sample_plane(texture, plane, gpu::SurfaceObject::from_array(of_bytes), stream());
    of_bytes.copy_to(std::as_writable_bytes(std::span(bytes)), stream());
    stream().synchronize();

    EXPECT_EQ(floats, expected);
    for (std::size_t at = 0; at < expected.size(); ++at) {
      for (std::size_t channel = 0; channel < 4; ++channel) {
        const float number = std::bit_cast<float>(expected[at][channel]);
        ASSERT_EQ(bytes[at][channel], static_cast<std::uint8_t>(number * 255 + 0.5F)) << at;
      }
    }
  }
}

TEST_P(SamplePlane, RefusesOtherSurfaces) {
  const TextureSetup setup = ramp(gpu::Extent(12, 10));
  const gpu::TextureObject texture = make_texture(setup, stream());
  stream().synchronize();
  for (const gpu::CUDAArray& array : {output(gpu::DataType::uint16), output(gpu::DataType::uint8, 2)}) {
    EXPECT_THROW(sample_plane(texture, plane, gpu::SurfaceObject::from_array(array), stream()), gpu::InvalidArgument);
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SamplePlane);

}  // namespace
}  // namespace texelscope::app
