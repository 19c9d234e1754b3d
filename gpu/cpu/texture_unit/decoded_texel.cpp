#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "texelscope/gpu/block_decoder.h"

namespace texelscope::gpu::cpu::texture_unit {
namespace {

constexpr std::size_t max_block_bytes = 16;

/// A block that a thread decoded, found by its address. Memory may change between fetches, so the block's bytes are
/// compared.
struct CachedBlock {
  TexelEncoding encoding = TexelEncoding::element;
  std::array<std::byte, max_block_bytes> bytes{};
  DecodedBlock decoded;
};

/// Neighboring blocks of a few rows, slices and levels.
constexpr std::size_t cached_blocks = 32;

struct ThreadCache {
  std::array<CachedBlock, cached_blocks> blocks;
  std::array<std::array<std::byte, 8>, max_taps> texels{};
  std::size_t next = 0;
};

const DecodedBlock& find_block(ThreadCache& cache, TexelEncoding encoding, const std::byte* block, std::size_t size) {
  const std::uintptr_t number = reinterpret_cast<std::uintptr_t>(block) / size;
  CachedBlock& slot = cache.blocks[(number ^ (number >> 5) ^ (number >> 10)) % cached_blocks];
  std::array<std::byte, max_block_bytes> bytes{};
  std::memcpy(bytes.data(), block, size);
  if (slot.encoding != encoding || slot.bytes != bytes) {
    slot = {encoding, bytes, decode_block(encoding, bytes.data())};
  }
  return slot.decoded;
}

}  // namespace

const std::byte* decoded_texel(const BoundTexture& texture, const BoundLevel& level, std::int64_t x, std::int64_t y,
                               std::int64_t z) {
  thread_local ThreadCache cache;
  const std::size_t size = block_bytes(texture.encoding);
  const std::byte* const block = level.texels + z * level.slice_pitch_bytes + y / block_extent * level.row_pitch_bytes +
                                 x / block_extent * static_cast<std::int64_t>(size);
  const DecodedBlock& decoded = find_block(cache, texture.encoding, block, size);
  const auto& channels = decoded.texels[static_cast<std::size_t>(y % block_extent * block_extent + x % block_extent)];
  std::array<std::byte, 8>& texel = cache.texels[cache.next];
  cache.next = (cache.next + 1) % max_taps;
  const auto channel_bytes = static_cast<std::size_t>(texture.texel_bytes / texture.num_channels);
  for (std::size_t channel = 0; channel < static_cast<std::size_t>(texture.num_channels); ++channel) {
    std::memcpy(texel.data() + channel * channel_bytes, &channels[channel], channel_bytes);  // the low bytes
  }
  return texel.data();
}

}  // namespace texelscope::gpu::cpu::texture_unit
