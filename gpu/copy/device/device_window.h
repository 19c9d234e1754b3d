#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/copy/block_axes.h"
#include "gpu/copy/device/device_bytes.h"

/// 16-byte reads and writes at any address, composed of aligned reads and writes, on a GPU. Empty for a C++ compiler.
#ifdef __CUDACC__
namespace texelscope::gpu::copy {

/// The first bytes of a granule that is not readable as a whole.
__device__ __noinline__ inline uint4 load_tail(std::uint64_t at, std::uint64_t end) {
  uint4 four = make_uint4(0, 0, 0, 0);
  for (std::int32_t byte = 0; byte < 16 && at + byte < end; ++byte) {
    const std::uint32_t value = std::uint32_t{*reinterpret_cast<const std::uint8_t*>(at + byte)} << (8 * (byte & 3));
    four.x |= byte < 4 ? value : 0;
    four.y |= byte >= 4 && byte < 8 ? value : 0;
    four.z |= byte >= 8 && byte < 12 ? value : 0;
    four.w |= byte >= 12 ? value : 0;
  }
  return four;
}

/// `Bytes` bytes from an address that is a multiple of `Item`.
template <std::int32_t Item, std::int32_t Bytes>
struct ByteWindow {
  /// The 16-byte case, at any position of the window.
  static constexpr std::int32_t granules = (Bytes + 16 - Item + 15) / 16;
  static constexpr std::int32_t word_count = 4 * granules;

  std::uint32_t words[word_count];

  /// Reads the granules around the window that are readable.
  __device__ __forceinline__ void load(std::uint64_t address, const ReadableBytes& readable) {
    const std::uint64_t first = address & ~std::uint64_t{15};
#pragma unroll
    for (std::int32_t granule = 0; granule < granules; ++granule) {
      const std::uint64_t at = first + granule * 16;
      uint4 four = make_uint4(0, 0, 0, 0);
      if (at < address + Bytes && at >= readable.begin) {
        four = at + 16 <= readable.end ? *reinterpret_cast<const uint4*>(at) : load_tail(at, readable.end);
      }
      words[4 * granule] = four.x;
      words[4 * granule + 1] = four.y;
      words[4 * granule + 2] = four.z;
      words[4 * granule + 3] = four.w;
    }
  }

  /// Moves the window to the first word.
  __device__ __forceinline__ void align(std::uint64_t address) {
    const auto offset = static_cast<std::uint32_t>(address) & 15;
    if constexpr (Item < 16) {
      shift_words<2>((offset & 8) != 0);
    }
    if constexpr (Item < 8) {
      shift_words<1>((offset & 4) != 0);
    }
    if constexpr (Item < 4) {
#pragma unroll
      for (std::int32_t word = 0; word + 1 < word_count; ++word) {
        words[word] = __funnelshift_r(words[word], words[word + 1], 8 * (offset & 3));
      }
    }
  }

 private:
  template <std::int32_t Count>
  __device__ __forceinline__ void shift_words(bool is_wanted) {
#pragma unroll
    for (std::int32_t word = 0; word + Count < word_count; ++word) {
      words[word] = is_wanted ? words[word + Count] : words[word];
    }
  }
};

/// Writes bytes begin … end − 1 of 16 to an aligned address.
__device__ __forceinline__ void write_bytes(std::byte* to, const std::uint32_t (&words)[4], std::int32_t begin,
                                            std::int32_t end) {
  if (begin == 0 && end == 16) {
    *reinterpret_cast<uint4*>(to) = make_uint4(words[0], words[1], words[2], words[3]);
    return;
  }
#pragma unroll
  for (std::int32_t word = 0; word < 4; ++word) {
    if (begin <= 4 * word && end >= 4 * word + 4) {
      reinterpret_cast<std::uint32_t*>(to)[word] = words[word];
    } else if (begin < 4 * word + 4 && end > 4 * word) {
      for (std::int32_t byte = max(begin, 4 * word); byte < min(end, 4 * word + 4); ++byte) {
        to[byte] = static_cast<std::byte>(words[word] >> (8 * (byte & 3)));
      }
    }
  }
}

}  // namespace texelscope::gpu::copy
#endif
