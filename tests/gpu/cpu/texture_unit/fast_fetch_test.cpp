#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "gpu/cpu/texture_unit/axis.h"
#include "gpu/cpu/texture_unit/fast_axis.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "tests/gpu/cpu/texture_unit/instruction_sets.h"
#include "tests/gpu/cpu/texture_unit/texture_cases.h"

/// Compares the fast functions with the functions that they replace.
namespace texelscope::tests {
namespace {

using gpu::AddressMode;
using gpu::DataType;
using gpu::Extent;
using gpu::FilterMode;
using gpu::ReadMode;
using gpu::cpu::texture_unit::Axis;
using Sample = kernels::HostTexture::SampleFloat;

struct Functions {
  gpu::cpu::TexturePointer unit;
  Sample general;
};

Functions make(const TextureCase& texture) {
  const auto general =
      gpu::cpu::texture_unit::general_fetch(texture.descriptor, texture.format, texture.extent.rank()).sample_float;
  return {gpu::cpu::make_texture(texture.view(), texture.descriptor), general};
}

void expect_same(const TextureCase& texture, const Functions& functions) {
  for (std::size_t index = 0; index < texture.coordinates.size(); ++index) {
    const auto& [x, y, z] = texture.coordinates[index];
    const auto fetch = [&](Sample sample) {
      return canonical(std::bit_cast<FetchedBits>(sample(*functions.unit, x, y, z)), ResultKind::floats);
    };
    const FetchedBits expected = fetch(functions.general);
    const FetchedBits fetched = fetch(functions.unit->sample_float);
    ASSERT_EQ(expected, fetched) << describe(texture, index, expected, fetched);
  }
}

float ordinary_float(Random& random) {
  const auto value = static_cast<float>((random.unit() * 2 - 1) * std::exp2(-static_cast<double>(random.below(12))));
  return random.below(8) == 0 ? 0.0F : (random.below(8) == 0 ? -0.0F : value);
}

/// Random bytes as floats mostly differ widely in magnitude; these are close to each other, and often equal.
void make_ordinary(TextureCase& texture, Random& random) {
  for (std::size_t at = 0; at < texture.texels.size(); at += size_bytes(texture.format)) {
    const auto bits = std::bit_cast<std::uint32_t>(ordinary_float(random));
    // The upper bits of a float16 with approximately the same value.
    const std::uint32_t half = ((bits >> 16) & 0x8000U) | (((bits >> 13) - (112U << 10)) & 0x7FFFU);
    std::memcpy(&texture.texels[at], texture.format == DataType::float32 ? &bits : &half, size_bytes(texture.format));
  }
}

class FastFetch : public InstructionSetTest {};
TEXELSCOPE_INSTANTIATE_FOR_INSTRUCTION_SETS(FastFetch);

TEST_P(FastFetch, MatchesTheGeneralFunctionsInEverySetting) {
  Random random{4};
  std::size_t settings = 0;
  for (const std::uint64_t seed : {5, 6}) {
    for (TextureCase& texture : texture_cases(seed, 1)) {
      Functions functions = make(texture);
      if (functions.general == nullptr || functions.unit->sample_float == functions.general) {
        continue;
      }
      ++settings;
      texture.coordinates = random_coordinates(texture.extent, texture.descriptor.normalized_coords, random, 2'000);
      expect_same(texture, functions);
      for (std::byte& byte : texture.texels) {
        byte = static_cast<std::byte>(random.bits());
      }
      functions = make(texture);
      expect_same(texture, functions);
      if (is_floating_point(texture.format)) {
        make_ordinary(texture, random);
        functions = make(texture);
        expect_same(texture, functions);
      }
    }
  }
  EXPECT_GE(settings, 500U);
}

TEST_P(FastFetch, SupportsThe2DClampedFetchesOfEveryFormatAndSize) {
  Random random{8};
  for (const DataType format :
       {DataType::uint8, DataType::int8, DataType::uint16, DataType::int16, DataType::float16, DataType::float32}) {
    for (const int channels : {1, 2, 4}) {
      for (const Extent& extent :
           {Extent(1, 1), Extent(2, 2), Extent(1, 7), Extent(9, 1), Extent(2, 300), Extent(64, 48), Extent(5000, 3)}) {
        for (const bool is_normalized : {true, false}) {
          TextureCase texture;
          texture.extent = extent;
          texture.format = format;
          texture.num_channels = channels;
          texture.descriptor.filter_mode = FilterMode::linear;
          texture.descriptor.normalized_coords = is_normalized;
          texture.descriptor.read_mode = is_floating_point(format) ? ReadMode::element : ReadMode::normalized_float;
          texture.texels.resize(extent.volume() * size_bytes(format) * static_cast<std::size_t>(channels));
          for (std::byte& byte : texture.texels) {
            byte = static_cast<std::byte>(random.bits());
          }
          if (is_floating_point(format)) {
            make_ordinary(texture, random);
          }
          texture.coordinates = random_coordinates(extent, is_normalized, random, 4'000);
          const Functions functions = make(texture);
          EXPECT_NE(functions.unit->sample_float, functions.general);
          expect_same(texture, functions);
        }
      }
    }
  }
}

/// The linear position of a coordinate, computed with the formula in the comment of FastAxis.
std::int64_t position_by_formula(const gpu::cpu::texture_unit::FastAxis& axis, std::int64_t extent,
                                 std::int64_t fixed) {
  const std::int64_t index = fixed - axis.lowest;
  if (index < 0) {
    return 0;
  }
  return index >= axis.count ? (extent - 1) * 256 : (index * axis.multiplier - axis.offset) >> 32;
}

TEST(FastAxis, ComputesThePositionOfEveryFixedPointCoordinate) {
  for (const std::int64_t extent : {2, 3, 5, 7, 64, 100, 640, 1000, 1024, 8191, 8192}) {
    for (const bool is_normalized : {true, false}) {
      const int bits = gpu::cpu::texture_unit::fraction_bits(extent, false);
      const Axis axis = gpu::cpu::texture_unit::make_axis(extent, AddressMode::clamp, is_normalized, bits);
      ASSERT_TRUE(has_clamped_form(axis, true));
      const auto clamped = make_fast_axis(axis, true);
      const std::int64_t last = is_normalized ? std::int64_t{1} << bits : 512 * (extent + 1);
      for (std::int64_t fixed = -3; fixed <= last + 3; ++fixed) {
        ASSERT_EQ(position_by_formula(clamped, extent, fixed), linear_position(axis, fixed))
            << extent << ", " << is_normalized << ", " << fixed;
      }
    }
  }
}

TEST(FastAxis, ComputesThePositionAroundTheThresholdsOfLongAxes) {
  for (const std::int64_t extent : {2, 3, 8193, 65535, 65536, 131071, 1 << 20, (1 << 22) - 1}) {
    for (const std::int64_t longest : {std::int64_t{8193}, std::int64_t{1} << 22}) {
      for (const bool is_normalized : {true, false}) {
        const int bits = gpu::cpu::texture_unit::fraction_bits(std::max(extent, longest), false);
        const Axis axis = gpu::cpu::texture_unit::make_axis(extent, AddressMode::clamp, is_normalized, bits);
        const auto clamped = make_fast_axis(axis, true);
        Random random{static_cast<std::uint64_t>(extent)};
        for (int k = 0; k < 100'000; ++k) {
          // Around the positions where a whole number is passed, and at both ends.
          const std::int64_t f =
              k < 100 ? k - 50
                      : (k < 200 ? (extent - 1) * 256 + k - 150
                                 : static_cast<std::int64_t>(random.unit() * static_cast<double>(extent) * 256));
          const std::int64_t threshold = ((f << (axis.shift - 8)) + (axis.linear_offset >> 8)) / axis.multiplier;
          for (std::int64_t fixed = threshold - 1; fixed <= threshold + 2; ++fixed) {
            ASSERT_EQ(position_by_formula(clamped, extent, fixed), linear_position(axis, fixed))
                << extent << ", " << is_normalized << ", " << fixed;
          }
        }
      }
    }
  }
}

// The multiplication by 1/65535 in two parts, for every sum that four 8-bit texels can have.
TEST_P(FastFetch, DividesEverySumOf8BitTexelsWithCorrectRounding) {
  TextureCase texture;
  texture.extent = Extent(2, 2);
  texture.format = DataType::uint8;
  texture.descriptor.filter_mode = FilterMode::linear;
  texture.descriptor.read_mode = ReadMode::normalized_float;
  std::set<std::uint32_t> results;
  for (int code = 0; code < 256; ++code) {
    texture.texels.assign(16, std::byte{0});
    // Sums of code · w + 255 · (256 − w), and of code · w.
    for (std::size_t channel = 0; channel < 2; ++channel) {
      texture.texels[channel] = texture.texels[8 + channel] = static_cast<std::byte>(code);
      texture.texels[4 + channel] = texture.texels[12 + channel] = static_cast<std::byte>(channel == 0 ? 255 : 0);
    }
    texture.texels[2] = texture.texels[10] = static_cast<std::byte>(code);
    texture.texels[6] = texture.texels[14] = static_cast<std::byte>(code < 255 ? code + 1 : 0);
    texture.coordinates.clear();
    for (int w = 0; w <= 256; ++w) {
      texture.coordinates.push_back({0.5F + static_cast<float>(w) / 256, 0.5F, 0});
    }
    const Functions functions = make(texture);
    expect_same(texture, functions);
    for (const auto& [x, y, z] : texture.coordinates) {
      results.insert(std::bit_cast<std::uint32_t>(functions.unit->sample_float(*functions.unit, x, y, z).z));
    }
  }
  // The third channel has every sum from 0 to 255 · 256.
  EXPECT_EQ(results.size(), 65281U);
}

}  // namespace
}  // namespace texelscope::tests
