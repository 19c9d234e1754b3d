#include "texelscope/gpu/block_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

// tests/app/interop/block_formats_test.cpp compares BC6H and BC7 in all modes with OpenGL's decoder; these blocks were
// computed by hand.
namespace texelscope::gpu {
namespace {

using BlockBytes = std::array<std::uint8_t, 16>;

DecodedBlock decoded(TexelEncoding encoding, const BlockBytes& bytes) {
  return decode_block(encoding, reinterpret_cast<const std::byte*>(bytes.data()));
}

/// Packs numbers of given sizes in bits one after another, starting at the lowest bit.
class BitWriter {
 public:
  BitWriter& put(unsigned value, int bits) {
    for (int i = 0; i < bits; ++i, ++position_) {
      bytes_[position_ / 8] |= static_cast<std::uint8_t>((value >> i & 1U) << (position_ % 8));
    }
    return *this;
  }
  [[nodiscard]] const BlockBytes& bytes() const { return bytes_; }

 private:
  BlockBytes bytes_{};
  std::size_t position_ = 0;
};

/// The colors of BC1 to BC3 according to the specification, as real numbers from 0 to 255.
std::array<double, 4> exact_color(unsigned first, unsigned second, unsigned index, bool has_three) {
  const auto channels = [](unsigned bits) {
    const auto expand = [](unsigned value, unsigned size) {
      return static_cast<double>(size == 5 ? value * 8 + value / 4 : value * 4 + value / 16);
    };
    return std::array{expand(bits / 2048, 5), expand(bits / 32 % 64, 6), expand(bits % 32, 5)};
  };
  const auto a = channels(first);
  const auto b = channels(second);
  const bool is_three = has_three && first <= second;
  if (is_three && index == 3) {
    return {};
  }
  const double weight = index == 0 ? 0 : index == 1 ? 1 : is_three ? 0.5 : index == 2 ? 1.0 / 3 : 2.0 / 3;
  return {a[0] + (b[0] - a[0]) * weight, a[1] + (b[1] - a[1]) * weight, a[2] + (b[2] - a[2]) * weight, 255};
}

/// A value of BC4 or BC5, in −1 … 1.
double exact_value(double first, double second, bool has_eight, unsigned index, bool is_signed) {
  if (index < 2) {
    return index == 0 ? first : second;
  }
  if (!has_eight && index >= 6) {
    return index == 7 ? 1 : is_signed ? -1 : 0;
  }
  const double weight = (index - 1) / (has_eight ? 7.0 : 5.0);
  return first + (second - first) * weight;
}

/// The tolerance of a GPU for values between two endpoints: 1/255, and 3 % of their difference.
double allowed(double first, double second, double full) { return full / 255 + 0.03 * std::abs(first - second); }

std::vector<BlockBytes> random_blocks() {
  std::mt19937 random(5);
  std::vector<BlockBytes> blocks(3000);
  for (BlockBytes& block : blocks) {
    std::ranges::generate(block, [&] { return static_cast<std::uint8_t>(random()); });
    // Some have two equal colors, which select the three colors and black of BC1.
    if (random() % 4 == 0) {
      std::copy_n(block.begin(), 2, block.begin() + 2);
      std::copy_n(block.begin() + 8, 2, block.begin() + 10);
    }
  }
  return blocks;
}

unsigned number_at(const BlockBytes& bytes, std::size_t byte, std::size_t size) {
  unsigned number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    number |= unsigned{bytes[byte + i]} << (8 * i);
  }
  return number;
}

TEST(BlockDecoder, DecodesBc1ToBc3WithinTheSpecification) {
  for (const BlockBytes& block : random_blocks()) {
    for (const auto& [encoding, at] :
         {std::pair{TexelEncoding::bc1_unorm, std::size_t{0}}, std::pair{TexelEncoding::bc2_unorm, std::size_t{8}},
          std::pair{TexelEncoding::bc3_unorm_srgb, std::size_t{8}}}) {
      const DecodedBlock seen = decoded(encoding, block);
      for (std::size_t texel = 0; texel < 16; ++texel) {
        const unsigned index = number_at(block, at + 4, 4) >> (2 * texel) & 3;
        const auto exact = exact_color(number_at(block, at, 2), number_at(block, at + 2, 2), index, at == 0);
        const auto first = exact_color(number_at(block, at, 2), 0, 0, false);
        const auto second = exact_color(number_at(block, at + 2, 2), 0, 0, false);
        for (std::size_t channel = 0; channel < (at == 0 ? 4U : 3U); ++channel) {
          ASSERT_NEAR(seen.texels[texel][channel], exact[channel], allowed(first[channel], second[channel], 255))
              << to_string(encoding);
        }
      }
    }
  }
}

TEST(BlockDecoder, DecodesFourBitsOfAlphaInBc2) {
  BlockBytes block{};
  block[0] = 0xF0;
  block[7] = 0x2A;
  const DecodedBlock seen = decoded(TexelEncoding::bc2_unorm, block);
  EXPECT_EQ(seen.texels[0][3], 0);
  EXPECT_EQ(seen.texels[1][3], 255);
  EXPECT_EQ(seen.texels[14][3], 170);
  EXPECT_EQ(seen.texels[15][3], 34);
}

TEST(BlockDecoder, DecodesBc4AndBc5WithinTheSpecification) {
  for (const BlockBytes& block : random_blocks()) {
    for (const bool is_signed : {false, true}) {
      const DecodedBlock seen = decoded(is_signed ? TexelEncoding::bc5_snorm : TexelEncoding::bc5_unorm, block);
      const DecodedBlock one = decoded(is_signed ? TexelEncoding::bc4_snorm : TexelEncoding::bc4_unorm, block);
      for (std::size_t channel = 0; channel < 2; ++channel) {
        const std::size_t at = 8 * channel;
        const int stored[2] = {is_signed ? static_cast<std::int8_t>(block[at]) : block[at],
                               is_signed ? static_cast<std::int8_t>(block[at + 1]) : block[at + 1]};
        const double full = is_signed ? 127 : 255;
        const double scale = is_signed ? 32767 : 65535;
        const double first = std::max(stored[0] / full, -1.0);
        const double second = std::max(stored[1] / full, -1.0);
        const auto indices = number_at(block, at + 2, 4) | std::uint64_t{number_at(block, at + 6, 2)} << 32;
        for (std::size_t texel = 0; texel < 16; ++texel) {
          const double exact =
              exact_value(first, second, first > second, static_cast<unsigned>(indices >> (3 * texel) & 7), is_signed);
          const std::uint16_t bits = seen.texels[texel][channel];
          ASSERT_NEAR(is_signed ? static_cast<std::int16_t>(bits) : int{bits}, exact * scale,
                      allowed(first, second, 1) * scale);
          if (channel == 0) {
            ASSERT_EQ(one.texels[texel][0], bits);
          }
        }
      }
    }
  }
}

/// Hashes one channel of the first texels of blocks with every pair of endpoints: FNV-1a, two bytes per texel.
class PairsOfEndpoints {
 public:
  void add(TexelEncoding encoding, const BlockBytes& block, std::size_t texels, std::size_t channel) {
    const DecodedBlock seen = decoded(encoding, block);
    for (std::size_t texel = 0; texel < texels; ++texel) {
      add(seen.texels[texel][channel] & 0xFFU);
      add(seen.texels[texel][channel] >> 8U);
    }
  }
  [[nodiscard]] std::uint64_t sum() const { return sum_; }

 private:
  void add(unsigned byte) { sum_ = (sum_ ^ byte) * 1099511628211U; }
  std::uint64_t sum_ = 14695981039346656037U;
};

/// Blocks of BC1 with colors 0 to 3 in the first row. One channel has every pair of `count` endpoints, shifted left by
/// `shift`; red determines which color is larger.
std::uint64_t color_pairs(unsigned count, unsigned shift, std::size_t channel, bool has_four) {
  PairsOfEndpoints pairs;
  for (unsigned first = 0; first < count; ++first) {
    for (unsigned second = 0; second < count; ++second) {
      const BlockBytes block = BitWriter{}
                                   .put(first << shift | (has_four ? 1U << 11 : 0U), 16)
                                   .put(second << shift | (has_four ? 0U : 1U << 11), 16)
                                   .put(0xE4E4E4E4, 32)
                                   .bytes();
      pairs.add(TexelEncoding::bc1_unorm, block, 4, channel);
    }
  }
  return pairs.sum();
}

/// Blocks of one channel with values 0 to 7 in the first two rows.
std::uint64_t value_pairs(TexelEncoding encoding, std::size_t channel) {
  PairsOfEndpoints pairs;
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      BitWriter writer;
      writer.put(first, 8).put(second, 8);
      for (unsigned texel = 0; texel < 16; ++texel) {
        writer.put(texel % 8, 3);
      }
      pairs.add(encoding, writer.bytes(), 8, channel);
    }
  }
  return pairs.sum();
}

// The sums are those of texels that an H100 (driver 580.159.04) read from arrays of these blocks.
TEST(BlockDecoder, DecodesEveryPairOfEndpointsLikeAGpu) {
  EXPECT_EQ(color_pairs(64, 5, 1, true), 0x4a95a50fe1cdd725U) << "green, four colors";
  EXPECT_EQ(color_pairs(64, 5, 1, false), 0x71bc56b9eefedca5U) << "green, three colors and black";
  EXPECT_EQ(color_pairs(32, 0, 2, true), 0xfc2ee39fab3a5ce5U) << "blue, four colors";
  EXPECT_EQ(color_pairs(32, 0, 2, false), 0xd820cb6120adf5a5U) << "blue, three colors and black";
  EXPECT_EQ(value_pairs(TexelEncoding::bc3_unorm, 3), 0xce50a6f114e75045U) << "BC3's alpha";
  EXPECT_EQ(value_pairs(TexelEncoding::bc4_unorm, 0), 0x3f0207478d846365U);
  EXPECT_EQ(value_pairs(TexelEncoding::bc4_snorm, 0), 0x876120c515d7a827U);
}

TEST(BlockDecoder, DecodesMode6OfBc7ByItsTable) {
  // Mode 6: 7 bits per channel and a low bit per endpoint; red 0x55·2+1 to 0x2A·2, 4-bit indices, the first of 3 bits.
  BitWriter writer;
  writer.put(1U << 6, 7).put(0x55, 7).put(0x2A, 7);
  writer.put(0, 7).put(127, 7).put(64, 7).put(64, 7).put(127, 7).put(0, 7).put(1, 1).put(0, 1);
  writer.put(0, 3).put(15, 4).put(8, 4);
  const DecodedBlock seen = decoded(TexelEncoding::bc7_unorm, writer.bytes());
  EXPECT_EQ(seen.texels[0], (std::array<std::uint16_t, 4>{0xAB, 1, 129, 255}));
  EXPECT_EQ(seen.texels[1], (std::array<std::uint16_t, 4>{0x54, 254, 128, 0}));
  // Index 8 weighs 34/64: (30 · 171 + 34 · 84 + 32) / 64 = 125.3.
  EXPECT_EQ(seen.texels[2], (std::array<std::uint16_t, 4>{125, 135, 128, 120}));
}

TEST(BlockDecoder, DecodesTheReservedModesToZeros) {
  EXPECT_EQ(decoded(TexelEncoding::bc7_unorm, BlockBytes{}).texels, DecodedBlock{}.texels);
  for (const std::uint8_t mode : std::initializer_list<std::uint8_t>{0x13, 0x17, 0x1B, 0x1F}) {
    BlockBytes block;
    block.fill(0xFF);
    block[0] = static_cast<std::uint8_t>(mode | 0xE0);
    EXPECT_EQ(decoded(TexelEncoding::bc6h_uf16, block).texels, DecodedBlock{}.texels);
  }
}

TEST(BlockDecoder, DecodesTheModeOfBc6hWithTwoWholeEndpoints) {
  // 0x03: 10 bits per endpoint. 1023 decodes to the largest float16, 65504, and 0 to 0.
  BitWriter writer;
  writer.put(0x03, 5).put(1023, 10).put(0, 10).put(512, 10).put(0, 10).put(1023, 10).put(512, 10);
  writer.put(0, 3).put(15, 4);
  const DecodedBlock seen = decoded(TexelEncoding::bc6h_uf16, writer.bytes());
  // 512 becomes (512 · 2¹⁵ + 2¹⁴) / 2⁹ = 32800, and 32800 · 31 / 64 = 15887.
  EXPECT_EQ(seen.texels[0], (std::array<std::uint16_t, 4>{0x7BFF, 0, 15887, 0}));
  EXPECT_EQ(seen.texels[1], (std::array<std::uint16_t, 4>{0, 0x7BFF, 15887, 0}));
  // Signed, 1023 is −1 and 512 is −512: (−1 becomes −(2¹⁵ + 2¹⁴) / 2⁹ = −96, −96 · 31 / 32 = −93), and −512 decodes to
  // the lowest float16.
  const DecodedBlock with_sign = decoded(TexelEncoding::bc6h_sf16, writer.bytes());
  EXPECT_EQ(with_sign.texels[0], (std::array<std::uint16_t, 4>{0x8000 | 93, 0, 0xFBFF, 0}));
}

}  // namespace
}  // namespace texelscope::gpu
