#include <utility>

#include "gpu/copy/device/device_bytes.h"
#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

__device__ __forceinline__ uint4 words_of(const std::uint32_t* words) {
  return make_uint4(words[0], words[1], words[2], words[3]);
}

/// The source of byte `byte` of the output: interleaved pixels from `Channels` consecutive planes of 16 bytes, or the
/// reverse.
template <std::int32_t Item, std::int32_t Channels, bool Joins>
struct ChannelByte {
  __device__ constexpr std::int32_t operator()(std::int32_t byte) const {
    if constexpr (Joins) {
      const std::int32_t item = byte / Item;
      return item % Channels * 16 + item / Channels * Item + byte % Item;
    } else {
      const std::int32_t pixel = byte % 16 / Item;
      return (pixel * Channels + byte / 16) * Item + byte % Item;
    }
  }
};

template <std::int32_t Item, std::int32_t Channels, bool Joins>
__global__ void __launch_bounds__(copy_threads) copy_channels(const __grid_constant__ ChannelCopy copy) {
  constexpr std::int32_t words = 4 * Channels;
  // The writes of a warp are adjacent, but those of one thread are not. This memory regroups them, so that each write
  // covers whole sectors.
  __shared__ uint4 joined[Joins ? copy_threads * Channels : 1];
  CopyPointers pointers = copy.pointers;
  copy.blocks.enter(blockIdx.x, pointers);
  const auto thread = static_cast<std::int32_t>(threadIdx.x);
  std::uint32_t read[words];
  if (thread < copy.threads) {
#pragma unroll
    for (std::int32_t channel = 0; channel < Channels; ++channel) {
      const std::byte* const from =
          pointers.source + (Joins ? channel * copy.plane_stride + thread * 16 : (thread * Channels + channel) * 16);
      const uint4 four = __ldcs(reinterpret_cast<const uint4*>(from));
      read[4 * channel] = four.x;
      read[4 * channel + 1] = four.y;
      read[4 * channel + 2] = four.z;
      read[4 * channel + 3] = four.w;
    }
    std::uint32_t turned[words];
#pragma unroll
    for (std::int32_t word = 0; word < words; ++word) {
      turned[word] = gather_word<Item>(read, ChannelByte<Item, Channels, Joins>{}, word);
    }
#pragma unroll
    for (std::int32_t channel = 0; channel < Channels; ++channel) {
      if constexpr (Joins) {
        joined[thread * Channels + channel] = words_of(turned + 4 * channel);
      } else {
        *reinterpret_cast<uint4*>(pointers.destination + channel * copy.plane_stride + thread * 16) =
            words_of(turned + 4 * channel);
      }
    }
  }
  if constexpr (Joins) {
    __syncthreads();
    for (std::int32_t chunk = thread; chunk < copy.threads * Channels; chunk += copy_threads) {
      *reinterpret_cast<uint4*>(pointers.destination + chunk * 16) = joined[chunk];
    }
  }
}

}  // namespace
#endif

#define TEXELSCOPE_CHANNEL_ENTRY(item, channels, joins)                                               \
  {                                                                                                   \
    (joins) ? "join_channels<" #item ", " #channels ">" : "split_channels<" #item ", " #channels ">", \
        TEXELSCOPE_COPY_KERNEL(copy_channels<item, channels, joins>), nullptr, sizeof(ChannelCopy)    \
  }
#define TEXELSCOPE_CHANNEL_ENTRIES(joins)                                             \
  {                                                                                   \
    TEXELSCOPE_CHANNEL_ENTRY(1, 2, joins), TEXELSCOPE_CHANNEL_ENTRY(1, 3, joins),     \
        TEXELSCOPE_CHANNEL_ENTRY(1, 4, joins), TEXELSCOPE_CHANNEL_ENTRY(2, 2, joins), \
        TEXELSCOPE_CHANNEL_ENTRY(2, 3, joins), TEXELSCOPE_CHANNEL_ENTRY(2, 4, joins), \
        TEXELSCOPE_CHANNEL_ENTRY(4, 2, joins), TEXELSCOPE_CHANNEL_ENTRY(4, 3, joins), \
        TEXELSCOPE_CHANNEL_ENTRY(4, 4, joins)                                         \
  }

const kernels::KernelEntry& channel_kernel(std::int64_t item_bytes, std::int32_t channels, bool is_joining) {
  static const kernels::KernelEntry entries[2][9] = {TEXELSCOPE_CHANNEL_ENTRIES(false),
                                                     TEXELSCOPE_CHANNEL_ENTRIES(true)};
  return entries[is_joining ? 1 : 0][3 * std::countr_zero(static_cast<std::uint64_t>(item_bytes)) + channels - 2];
}

}  // namespace texelscope::gpu::copy
