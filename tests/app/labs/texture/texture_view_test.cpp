#include "app/labs/texture/texture_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "app/labs/texture/texture_lab.h"
#include "tests/app/temporary_folder.h"
#include "tests/support/device_fixture.h"

namespace texelscope::app {
namespace {

using kernels::TextureShape;

TEST(TextureView, FitsWithSquareTexelsAndAMargin) {
  TextureView view;
  gpu::ArrayDescriptor array;
  array.shape = gpu::Extent(16, 4);
  settle(view, array, 600, 300);
  const double pixels_x = 600 / (view.span.x * 16);
  const double pixels_y = 300 / (view.span.y * 4);
  EXPECT_NEAR(pixels_x, pixels_y, 1e-9);
  EXPECT_NEAR(view.span.x, 1.5, 1e-9);
  EXPECT_GE(view.span.y, 1.5);
  array.shape = gpu::Extent(16);
  settle(view, array, 600, 300);
  EXPECT_EQ(view.span.y, 1.5) << "the height of a row has no effect";
}

TEST(TextureView, ZoomsAboutAPositionAndStaysWithinBounds) {
  TextureView view;
  const Point about = view.at({0.25, 0.75});
  zoom_by(view, 3, about);
  EXPECT_FALSE(view.is_fit);
  EXPECT_NEAR(view.part_of(about).x, 0.25, 1e-12);
  EXPECT_NEAR(view.part_of(about).y, 0.75, 1e-12);
  for (int i = 0; i < 400; ++i) {
    zoom_by(view, 5, about);
  }
  EXPECT_EQ(view.span.x, smallest_span);
  for (int i = 0; i < 400; ++i) {
    zoom_by(view, -5, about);
    pan(view, {3, 3});
  }
  EXPECT_EQ(view.span.y, largest_span);
  EXPECT_LE(std::abs(view.center.x), largest_span);
}

TEST(TextureView, ShowsOnlyValidRanges) {
  TextureView view;
  show_range(view, false, -2, 3);
  show_range(view, true, 0, 1e9);
  show_range(view, true, 1, 1);
  EXPECT_NEAR(view.first().x, -2, 1e-12);
  EXPECT_NEAR(view.last().x, 3, 1e-12);
  EXPECT_EQ(view.span.y, 1.5);
}

TEST(TextureView, UsesTheUnitsOfTheDescriptor) {
  TextureSetup setup;
  setup.array.shape = gpu::Extent(8, 4, 2);
  const FetchInput fetch{.depth = 0.75F};
  EXPECT_EQ(coordinates_at(setup, fetch, {0.5, 0.25}), (std::array<double, 3>{4, 1, 1.5}));
  EXPECT_EQ(unit(setup, 0), 8);
  setup.texture.normalized_coords = true;
  EXPECT_EQ(coordinates_at(setup, fetch, {0.5, 0.25}), (std::array<double, 3>{0.5, 0.25, 0.75}));
  EXPECT_EQ(unit(setup, 0), 1);
  const auto position = position_of(setup, fetch, {0.5F, 0.25F, 0.75F});
  ASSERT_TRUE(position);
  EXPECT_EQ(position->x, 0.5);
  EXPECT_EQ(position->y, 0.25);
}

TEST(TextureView, InvertsPositionsOnTheFaceOfACubeMap) {
  TextureSetup setup;
  setup.array.kind = gpu::ArrayKind::cube_map;
  setup.texture.normalized_coords = true;
  for (int face = 0; face < 6; ++face) {
    const FetchInput fetch{.face = face};
    const auto direction = coordinates_at(setup, fetch, {0.25, 0.875});
    std::array<float, 3> at{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      at[axis] = static_cast<float>(3 * direction[axis]);
    }
    const auto found = position_of(setup, fetch, at);
    ASSERT_TRUE(found) << face;
    EXPECT_NEAR(found->x, 0.25, 1e-6);
    EXPECT_NEAR(found->y, 0.875, 1e-6);
    EXPECT_FALSE(position_of(setup, {.face = face ^ 1}, at)) << "the coordinates select the opposite face";
  }
}

using TexturePlanes = tests::DeviceTest;

TEST_P(TexturePlanes, ReadTheTexelsAtTheirPositionsInTheImage) {
  for (int shape = 0; shape < 7; ++shape) {
    TextureLab lab;
    lab.input.texels.shape = static_cast<TextureShape>(shape);
    lab.input.texels.extent = {4, 4, 3};
    lab.input.texels.num_layers = 2;
    for (gpu::TextureDescriptor& descriptor : lab.input.descriptors) {
      descriptor.filter_mode = gpu::FilterMode::point;
      descriptor.address_mode = gpu::AddressMode::clamp;
      descriptor.read_mode = gpu::ReadMode::element;
    }
    const bool is_cube =
        lab.input.texels.shape == TextureShape::cube_map || lab.input.texels.shape == TextureShape::layered_cube_map;
    for (int slice = 0; slice < (is_cube ? 6 : 2); ++slice) {
      lab.input.fetch.layer = is_layered(lab.input.texels.shape) ? 1 : 0;
      lab.input.fetch.face = slice;
      lab.input.fetch.depth = 0.5F;
      lab.update();
      ASSERT_TRUE(lab.work().can_sample(0)) << lab.work().error(0);
      TextureSampler sampler(device());
      sampler.bind(lab.work(), {true, true});
      TextureView view;
      view.span = {1, 1};
      const TextureSetup setup = lab.work().setup_without_texels(0);
      const FetchPlane plane = picture_plane(lab.input, setup, view, 4, 4);
      const std::vector<FetchedTexel> results = sampler.sample(0, plane);
      const gpu::ArrayDescriptor& array = lab.work().setup->array;
      const std::size_t layer = array.is_cube_map()       ? static_cast<std::size_t>(6 * lab.input.fetch.layer + slice)
                                : array.is_layered()      ? 1
                                : array.shape.rank() == 3 ? 1
                                                          : 0;
      const std::vector<std::byte>& texels = lab.work().setup->levels[0];
      for (std::size_t y = 0; y < 4; ++y) {
        for (std::size_t x = 0; x < 4; ++x) {
          const std::size_t row = array.shape.rank() == 1 ? 0 : y;
          const std::size_t rows = array.shape.rank() == 1 ? 1 : 4;
          const std::size_t at = 4 * (x + 4 * (row + rows * layer));
          ASSERT_EQ(results[x + 4 * y][0], static_cast<std::uint32_t>(texels[at]))
              << "shape " << shape << ", slice " << slice << ", texel " << x << ", " << y;
        }
      }
    }
  }
}

TEST_P(TexturePlanes, AreFetchedAtTheHostsCoordinates) {
  TextureLab lab;
  lab.update();
  TextureSampler sampler(device());
  sampler.bind(lab.work(), {true, true});
  const TextureSetup setup = lab.work().setup_without_texels(0);
  const FetchPlane plane = picture_plane(lab.input, setup, lab.view, 37, 23);
  const std::vector<FetchedTexel> results = sampler.sample(0, plane);
  for (int y = 0; y < 23; ++y) {
    for (int x = 0; x < 37; ++x) {
      ASSERT_EQ(sampler.sample(0, fetch_at(plane, x, y)), results[static_cast<std::size_t>(x + 37 * y)])
          << x << " " << y;
    }
  }
}

/// A DDS file of 16 × 8 texels with two levels, whose blocks are random.
std::string dds_of_blocks(std::uint32_t dxgi_format, std::size_t block_bytes) {
  const auto number = [](std::uint32_t value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  std::string blocks((8 + 2) * block_bytes, '\0');
  std::mt19937 random(dxgi_format);
  std::ranges::generate(blocks, [&] { return static_cast<char>(random()); });
  return "DDS " + number(124) + number(0x21007) + number(8) + number(16) + number(0) + number(0) + number(2) +
         std::string(44, '\0') + number(32) + number(4) + "DX10" + std::string(20, '\0') + number(0x1000) +
         std::string(16, '\0') + number(dxgi_format) + number(3) + number(0) + number(1) + number(0) + blocks;
}

TEST_P(TexturePlanes, OfBlocksAreExplainedByDecodedTexels) {
  const tests::TemporaryFolder folder;
  const std::vector<std::pair<std::uint32_t, gpu::TexelEncoding>> formats{
      {71, gpu::TexelEncoding::bc1_unorm}, {72, gpu::TexelEncoding::bc1_unorm_srgb},
      {74, gpu::TexelEncoding::bc2_unorm}, {77, gpu::TexelEncoding::bc3_unorm},
      {80, gpu::TexelEncoding::bc4_unorm}, {81, gpu::TexelEncoding::bc4_snorm},
      {83, gpu::TexelEncoding::bc5_unorm}, {84, gpu::TexelEncoding::bc5_snorm},
      {95, gpu::TexelEncoding::bc6h_uf16}, {96, gpu::TexelEncoding::bc6h_sf16},
      {98, gpu::TexelEncoding::bc7_unorm}, {99, gpu::TexelEncoding::bc7_unorm_srgb}};
  for (const auto& [number, encoding] : formats) {
    SCOPED_TRACE(to_string(encoding));
    TextureLab lab;
    lab.input.texels.content = TexelContent::image;
    lab.input.texels.file = folder.write("a.dds", dds_of_blocks(number, gpu::block_bytes(encoding)));
    lab.input.resource = gpu::ResourceKind::mipmapped_array;
    lab.input.num_levels = 2;
    for (gpu::TextureDescriptor& descriptor : lab.input.descriptors) {
      descriptor.max_mipmap_level_clamp = 1;
    }
    lab.update();
    ASSERT_TRUE(lab.work().can_sample(0)) << lab.work().error(0);
    EXPECT_EQ(lab.work().setup->array.encoding, encoding);
    TextureSampler sampler(device());
    sampler.bind(lab.work(), {true, true});
    kernels::TextureFetch fetch = fetch_of(lab.input);
    for (const float x : {0.1F, 0.37F, 0.9F}) {
      fetch.x = x;
      fetch.y = 1 - x / 2;
      const ProbeResult probe = probe_fetch(lab.work(), 0, fetch, &sampler);
      ASSERT_EQ(probe.error, "");
      for (std::size_t channel = 0; channel < static_cast<std::size_t>(gpu::channel_count(encoding)); ++channel) {
        EXPECT_EQ(probe.explanation.result[channel], (*probe.device)[channel]) << x << " " << channel;
      }
    }
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(TexturePlanes);

}  // namespace
}  // namespace texelscope::app
