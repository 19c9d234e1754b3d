#include <utility>

#include "gpu/blocks/block_decoders.h"
#include "gpu/blocks/block_partitions.h"

// Khronos Data Format Specification, section 20.1 (BPTC): exact in every bit.
namespace texelscope::gpu::blocks {
namespace {

/// Bits of each field of a block, by mode.
struct Bc7Mode {
  int subsets;
  int partition;
  int rotation;
  int index_selection;
  int color;
  int alpha;
  /// A last bit for each endpoint, or one shared by both endpoints of a subset.
  int endpoint_bit;
  int shared_bit;
  int index;
  /// A second set of indices; 0 for none.
  int second_index;
};

constexpr std::array<Bc7Mode, 8> bc7_modes{{{3, 4, 0, 0, 4, 0, 1, 0, 3, 0},
                                            {2, 6, 0, 0, 6, 0, 0, 1, 3, 0},
                                            {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
                                            {2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
                                            {1, 0, 2, 1, 5, 6, 0, 0, 2, 3},
                                            {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
                                            {1, 0, 0, 0, 7, 7, 1, 0, 4, 0},
                                            {2, 6, 0, 0, 5, 5, 1, 0, 2, 0}}};

/// Red, green, blue and alpha of the endpoints, two for each subset, with 8 bits each.
using Bc7Endpoints = std::array<std::array<int, 4>, 6>;

int to_8_bits(unsigned value, int bits) { return static_cast<int>(value << (8 - bits) | value >> (2 * bits - 8)); }

Bc7Endpoints take_bc7_endpoints(BlockBits& bits, const Bc7Mode& mode) noexcept {
  const auto count = static_cast<std::size_t>(2 * mode.subsets);
  std::array<std::array<unsigned, 4>, 6> stored{};
  for (std::size_t channel = 0; channel < 4; ++channel) {
    for (std::size_t endpoint = 0; endpoint < count; ++endpoint) {
      stored[endpoint][channel] = bits.take(channel < 3 ? mode.color : mode.alpha);
    }
  }
  const int last_bits = mode.endpoint_bit + mode.shared_bit;
  std::array<unsigned, 6> last{};
  for (std::size_t endpoint = 0; endpoint < count; ++endpoint) {
    last[endpoint] = mode.shared_bit != 0 && endpoint % 2 == 1 ? last[endpoint - 1] : bits.take(last_bits);
  }
  Bc7Endpoints endpoints{};
  for (std::size_t endpoint = 0; endpoint < count; ++endpoint) {
    for (std::size_t channel = 0; channel < 4; ++channel) {
      const int size = (channel < 3 ? mode.color : mode.alpha) + last_bits;
      const bool is_opaque = channel == 3 && mode.alpha == 0;
      endpoints[endpoint][channel] =
          is_opaque ? 255 : to_8_bits(stored[endpoint][channel] << last_bits | last[endpoint], size);
    }
  }
  return endpoints;
}

std::array<unsigned, 16> take_indices(BlockBits& bits, const BlockPartition& partition, int size) noexcept {
  std::array<unsigned, 16> indices{};
  for (std::size_t texel = 0; texel < 16 && size > 0; ++texel) {
    const bool is_anchor = partition.anchors[partition.subset[texel]] == texel;
    indices[texel] = bits.take(is_anchor ? size - 1 : size);
  }
  return indices;
}

}  // namespace

DecodedBlock decode_bc7(const std::byte* block) noexcept {
  DecodedBlock decoded;
  BlockBits bits(block);
  std::size_t number = 0;
  while (number < bc7_modes.size() && bits.take(1) == 0) {
    ++number;
  }
  if (number == bc7_modes.size()) {
    return decoded;
  }
  const Bc7Mode& mode = bc7_modes[number];
  const BlockPartition partition = block_partition(mode.subsets, bits.take(mode.partition));
  const unsigned rotation = bits.take(mode.rotation);
  const bool is_swapped = bits.take(mode.index_selection) != 0;
  const Bc7Endpoints endpoints = take_bc7_endpoints(bits, mode);
  const std::array<unsigned, 16> first = take_indices(bits, partition, mode.index);
  const std::array<unsigned, 16> second = take_indices(bits, partition, mode.second_index);
  const bool has_second = mode.second_index != 0;
  for (std::size_t texel = 0; texel < 16; ++texel) {
    const auto endpoint = static_cast<std::size_t>(2 * partition.subset[texel]);
    auto& channels = decoded.texels[texel];
    for (std::size_t channel = 0; channel < 4; ++channel) {
      const bool is_by_second = has_second && (channel == 3) != is_swapped;
      const int value =
          interpolate(endpoints[endpoint][channel], endpoints[endpoint + 1][channel],
                      is_by_second ? second[texel] : first[texel], is_by_second ? mode.second_index : mode.index);
      channels[channel] = static_cast<std::uint16_t>(value);
    }
    if (rotation != 0) {
      std::swap(channels[3], channels[rotation - 1]);
    }
  }
  return decoded;
}

}  // namespace texelscope::gpu::blocks
