#include "app/texture/sample_texture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "app/texture/fetch_list.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

using gpu::DataType;
using kernels::TextureFetch;
using kernels::TextureOperation;
using kernels::TextureShape;

template <class T>
TextureSetup setup_of(gpu::Extent shape, DataType format, int num_channels, const std::vector<T>& texels) {
  TextureSetup setup;
  setup.array.shape = shape;
  setup.array.format = format;
  setup.array.num_channels = num_channels;
  setup.levels.resize(1, std::vector<std::byte>(texels.size() * sizeof(T)));
  std::memcpy(setup.levels[0].data(), texels.data(), setup.levels[0].size());
  return setup;
}

using SampleTexture = tests::DeviceTest;

TEST_P(SampleTexture, ReturnsTheBitsOfFloatsAndSignedAndUnsignedIntegers) {
  const TextureFetch last{.shape = TextureShape::texture_1d, .x = 1.5F};
  const auto fetch_last = [&](const TextureSetup& setup) {
    return sample_texture(setup, std::span(&last, 1), stream())[0];
  };
  EXPECT_EQ(fetch_last(setup_of<float>(gpu::Extent(2), DataType::float32, 1, {1, -2.5F}))[0],
            std::bit_cast<std::uint32_t>(-2.5F));
  EXPECT_EQ(fetch_last(setup_of<std::int8_t>(gpu::Extent(2), DataType::int8, 2, {1, 2, -3, 4})),
            (FetchedTexel{0xFFFFFFFDU, 4, 0, 0}));
  EXPECT_EQ(fetch_last(setup_of<std::uint16_t>(gpu::Extent(2), DataType::uint16, 1, {1, 65535}))[0], 65535U);
  TextureSetup normalized = setup_of<std::uint8_t>(gpu::Extent(2), DataType::uint8, 1, {0, 255});
  normalized.texture.read_mode = gpu::ReadMode::normalized_float;
  EXPECT_EQ(fetch_last(normalized)[0], std::bit_cast<std::uint32_t>(1.0F));
}

TEST_P(SampleTexture, ReturnsTheSameArrayFromCoordinatesWhereTheyAre) {
  std::vector<float> numbers(300);
  for (std::size_t index = 0; index < numbers.size(); ++index) {
    numbers[index] = static_cast<float>(index % 37) / 4;
  }
  const std::vector<std::uint8_t> texels(4 * 3 * 16, 77);
  std::vector<TextureSetup> setups;
  for (const DataType format : {DataType::float32, DataType::uint32, DataType::int32, DataType::uint8}) {
    setups.push_back(setup_of(gpu::Extent(4, 3), format, 1, texels));
    setups.back().levels[0].resize(12 * gpu::size_bytes(format));
  }
  // Coordinates that are moved, and layers.
  setups.push_back(setups[0]);
  setups.back().place = {1, 0.5F};
  setups.push_back(setups[0]);
  setups.back().array.kind = gpu::ArrayKind::layered;
  for (const TextureSetup& setup : setups) {
    const std::int64_t columns = setup.array.is_layered() ? 3 : 2;
    // Every second row and column, from the second on.
    const gpu::StridedLayout layout({20, columns}, {2 * 7, 2}, 4);
    const std::span from = std::as_bytes(std::span(numbers)).subspan(setup.array.is_layered() ? 0 : 4);
    if (setup.array.is_layered()) {
      for (std::size_t row = 0; row < 20; ++row) {
        numbers[row * 14 + 4] = static_cast<float>(row % 3);
      }
    }
    const auto at = gpu::StridedMemoryView::from_host(from, layout, gpu::ElementType(DataType::float32));
    const auto fetches = fetches_from(at, setup, FetchColumns::coordinates, {});
    const gpu::NpyArray expected = results_array(sample_texture(setup, fetches, stream()), setup, false);
    const gpu::NpyArray actual = sample_array(setup, at, FetchColumns::coordinates, {}, stream());
    EXPECT_EQ(actual.layout, expected.layout);
    EXPECT_EQ(actual.type, expected.type);
    EXPECT_TRUE(std::ranges::equal(actual.bytes(), expected.bytes())) << to_string(setup);
  }
}

TEST_P(SampleTexture, ReturnsOneResultForEachFetchInOrder) {
  std::vector<std::uint32_t> texels(64 * 32);
  for (std::uint32_t number = 0; number < texels.size(); ++number) {
    texels[number] = number * number;
  }
  std::vector<TextureFetch> fetches;
  for (std::uint32_t number = 0; number < texels.size(); ++number) {
    const std::uint32_t row = number / 64;
    fetches.push_back({.x = static_cast<float>(number % 64), .y = static_cast<float>(row)});
  }
  const auto results = sample_texture(setup_of(gpu::Extent(64, 32), DataType::uint32, 1, texels), fetches, stream());
  ASSERT_EQ(results.size(), texels.size());
  for (std::size_t number = 0; number < texels.size(); ++number) {
    ASSERT_EQ(results[number][0], texels[number]) << number;
  }
  EXPECT_TRUE(sample_texture(setup_of(gpu::Extent(64, 32), DataType::uint32, 1, texels), {}, stream()).empty());
}

TEST_P(SampleTexture, RefusesFetchesThatDoNotMatchTheTexture) {
  const TextureSetup setup = setup_of<std::uint8_t>(gpu::Extent(2), DataType::uint8, 1, {1, 2});
  const auto expect_refused = [&](const TextureFetch& fetch, const char* part) {
    try {
      (void)sample_texture(setup, std::span(&fetch, 1), stream());
      FAIL() << part;
    } catch (const gpu::InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  expect_refused({.shape = TextureShape::texture_2d}, "a 2D fetch cannot read a 1D texture");
  expect_refused({.shape = TextureShape::texture_1d, .operation = TextureOperation::element},
                 "element fetches need linear memory");
  expect_refused({.shape = TextureShape::texture_1d, .operation = TextureOperation::gather}, "gather");
}

TEST_P(SampleTexture, RefusesASetupWithTooFewTexels) {
  TextureSetup setup = setup_of<std::uint8_t>(gpu::Extent(3), DataType::uint8, 1, {1, 2});
  EXPECT_THROW((void)sample_texture(setup, {}, stream()), gpu::InvalidArgument);
  EXPECT_NE(refusal(setup).find("level 0 has 2 bytes"), std::string::npos);
  setup.levels.clear();
  EXPECT_THROW((void)sample_texture(setup, {}, stream()), gpu::InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(SampleTexture);

}  // namespace
}  // namespace texelscope::app
