#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
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

TEST(TextureUnit, BlendsHalfOfTheMissingRowOfA1DTexture) {
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

TEST(TextureUnit, ClampsWrapAndMirrorOfUnnormalizedCoordinates) {
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::mirror}) {
    TextureDescriptor descriptor;
    descriptor.address_mode = mode;
    EXPECT_EQ(sample_x(float_texture(Extent(3), {1, 2, 3}, descriptor), 3.5F), 3);
    EXPECT_EQ(sample_x(float_texture(Extent(3), {1, 2, 3}, descriptor), -2), 1);
  }
}

TEST(TextureUnit, WrapsAndMirrorsNormalizedCoordinates) {
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
  // Fractions of 1/256 on both axes give the far corner a weight of 0, but the corner is still read.
  EXPECT_EQ(sample_x(texture, 0.5F + 1.0F / 256, 0.5F + 1.0F / 256), infinity);
  EXPECT_EQ(sample_x(texture, 0.5F, 0.5F + 1.0F / 256), 1);
}

TEST(TextureUnit, RejectsUnsupportedSettings) {
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
