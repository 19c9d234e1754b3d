#include <string_view>

#include "gpu/blocks/block_decoders.h"
#include "gpu/blocks/block_partitions.h"

// Khronos Data Format Specification, section 20.2 (BPTC float): exact in every bit.
namespace texelscope::gpu::blocks {
namespace {

struct Bc6hMode {
  /// The lowest 2 or 5 bits of a block.
  unsigned code;
  int subsets;
  /// Whether all endpoints except the first are stored as differences from it.
  bool is_transformed;
  int endpoint_bits;
  std::array<int, 3> difference_bits;
  /// The destinations of the bits after the code, from the lowest on: a channel, the number of the endpoint, and a
  /// bit, or the first and the last of a run of bits ("g1:0-4").
  std::string_view fields;
};

constexpr std::array<Bc6hMode, 14> bc6h_modes{{
    {0x00,
     2,
     true,
     10,
     {5, 5, 5},
     "g2:4 b2:4 b3:4 r0:0-9 g0:0-9 b0:0-9 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 "
     "b3:3"},
    {0x01,
     2,
     true,
     7,
     {6, 6, 6},
     "g2:5 g3:4 g3:5 r0:0-6 b3:0 b3:1 b2:4 g0:0-6 b2:5 b3:2 g2:4 b0:0-6 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 "
     "b1:0-5 b2:0-3 r2:0-5 r3:0-5"},
    {0x02,
     2,
     true,
     11,
     {5, 4, 4},
     "r0:0-9 g0:0-9 b0:0-9 r1:0-4 r0:10 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 "
     "b3:3"},
    {0x06,
     2,
     true,
     11,
     {4, 5, 4},
     "r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 g3:4 g2:0-3 g1:0-4 g0:10 g3:0-3 b1:0-3 b0:10 b3:1 b2:0-3 r2:0-3 b3:0 b3:2 "
     "r3:0-3 g2:4 b3:3"},
    {0x0A,
     2,
     true,
     11,
     {4, 4, 5},
     "r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:10 b2:4 g2:0-3 g1:0-3 g0:10 b3:0 g3:0-3 b1:0-4 b0:10 b2:0-3 r2:0-3 b3:1 b3:2 "
     "r3:0-3 b3:4 b3:3"},
    {0x0E,
     2,
     true,
     9,
     {5, 5, 5},
     "r0:0-8 b2:4 g0:0-8 g2:4 b0:0-8 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 b3:2 r3:0-4 "
     "b3:3"},
    {0x12,
     2,
     true,
     8,
     {6, 5, 5},
     "r0:0-7 g3:4 b2:4 g0:0-7 b3:2 g2:4 b0:0-7 b3:3 b3:4 r1:0-5 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-5 "
     "r3:0-5"},
    {0x16,
     2,
     true,
     8,
     {5, 6, 5},
     "r0:0-7 b3:0 b2:4 g0:0-7 g2:5 g2:4 b0:0-7 g3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-5 g3:0-3 b1:0-4 b3:1 b2:0-3 r2:0-4 "
     "b3:2 r3:0-4 b3:3"},
    {0x1A,
     2,
     true,
     8,
     {5, 5, 6},
     "r0:0-7 b3:1 b2:4 g0:0-7 b2:5 g2:4 b0:0-7 b3:5 b3:4 r1:0-4 g3:4 g2:0-3 g1:0-4 b3:0 g3:0-3 b1:0-5 b2:0-3 r2:0-4 "
     "b3:2 r3:0-4 b3:3"},
    {0x1E,
     2,
     false,
     6,
     {6, 6, 6},
     "r0:0-5 g3:4 b3:0 b3:1 b2:4 g0:0-5 g2:5 b2:5 b3:2 g2:4 b0:0-5 g3:5 b3:3 b3:5 b3:4 r1:0-5 g2:0-3 g1:0-5 g3:0-3 "
     "b1:0-5 b2:0-3 r2:0-5 r3:0-5"},
    {0x03, 1, false, 10, {10, 10, 10}, "r0:0-9 g0:0-9 b0:0-9 r1:0-9 g1:0-9 b1:0-9"},
    {0x07, 1, true, 11, {9, 9, 9}, "r0:0-9 g0:0-9 b0:0-9 r1:0-8 r0:10 g1:0-8 g0:10 b1:0-8 b0:10"},
    {0x0B, 1, true, 12, {8, 8, 8}, "r0:0-9 g0:0-9 b0:0-9 r1:0-7 r0:11-10 g1:0-7 g0:11-10 b1:0-7 b0:11-10"},
    {0x0F, 1, true, 16, {4, 4, 4}, "r0:0-9 g0:0-9 b0:0-9 r1:0-3 r0:15-10 g1:0-3 g0:15-10 b1:0-3 b0:15-10"},
}};

/// Red, green and blue of up to four endpoints.
using Bc6hEndpoints = std::array<std::array<int, 3>, 4>;

/// Parses a number from the string.
int take_number(std::string_view& text) noexcept {
  int number = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    number = 10 * number + (text.front() - '0');
    text.remove_prefix(1);
  }
  return number;
}

Bc6hEndpoints take_bc6h_endpoints(BlockBits& bits, std::string_view fields) noexcept {
  Bc6hEndpoints endpoints{};
  while (!fields.empty()) {
    const std::size_t channel = fields[0] == 'r' ? 0 : fields[0] == 'g' ? 1 : 2;
    const auto endpoint = static_cast<std::size_t>(fields[1] - '0');
    fields.remove_prefix(3);
    const int first = take_number(fields);
    int last = first;
    if (!fields.empty() && fields.front() == '-') {
      fields.remove_prefix(1);
      last = take_number(fields);
    }
    const int step = last < first ? -1 : 1;
    for (int bit = first; bit != last + step; bit += step) {
      endpoints[endpoint][channel] |= static_cast<int>(bits.take(1)) << bit;
    }
    if (!fields.empty()) {
      fields.remove_prefix(1);
    }
  }
  return endpoints;
}

int sign_extended(int value, int bits) noexcept { return (value ^ 1 << (bits - 1)) - (1 << (bits - 1)); }

/// Expands the bits of an endpoint to 16 bits.
int unquantized(int value, int bits, bool is_signed) noexcept {
  if (is_signed) {
    const int magnitude = value < 0 ? -value : value;
    const int wide = bits >= 16                           ? magnitude
                     : magnitude == 0                     ? 0
                     : magnitude >= (1 << (bits - 1)) - 1 ? 0x7FFF
                                                          : ((magnitude << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -wide : wide;
  }
  return bits >= 15                 ? value
         : value == 0               ? 0
         : value == (1 << bits) - 1 ? 0xFFFF
                                    : ((value << 15) + 0x4000) >> (bits - 1);
}

/// The float16 bits represented by 16 bits, scaled so that magnitudes up to 32,767 are finite.
std::uint16_t finished(int value, bool is_signed) noexcept {
  if (!is_signed) {
    return static_cast<std::uint16_t>(value * 31 >> 6);
  }
  return static_cast<std::uint16_t>(value < 0 ? 0x8000 | (-value * 31 >> 5) : value * 31 >> 5);
}

void unpack(Bc6hEndpoints& endpoints, const Bc6hMode& mode, bool is_signed) noexcept {
  for (std::size_t channel = 0; channel < 3; ++channel) {
    int& first = endpoints[0][channel];
    first = is_signed ? sign_extended(first, mode.endpoint_bits) : first;
    for (std::size_t endpoint = 1; endpoint < endpoints.size(); ++endpoint) {
      int& value = endpoints[endpoint][channel];
      if (mode.is_transformed) {
        const int sum = first + sign_extended(value, mode.difference_bits[channel]);
        value = sum & ((1 << mode.endpoint_bits) - 1);
      }
      value = is_signed ? sign_extended(value, mode.endpoint_bits) : value;
    }
    for (auto& endpoint : endpoints) {
      endpoint[channel] = unquantized(endpoint[channel], mode.endpoint_bits, is_signed);
    }
  }
}

const Bc6hMode* find_mode(BlockBits& bits) noexcept {
  unsigned code = bits.take(2);
  if (code >= 2) {
    code |= bits.take(3) << 2;
  }
  for (const Bc6hMode& mode : bc6h_modes) {
    if (mode.code == code) {
      return &mode;
    }
  }
  return nullptr;
}

}  // namespace

DecodedBlock decode_bc6h(const std::byte* block, bool is_signed) noexcept {
  DecodedBlock decoded;
  BlockBits bits(block);
  const Bc6hMode* const mode = find_mode(bits);
  if (mode == nullptr) {
    return decoded;
  }
  Bc6hEndpoints endpoints = take_bc6h_endpoints(bits, mode->fields);
  unpack(endpoints, *mode, is_signed);
  const BlockPartition partition = block_partition(mode->subsets, mode->subsets == 2 ? bits.take(5) : 0);
  const int index_bits = mode->subsets == 2 ? 3 : 4;
  for (std::size_t texel = 0; texel < 16; ++texel) {
    const std::size_t subset = partition.subset[texel];
    const unsigned index = bits.take(partition.anchors[subset] == texel ? index_bits - 1 : index_bits);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      decoded.texels[texel][channel] =
          finished(interpolate(endpoints[2 * subset][channel], endpoints[2 * subset + 1][channel], index, index_bits),
                   is_signed);
    }
  }
  return decoded;
}

}  // namespace texelscope::gpu::blocks
