#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/conformance/random.h"
#include "texelscope/gpu/fetch_explanation.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::gpu {
namespace {

using app::Random;
using kernels::TextureFetch;
// 64 bits of significand on x86; the sums below need at most 50.
using Real = long double;

/// A texture with anisotropy and random settings; texels are finite and of similar magnitudes.
struct AnisotropicTexture {
  ExplainedTexture texture;
  std::vector<std::vector<std::byte>> levels;

  AnisotropicTexture(DataType format, bool is_srgb, ReadMode read, Random& random) {
    static constexpr ArrayKind kinds[] = {ArrayKind::plain, ArrayKind::layered, ArrayKind::cube_map};
    ArrayDescriptor& array = texture.array;
    array.kind = random.pick(kinds);
    const std::uint64_t width = 1 + random.below(40);
    array.shape = Extent(width, array.kind == ArrayKind::cube_map ? width : 1 + random.below(40));
    array.num_layers = array.kind == ArrayKind::layered ? 3 : 1;
    array.format = format;
    static constexpr int channels[] = {1, 2, 4};
    array.num_channels = is_srgb ? 4 : random.pick(channels);
    texture.resource = ResourceKind::mipmapped_array;
    TextureDescriptor& descriptor = texture.descriptor;
    const bool is_element = read == ReadMode::element && !is_floating_point(format);
    descriptor.read_mode = read;
    descriptor.srgb = is_srgb;
    descriptor.normalized_coords = true;
    descriptor.filter_mode = !is_element && random.is_one_in(2) ? FilterMode::linear : FilterMode::point;
    descriptor.mipmap_filter_mode = !is_element && !random.is_one_in(3) ? FilterMode::linear : FilterMode::point;
    descriptor.address_mode = {static_cast<AddressMode>(random.below(4)), static_cast<AddressMode>(random.below(4)),
                               AddressMode::clamp};
    descriptor.seamless_cubemap = random.is_one_in(2);
    descriptor.max_anisotropy = 2 + random.below(15);
    descriptor.disable_trilinear_optimization = random.is_one_in(2);
    descriptor.mipmap_level_bias = static_cast<float>(random.between(-256, 256)) / 256;
    descriptor.max_mipmap_level_clamp = 16;
    for (unsigned level = 0; level < full_level_count(array.shape); ++level) {
      levels.push_back(random_texels(level_descriptor(array, level), random));
    }
    for (const std::vector<std::byte>& level : levels) {
      texture.levels.emplace_back(level);
    }
  }

  static std::vector<std::byte> random_texels(const ArrayDescriptor& level, Random& random) {
    std::vector<std::byte> texels(level.size_bytes());
    const std::size_t size = size_bytes(level.format);
    for (std::size_t at = 0; at < texels.size(); at += size) {
      std::uint32_t bits = random.bits();
      const double value = (random.unit() - 0.5) * std::exp2(random.between(-6, 6));
      if (level.format == DataType::float32) {
        bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
      } else if (level.format == DataType::float16) {
        bits = kernels::float16_from_float32(static_cast<float>(value));
      }
      std::memcpy(texels.data() + at, &bits, size);
    }
    return texels;
  }
};

TextureFetch random_fetch(const ExplainedTexture& texture, Random& random) {
  TextureFetch fetch;
  fetch.shape = texture_shape(texture.array);
  fetch.operation = kernels::TextureOperation::sample_gradients;
  fetch.layer = random.between(0, 2);
  for (float* const coordinate : {&fetch.x, &fetch.y, &fetch.z}) {
    *coordinate = static_cast<float>(random.unit() * 3 - 1.5);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto derivative = [&] {
      return static_cast<float>((random.unit() - 0.5) * std::exp2(random.between(-6, 0)));
    };
    fetch.dx[axis] = derivative();
    fetch.dy[axis] = derivative();
  }
  return fetch;
}

/// Σ weight · value in 1/1024.
std::int64_t integer_sum(const FetchExplanation& explanation, std::size_t channel, double full_scale) {
  std::int64_t sum = 0;
  for (const TapExplanation& tap : explanation.taps) {
    sum += std::llround(tap.weight * 4) * std::llround(tap.value[channel] * full_scale);
  }
  return sum;
}

std::int64_t rounded(std::int64_t sum) {
  return static_cast<std::int64_t>(std::floor(static_cast<double>(sum) / 1024 + 0.5));
}

/// Numbers of `significand_bits`, of which blocks keep `guard_bits` more; results have `result_bits`, the last of which
/// is at least 2^smallest_exponent.
struct FloatRule {
  int significand_bits, guard_bits, result_bits, smallest_exponent;
};
constexpr FloatRule float32_rule{24, 4, 24, -149};
constexpr FloatRule float16_rule{11, 4, 11, -24};
constexpr FloatRule srgb_rule{8, 0, 11, -24};

/// The exponent of the last bit of a texel that is not 0. Decoded sRGB texels have a step for each range of codes.
int last_bit_of(const TapExplanation& tap, std::size_t channel, const FloatRule& rule) {
  if (rule.guard_bits == 0) {
    constexpr std::uint32_t first_codes[] = {32, 48, 64, 96, 136, 184, 248};
    return -14 + static_cast<int>(std::ranges::upper_bound(first_codes, tap.stored[channel]) - first_codes);
  }
  return std::max(std::ilogb(tap.value[channel]) - rule.significand_bits + 1, rule.smallest_exponent);
}

Real floored(Real value, int exponent) { return std::ldexp(std::floor(std::ldexp(value, -exponent)), exponent); }

/// The weighted sum of a sample, and the step to which it is floored; none if all texels are 0.
struct SampleSum {
  Real value;
  int step;
};
std::optional<SampleSum> sum_of_sample(const FetchExplanation& explanation, int sample, std::size_t channel,
                                       const FloatRule& rule) {
  std::optional<int> largest;
  for (const TapExplanation& tap : explanation.taps) {
    if (tap.sample == sample && tap.weight != 0 && tap.value[channel] != 0) {
      largest = std::max(largest.value_or(-10000), last_bit_of(tap, channel, rule));
    }
  }
  if (!largest) {
    return {};
  }
  const int last_bit = *largest - rule.guard_bits;
  Real sum = 0;
  for (const TapExplanation& tap : explanation.taps) {
    if (tap.sample == sample) {
      const Real steps = std::trunc(std::ldexp(static_cast<Real>(tap.value[channel]), -last_bit));
      sum += std::ldexp(steps, last_bit) * static_cast<Real>(tap.weight) / 256;
    }
  }
  // E − 1 of the first bit, modulo 4.
  const int above = (*largest + rule.significand_bits + 1022) % 4;
  return SampleSum{sum, last_bit - above - 8};
}

/// The sum of docs/texture-unit.md, where each sample is a slice.
float float_sum(const FetchExplanation& explanation, std::size_t channel, const FloatRule& rule,
                std::size_t texel_bytes) {
  const std::vector<SampleExplanation>& samples = explanation.anisotropy->samples;
  const std::size_t largest_group = texel_bytes <= 4 ? 4 : 2;
  Real sum = 0;
  int step = -10000;
  for (std::size_t from = 0, end = 0; from < samples.size(); from = end) {
    while (end < std::min(from + largest_group, samples.size()) && samples[end].level == samples[from].level) {
      ++end;
    }
    std::vector<SampleSum> group;
    for (std::size_t sample = from; sample < end; ++sample) {
      if (const auto one = sum_of_sample(explanation, static_cast<int>(sample), channel, rule)) {
        group.push_back(*one);
        step = std::max(step, one->step);
      }
    }
    sum = floored(sum, step);
    for (const SampleSum& one : group) {
      sum += floored(one.value, step);
    }
  }
  if (sum == 0) {
    return 0;
  }
  const int result_bit = std::max(std::ilogb(sum) - rule.result_bits + 1, rule.smallest_exponent);
  return static_cast<float>(std::ldexp(std::round(std::ldexp(sum, -result_bit)), result_bit));
}

std::uint32_t bits(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

std::uint32_t sum_of_parts(const ExplainedTexture& texture, const FetchExplanation& explanation, std::size_t channel) {
  const DataType format = texture.array.format;
  const auto sum_of_floats = [&](const FloatRule& rule) {
    return bits(static_cast<double>(float_sum(explanation, channel, rule, texture.array.element_size())));
  };
  if (format == DataType::float32) {
    return sum_of_floats(float32_rule);
  }
  if (format == DataType::float16) {
    return sum_of_floats(float16_rule);
  }
  if (texture.descriptor.srgb && channel < 3) {
    return sum_of_floats(srgb_rule);
  }
  if (texture.descriptor.read_mode == ReadMode::element) {
    const std::int64_t sum = integer_sum(explanation, channel, 1);
    return static_cast<std::uint32_t>(size_bytes(format) < 4 ? rounded(sum) : sum >> 10);
  }
  const auto quotient = [](std::int64_t value, float full) { return bits(static_cast<float>(value) / full); };
  switch (format) {
    case DataType::uint8:
      return quotient(rounded(257 * integer_sum(explanation, channel, 255)), 65535);
    case DataType::uint16:
      return quotient(rounded(integer_sum(explanation, channel, 65535)), 65535);
    default:
      return quotient(std::max<std::int64_t>(rounded(integer_sum(explanation, channel, 32767)), -32767), 32767);
  }
}

struct Reading {
  DataType format;
  ReadMode read = ReadMode::element;
  bool is_srgb = false;
};
constexpr Reading readings[] = {{DataType::float32},
                                {DataType::float16},
                                {DataType::uint8, ReadMode::normalized_float},
                                {DataType::uint8, ReadMode::normalized_float, true},
                                {DataType::uint16, ReadMode::normalized_float},
                                {DataType::int16, ReadMode::normalized_float},
                                {DataType::uint8},
                                {DataType::int16},
                                {DataType::uint32},
                                {DataType::int32}};

TEST(ExplainAnisotropy, ListsPartsThatAddUpToTheResult) {
  Random random(66);
  int compared = 0;
  int several = 0;
  for (int number = 0; number < 100; ++number) {
    const Reading& reading = readings[number % std::size(readings)];
    const AnisotropicTexture made(reading.format, reading.is_srgb, reading.read, random);
    for (int k = 0; k < 100; ++k) {
      const TextureFetch fetch = random_fetch(made.texture, random);
      const FetchExplanation explanation = explain_fetch(made.texture, fetch);
      ASSERT_TRUE(explanation.anisotropy);
      const std::vector<SampleExplanation>& samples = explanation.anisotropy->samples;
      std::vector<double> of_sample(samples.size());
      for (const TapExplanation& tap : explanation.taps) {
        of_sample.at(static_cast<std::size_t>(tap.sample)) += tap.weight * 4;
      }
      int all = 0;
      for (std::size_t sample = 0; sample < samples.size(); ++sample) {
        ASSERT_EQ(of_sample[sample], samples[sample].weight);
        all += samples[sample].weight;
      }
      ASSERT_EQ(all, 1024);
      for (std::size_t channel = 0; channel < (reading.is_srgb ? 4 : 1); ++channel) {
        ASSERT_EQ(sum_of_parts(made.texture, explanation, channel), explanation.result[channel])
            << "texture " << number << ", fetch " << k << ", channel " << channel;
      }
      several += samples.size() > explanation.levels.size() ? 1 : 0;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 10'000);
  EXPECT_GE(several, 5'000);
}

/// 32 × 32 texels of 1, and all levels.
struct OnesTexture {
  std::vector<std::vector<std::uint8_t>> levels;
  ExplainedTexture texture;

  explicit OnesTexture(unsigned max_anisotropy) {
    texture.array.shape = Extent(32, 32);
    texture.array.num_channels = 1;
    texture.resource = ResourceKind::mipmapped_array;
    texture.descriptor.read_mode = ReadMode::normalized_float;
    texture.descriptor.filter_mode = FilterMode::linear;
    texture.descriptor.mipmap_filter_mode = FilterMode::linear;
    texture.descriptor.address_mode = AddressMode::wrap;
    texture.descriptor.normalized_coords = true;
    texture.descriptor.max_anisotropy = max_anisotropy;
    texture.descriptor.max_mipmap_level_clamp = 5;
    for (unsigned level = 0; level < 6; ++level) {
      levels.emplace_back((32U >> level) * (32U >> level), std::uint8_t{255});
    }
    for (const auto& level : levels) {
      texture.levels.emplace_back(std::as_bytes(std::span(level)));
    }
  }
};

TEST(ExplainAnisotropy, NamesTheFootprintAndEachSample) {
  const OnesTexture ones(5);
  TextureFetch fetch;
  fetch.operation = kernels::TextureOperation::sample_gradients;
  fetch.x = fetch.y = 0.5F;
  fetch.dx[0] = 0.125F;
  fetch.dy[1] = 0.0625F;
  const FetchExplanation explanation = explain_fetch(ones.texture, fetch);
  std::map<std::string, std::vector<std::string>> steps;
  for (const ExplanationStep& step : explanation.steps) {
    steps[step.title].push_back(step.text);
  }
  EXPECT_EQ(
      steps["anisotropy"],
      std::vector<std::string>{"major axis (4, 0) in texels of level 0, 2^(512/256) long; minor axis 2^(256/256); "
                               "ratio 2 of at most 4: 2 samples"});
  EXPECT_EQ(steps["level"], std::vector<std::string>{"requested 1; bias 0; trilinear optimization → 1; clamped to 0 – "
                                                     "5 and 0 – 5 → level 1"});
  EXPECT_EQ(steps["sample"],
            (std::vector<std::string>{"1 of 2: level 1, offset (-128/256, 0/256) → (7.5, 8) texels, weight 512/1024",
                                      "2 of 2: level 1, offset (128/256, 0/256) → (8.5, 8) texels, weight 512/1024"}));
  EXPECT_EQ(explanation.anisotropy->major_axis, (std::array{4.0, 0.0}));
  EXPECT_EQ(explanation.anisotropy->ratio, 2);
  EXPECT_EQ(explanation.taps.back().sample, 1);
}

TEST(ExplainAnisotropy, ListsSamplesThatAreNotRead) {
  OnesTexture ones(16);
  ones.texture.descriptor.disable_trilinear_optimization = true;
  ones.texture.descriptor.mipmap_level_bias = 1.0F / 256;
  TextureFetch fetch;
  fetch.operation = kernels::TextureOperation::sample_gradients;
  fetch.dx[0] = 0.5F;
  fetch.dy[1] = 0.03125F;
  const FetchExplanation explanation = explain_fetch(ones.texture, fetch);
  // Ten samples of the coarser level share 4/1024.
  EXPECT_EQ(explanation.anisotropy->samples.size(), 26);
  EXPECT_EQ(std::ranges::count_if(explanation.steps,
                                  [](const ExplanationStep& step) { return step.text.ends_with(": not read"); }),
            6);
}

TEST(ExplainAnisotropy, SharpensTheLevelUnlessTheDescriptorDisablesIt) {
  OnesTexture ones(16);
  TextureFetch fetch;
  fetch.operation = kernels::TextureOperation::sample_gradients;
  fetch.dx[0] = fetch.dy[1] = 0.0625F * 1.25F;
  const auto level_weight = [&] { return explain_fetch(ones.texture, fetch).levels.front().weight; };
  // log2 2.5 is 1 + 82/256, sharpened to 1 + 2 · (82 − 64)/256.
  EXPECT_EQ(level_weight(), 256 - 36);
  ones.texture.descriptor.disable_trilinear_optimization = true;
  EXPECT_EQ(level_weight(), 256 - 82);
}

TEST(ExplainAnisotropy, IsEmptyWithoutAnisotropy) {
  const OnesTexture ones(1);
  TextureFetch fetch;
  fetch.operation = kernels::TextureOperation::sample_gradients;
  EXPECT_FALSE(explain_fetch(ones.texture, fetch).anisotropy);
  const OnesTexture anisotropic(16);
  fetch.operation = kernels::TextureOperation::sample_level;
  EXPECT_FALSE(explain_fetch(anisotropic.texture, fetch).anisotropy);
}

}  // namespace
}  // namespace texelscope::gpu
