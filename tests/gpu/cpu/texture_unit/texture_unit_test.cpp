#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include "gpu/cpu/texture_unit/fetch_functions.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "tests/gpu/cpu/texture_unit/reference.h"
#include "tests/gpu/cpu/texture_unit/texture_cases.h"
#include "texelscope/gpu/error.h"

namespace texelscope::tests {
namespace {

using gpu::AddressMode;
using gpu::DataType;
using gpu::Extent;
using gpu::FilterMode;
using gpu::InvalidArgument;
using gpu::ReadMode;
using gpu::TextureDescriptor;
using kernels::Float4;

TextureCase float_texture(Extent extent, std::vector<float> values, TextureDescriptor descriptor) {
  TextureCase texture;
  texture.extent = extent;
  texture.format = DataType::float32;
  texture.num_channels = 1;
  texture.descriptor = descriptor;
  texture.texels.resize(values.size() * sizeof(float));
  std::memcpy(texture.texels.data(), values.data(), texture.texels.size());
  return texture;
}

float sample_x(const TextureCase& texture, float x, float y = 0, float z = 0) {
  const auto unit = gpu::cpu::make_texture(texture.view(), texture.descriptor);
  return unit->sample_float(*unit, x, y, z).x;
}

TEST(TextureUnit, FollowsTheRulesInEverySetting) {
  std::set<std::string> classes;
  std::size_t compared = 0;
  for (const std::uint64_t seed : {1, 2}) {
    for (const TextureCase& texture : texture_cases(seed, 300)) {
      classes.insert(texture.class_name());
      const std::vector<FetchedBits> fetched = fetch_with_texture_unit(texture);
      for (std::size_t index = 0; index < fetched.size(); ++index) {
        const FetchedBits expected = fetch_by_the_rules(texture, texture.coordinates[index]);
        ASSERT_EQ(expected, fetched[index]) << describe(texture, index, expected, fetched[index]);
        ++compared;
      }
    }
  }
  EXPECT_GE(classes.size(), 100U);
  EXPECT_GE(compared, 400'000U);
}

TEST(TextureUnit, FetchesFastAsItFetchesInGeneral) {
  Random random{4};
  std::size_t settings = 0;
  for (TextureCase& texture : texture_cases(5, 1)) {
    if (texture.extent.rank() != 2) {
      continue;
    }
    texture.num_channels = 4;
    const auto fast = gpu::cpu::texture_unit::fast_fetch(texture.descriptor, texture.format, 4, 2);
    if (fast == nullptr) {
      continue;
    }
    ++settings;
    texture.texels.resize(texture.extent.volume() * 4 * size_bytes(texture.format));
    for (std::byte& byte : texture.texels) {
      byte = static_cast<std::byte>(random.bits());
    }
    const auto unit = gpu::cpu::make_texture(texture.view(), texture.descriptor);
    ASSERT_EQ(unit->sample_float, fast);
    const auto general = gpu::cpu::texture_unit::general_fetch(texture.descriptor, texture.format, 2).sample_float;
    texture.coordinates = random_coordinates(texture.extent, texture.descriptor.normalized_coords, random, 100'000);
    for (std::size_t index = 0; index < texture.coordinates.size(); ++index) {
      const auto& [x, y, z] = texture.coordinates[index];
      const auto expected = canonical(std::bit_cast<FetchedBits>(general(*unit, x, y, z)), ResultKind::floats);
      const auto fetched = canonical(std::bit_cast<FetchedBits>(fast(*unit, x, y, z)), ResultKind::floats);
      ASSERT_EQ(expected, fetched) << describe(texture, index, expected, fetched);
    }
  }
  EXPECT_GE(settings, 24U);
}

// Random bytes as float32 texels are mostly far apart in size; here they are near each other, and often equal.
TEST(TextureUnit, FetchesOrdinaryFloatsFastAsInGeneral) {
  Random random{6};
  TextureCase texture;
  texture.extent = Extent(64, 48);
  texture.format = DataType::float32;
  texture.descriptor.filter_mode = FilterMode::linear;
  for (std::uint64_t k = 0; k < 64 * 48 * 4; ++k) {
    const auto value = static_cast<float>((random.unit() * 2 - 1) * std::exp2(-static_cast<double>(random.below(12))));
    const float texel = random.below(8) == 0 ? 0.0F : (random.below(8) == 0 ? -0.0F : value);
    const auto bytes = std::bit_cast<std::array<std::byte, 4>>(texel);
    texture.texels.insert(texture.texels.end(), bytes.begin(), bytes.end());
  }
  const auto unit = gpu::cpu::make_texture(texture.view(), texture.descriptor);
  const auto general = gpu::cpu::texture_unit::general_fetch(texture.descriptor, texture.format, 2).sample_float;
  for (const auto& [x, y, z] : random_coordinates(texture.extent, false, random, 1'000'000)) {
    ASSERT_EQ(std::bit_cast<FetchedBits>(general(*unit, x, y, z)),
              std::bit_cast<FetchedBits>(unit->sample_float(*unit, x, y, z)))
        << x << ", " << y;
  }
}

TEST(TextureUnit, BlendsTwoTexelsInStepsOfA256th) {
  TextureDescriptor linear;
  linear.filter_mode = FilterMode::linear;
  const TextureCase texture = float_texture(Extent(2), {0, 256}, linear);
  EXPECT_EQ(sample_x(texture, 0.5F), 0);
  EXPECT_EQ(sample_x(texture, 1.0F), 128);
  EXPECT_EQ(sample_x(texture, 1.5F), 256);
  // A step begins half a step early.
  EXPECT_EQ(sample_x(texture, 0.5F + 1.5F / 256), 2);
  EXPECT_EQ(sample_x(texture, std::nextafter(0.5F + 1.5F / 256, 0.0F)), 1);
}

TEST(TextureUnit, GivesHalfToTheRowThatA1DTextureDoesNotHave) {
  TextureDescriptor descriptor;
  descriptor.filter_mode = FilterMode::linear;
  descriptor.address_mode = AddressMode::border;
  EXPECT_EQ(sample_x(float_texture(Extent(3), {8, 8, 8}, descriptor), 1.5F), 4);
  descriptor.address_mode = {AddressMode::border, AddressMode::clamp};
  EXPECT_EQ(sample_x(float_texture(Extent(3), {8, 8, 8}, descriptor), 1.5F), 8);
}

TEST(TextureUnit, ReadsMissingChannelsAsZero) {
  TextureDescriptor descriptor;
  const TextureCase texture = float_texture(Extent(1), {3}, descriptor);
  const auto unit = gpu::cpu::make_texture(texture.view(), descriptor);
  const Float4 texel = unit->sample_float(*unit, 0.5F, 0, 0);
  EXPECT_EQ((std::array{texel.x, texel.y, texel.z, texel.w}), (std::array{3.0F, 0.0F, 0.0F, 0.0F}));
}

TEST(TextureUnit, ClampsWrapAndMirrorOfUnnormalisedCoordinates) {
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::mirror}) {
    TextureDescriptor descriptor;
    descriptor.address_mode = mode;
    EXPECT_EQ(sample_x(float_texture(Extent(3), {1, 2, 3}, descriptor), 3.5F), 3);
    EXPECT_EQ(sample_x(float_texture(Extent(3), {1, 2, 3}, descriptor), -2), 1);
  }
}

TEST(TextureUnit, WrapsAndMirrorsNormalisedCoordinates) {
  TextureDescriptor descriptor;
  descriptor.normalized_coords = true;
  descriptor.address_mode = AddressMode::wrap;
  EXPECT_EQ(sample_x(float_texture(Extent(4), {1, 2, 3, 4}, descriptor), 1.125F), 1);
  EXPECT_EQ(sample_x(float_texture(Extent(4), {1, 2, 3, 4}, descriptor), -0.125F), 4);
  descriptor.address_mode = AddressMode::mirror;
  EXPECT_EQ(sample_x(float_texture(Extent(4), {1, 2, 3, 4}, descriptor), 1.125F), 4);
  EXPECT_EQ(sample_x(float_texture(Extent(4), {1, 2, 3, 4}, descriptor), -0.3F), 2);
}

TEST(TextureUnit, CountsAnInfinityWhoseWeightRoundsToZero) {
  TextureDescriptor descriptor;
  descriptor.filter_mode = FilterMode::linear;
  const float infinity = std::numeric_limits<float>::infinity();
  const TextureCase texture = float_texture(Extent(2, 2), {1, 1, 1, infinity}, descriptor);
  // Fractions of 1/256 on both axes leave the far corner a weight of 0, but it is read.
  EXPECT_EQ(sample_x(texture, 0.5F + 1.0F / 256, 0.5F + 1.0F / 256), infinity);
  EXPECT_EQ(sample_x(texture, 0.5F, 0.5F + 1.0F / 256), 1);
}

TEST(TextureUnit, RefusesWhatTheHardwareDoesNotHave) {
  const auto make = [](DataType format, ReadMode read, FilterMode filter, int channels, bool srgb) {
    TextureCase texture;
    texture.extent = Extent(2, 2);
    texture.format = format;
    texture.num_channels = channels;
    texture.descriptor.read_mode = read;
    texture.descriptor.filter_mode = filter;
    texture.descriptor.srgb = srgb;
    texture.texels.resize(256);
    return gpu::cpu::make_texture(texture.view(), texture.descriptor);
  };
  const auto element = ReadMode::element;
  const auto normalized = ReadMode::normalized_float;
  EXPECT_THROW(make(DataType::uint8, element, FilterMode::linear, 4, false), InvalidArgument);
  EXPECT_THROW(make(DataType::uint32, normalized, FilterMode::point, 4, false), InvalidArgument);
  EXPECT_THROW(make(DataType::uint8, normalized, FilterMode::point, 3, false), InvalidArgument);
  EXPECT_THROW(make(DataType::uint16, normalized, FilterMode::point, 4, true), InvalidArgument);
  EXPECT_THROW(make(DataType::uint8, element, FilterMode::point, 4, true), InvalidArgument);
  EXPECT_NO_THROW(make(DataType::uint8, normalized, FilterMode::linear, 4, true));
}

TEST(TextureUnit, LeavesTheOtherFetchFunctionsCallable) {
  const TextureCase texture = float_texture(Extent(1), {3}, {});
  const auto unit = gpu::cpu::make_texture(texture.view(), texture.descriptor);
  EXPECT_EQ(unit->sample_int(*unit, 0, 0, 0).x, 0);
  EXPECT_EQ(unit->sample_uint(*unit, 0, 0, 0).x, 0U);
}

}  // namespace
}  // namespace texelscope::tests
