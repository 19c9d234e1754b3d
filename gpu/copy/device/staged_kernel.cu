#include "gpu/copy/device/device_bytes.h"
#include "gpu/copy/device/device_window.h"
#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

template <bool IsPadded>
__device__ __forceinline__ std::int32_t place_of(std::int32_t offset) {
  return IsPadded ? offset + (offset >> 7 << 4) : offset;
}

/// Returns the offset of the run's first byte.
template <bool IsPadded>
__device__ std::int32_t read_one_run(const StagedCopy& copy, const std::byte* source, std::byte* shared) {
  const auto address = reinterpret_cast<std::uint64_t>(source);
  const auto within = static_cast<std::int32_t>(address & 15);
  const std::int32_t end = within + copy.run_bytes;
  const std::uint64_t first = address - static_cast<std::uint64_t>(within);
#pragma unroll 4
  for (std::int32_t byte = static_cast<std::int32_t>(threadIdx.x) * 16; byte < end; byte += copy_threads * 16) {
    const std::uint64_t at = first + static_cast<std::uint64_t>(byte);
    std::byte* const to = shared + place_of<IsPadded>(byte);
    if (at + 16 <= copy.readable.end) {
      copy_to_shared<16>(to, reinterpret_cast<const std::byte*>(at));
    } else {
      *reinterpret_cast<uint4*>(to) = load_tail(at, copy.readable.end);
    }
  }
  return within;
}

/// Calls `read(from, to, offset)` for each `Read` bytes of each run; multiple lanes share a run.
template <std::int32_t Read, class Function>
__device__ __forceinline__ void for_each_read(const StagedCopy& copy, const std::byte* source, std::byte* shared,
                                              Function&& read) {
  const std::int32_t reads = (copy.run_bytes + Read - 1) / Read;
  const std::int32_t lanes_log2 = reads <= 1 ? 0 : min(5, 32 - __clz(reads - 1));
  const std::int32_t runs_at_once = copy_threads >> lanes_log2;
  const std::int32_t lane = static_cast<std::int32_t>(threadIdx.x) & ((1 << lanes_log2) - 1);
  std::int32_t run = static_cast<std::int32_t>(threadIdx.x) >> lanes_log2;
  const std::byte* from = source + run * copy.source_runs.stride[0];
  std::byte* to = shared + run * copy.run_pitch;
  const std::int64_t source_step = runs_at_once * copy.source_runs.stride[0];
  const std::int32_t shared_step = runs_at_once * copy.run_pitch;
#pragma unroll 4
  for (; run < copy.source_runs.count; run += runs_at_once) {
    for (std::int32_t offset = lane * Read; offset < copy.run_bytes; offset += Read << lanes_log2) {
      read(from + offset, to + offset, offset);
    }
    from += source_step;
    to += shared_step;
  }
}

template <std::int32_t Read>
__device__ void read_runs(const StagedCopy& copy, const std::byte* source, std::byte* shared) {
  for_each_read<Read>(copy, source, shared, [](const std::byte* from, std::byte* to, std::int32_t /*offset*/) {
    copy_to_shared<Read>(to, from);
  });
}

template <std::int32_t Item>
__device__ void read_shifted_runs(const StagedCopy& copy, const std::byte* source, std::byte* shared) {
  for_each_read<16>(copy, source, shared, [&](const std::byte* from, std::byte* to, std::int32_t offset) {
    const auto address = reinterpret_cast<std::uint64_t>(from);
    ByteWindow<Item, 16> window;
    window.load(address, copy.readable);
    window.align(address);
#pragma unroll
    for (std::int32_t word = 0; word < 4; ++word) {
      if (offset + 4 * word < copy.run_bytes) {
        reinterpret_cast<std::uint32_t*>(to)[word] = window.words[word];
      }
    }
  });
}

/// The unit that one lane writes: a word of items, or a wider item.
template <std::int32_t Item>
struct Unit {
  static constexpr std::int32_t items = Item < 4 ? 4 / Item : 1;
  static constexpr std::int32_t bytes = items * Item;

  std::uint32_t words[bytes / 4];

  /// The items are at `from + offsets[i]`.
  __device__ __forceinline__ void gather(const std::byte* from, const std::int32_t (&offsets)[items]) {
    if constexpr (Item == 1) {
      std::uint32_t read[4];
#pragma unroll
      for (std::int32_t item = 0; item < 4; ++item) {
        read[item] = *reinterpret_cast<const std::uint8_t*>(from + offsets[item]);
      }
      words[0] = __byte_perm(__byte_perm(read[0], read[1], 0x0040), __byte_perm(read[2], read[3], 0x0040), 0x5410);
    } else if constexpr (Item == 2) {
      words[0] = __byte_perm(*reinterpret_cast<const std::uint16_t*>(from + offsets[0]),
                             *reinterpret_cast<const std::uint16_t*>(from + offsets[1]), 0x5410);
    } else {
      load_words<Item / 4>(from + offsets[0], words);
    }
  }

  __device__ __forceinline__ void write(std::byte* to) const {
    if constexpr (bytes == 4) {
      *reinterpret_cast<std::uint32_t*>(to) = words[0];
    } else if constexpr (bytes == 8) {
      *reinterpret_cast<uint2*>(to) = make_uint2(words[0], words[1]);
    } else {
      *reinterpret_cast<uint4*>(to) = make_uint4(words[0], words[1], words[2], words[3]);
    }
  }
};

/// The first items of a run up to a word boundary, or the rest at its end.
template <std::int32_t Item>
__device__ __forceinline__ void write_single(std::byte* to, const std::byte* from) {
  using Word = typename DeviceWord<Item>::Type;
  *reinterpret_cast<Word*>(to) = *reinterpret_cast<const Word*>(from);
}

/// Items of the destination before `to` in its word.
template <std::int32_t Item>
__device__ __forceinline__ std::int32_t items_before(const std::byte* to) {
  return Item < 4 ? static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(to) & 3) / Item : 0;
}

template <std::int32_t Item, bool IsPadded>
__device__ void write_runs(const StagedCopy& copy, std::byte* destination, const std::byte* shared,
                           std::int32_t shared_first) {
  using Lane = Unit<Item>;
  constexpr std::int32_t at_once = 4;
  const std::int32_t lanes = 1 << copy.lanes_log2;
  const auto warp_lane = static_cast<std::int32_t>(threadIdx.x % 32);
  const std::int32_t lane = warp_lane & (lanes - 1);
  const std::int32_t runs_at_once = 32 >> copy.lanes_log2;
  const std::int32_t units = (copy.run_items + Lane::items - 1) / Lane::items;
  const std::int32_t steps_along_run = (units + at_once * lanes - 1) / (at_once * lanes);
  const std::int32_t steps = steps_along_run * ((copy.destination_runs.count + runs_at_once - 1) / runs_at_once);
  const std::int32_t stride = copy.inner_stride;
  for (std::int32_t step = static_cast<std::int32_t>(threadIdx.x) / 32; step < steps; step += copy_threads / 32) {
    const std::int32_t across = step / steps_along_run;
    const std::int32_t run = across * runs_at_once + (warp_lane >> copy.lanes_log2);
    if (run >= copy.destination_runs.count) {
      continue;
    }
    std::byte* const to = destination + copy.destination_runs.offset(run);
    const std::int32_t begin = shared_first + static_cast<std::int32_t>(copy.shared_runs.offset(run));
    const std::int32_t first =
        ((step - across * steps_along_run) * at_once * lanes + lane) * Lane::items - items_before<Item>(to);
#pragma unroll
    for (std::int32_t i = 0; i < at_once; ++i) {
      const std::int32_t item = first + i * lanes * Lane::items;
      if (item >= 0 && item + Lane::items <= copy.run_items) {
        std::int32_t offsets[Lane::items];
#pragma unroll
        for (std::int32_t k = 0; k < Lane::items; ++k) {
          offsets[k] = place_of<IsPadded>(begin + (item + k) * stride);
        }
        Lane unit;
        unit.gather(shared, offsets);
        unit.write(to + item * Item);
      } else if constexpr (Lane::items > 1) {
        for (std::int32_t k = 0; k < Lane::items; ++k) {
          // The thread that writes the items before the first whole word also writes the items after the last whole
          // word.
          const std::int32_t one = item + k < 0 ? item + k + units * Lane::items : item + k;
          if (one < copy.run_items) {
            write_single<Item>(to + one * Item, shared + place_of<IsPadded>(begin + one * stride));
          }
        }
      }
    }
  }
}

/// One run of groups. Threads advance by whole groups: each keeps its items within a group.
template <std::int32_t Item, bool IsPadded>
__device__ void write_groups(const StagedCopy& copy, std::byte* to, const std::byte* shared,
                             std::int32_t shared_first) {
  using Lane = Unit<Item>;
  const std::int32_t extent = copy.group.count;
  const std::int32_t units_at_once = extent <= copy_threads ? copy_threads / extent * extent : extent;
  const std::int32_t step = units_at_once / extent * Lane::items * copy.group_stride;
  for (auto first = static_cast<std::int32_t>(threadIdx.x); first < units_at_once; first += copy_threads) {
    std::int32_t item = first * Lane::items - items_before<Item>(to);
    std::int32_t offsets[Lane::items];
#pragma unroll
    for (std::int32_t k = 0; k < Lane::items; ++k) {
      // Negative for items that precede the first item in its word.
      const std::int32_t group = (item + k + 4 * extent) / extent - 4;
      offsets[k] = shared_first + group * copy.group_stride +
                   static_cast<std::int32_t>(copy.group.offset(item + k - group * extent));
    }
#pragma unroll 4
    for (; item < copy.run_items; item += units_at_once * Lane::items) {
      std::int32_t places[Lane::items];
#pragma unroll
      for (std::int32_t k = 0; k < Lane::items; ++k) {
        places[k] = place_of<IsPadded>(offsets[k]);
        offsets[k] += step;
      }
      if (item >= 0 && item + Lane::items <= copy.run_items) {
        Lane unit;
        unit.gather(shared, places);
        unit.write(to + item * Item);
      } else if constexpr (Lane::items > 1) {
#pragma unroll
        for (std::int32_t k = 0; k < Lane::items; ++k) {
          if (item + k >= 0 && item + k < copy.run_items) {
            write_single<Item>(to + (item + k) * Item, shared + places[k]);
          }
        }
      }
    }
  }
}

template <std::int32_t Item, bool IsPadded>
__global__ void __launch_bounds__(copy_threads) copy_staged(const __grid_constant__ StagedCopy copy) {
  constexpr std::int32_t word = Item < 4 ? 4 : Item;
  extern __shared__ __align__(128) std::byte shared[];
  CopyPointers pointers = copy.pointers;
  copy.blocks.enter(blockIdx.x, pointers);
  std::int32_t first = copy.shared_first;
  if (copy.read == StagedRead::one_run) {
    first += read_one_run<IsPadded>(copy, pointers.source, shared);
  } else if (copy.read == StagedRead::whole) {
    read_runs<16>(copy, pointers.source, shared);
  } else if (copy.read == StagedRead::words) {
    read_runs<word>(copy, pointers.source, shared);
  } else if constexpr (Item < 4) {
    read_shifted_runs<Item>(copy, pointers.source, shared);
  }
  wait_for_shared();
  __syncthreads();
  if (copy.is_grouped) {
    write_groups<Item, IsPadded>(copy, pointers.destination, shared, first);
  } else {
    write_runs<Item, IsPadded>(copy, pointers.destination, shared, first);
  }
}

}  // namespace
#endif

const kernels::KernelEntry& staged_kernel(std::int64_t item_bytes, bool is_padded) {
  static const kernels::KernelEntry plain[] = {
      {"copy_staged<1>", TEXELSCOPE_COPY_KERNEL(copy_staged<1, false>), nullptr, sizeof(StagedCopy)},
      {"copy_staged<2>", TEXELSCOPE_COPY_KERNEL(copy_staged<2, false>), nullptr, sizeof(StagedCopy)},
      {"copy_staged<4>", TEXELSCOPE_COPY_KERNEL(copy_staged<4, false>), nullptr, sizeof(StagedCopy)},
      {"copy_staged<8>", TEXELSCOPE_COPY_KERNEL(copy_staged<8, false>), nullptr, sizeof(StagedCopy)},
      {"copy_staged<16>", TEXELSCOPE_COPY_KERNEL(copy_staged<16, false>), nullptr, sizeof(StagedCopy)},
  };
  static const kernels::KernelEntry padded[] = {
      {"copy_padded<1>", TEXELSCOPE_COPY_KERNEL(copy_staged<1, true>), nullptr, sizeof(StagedCopy)},
      {"copy_padded<2>", TEXELSCOPE_COPY_KERNEL(copy_staged<2, true>), nullptr, sizeof(StagedCopy)},
      {"copy_padded<4>", TEXELSCOPE_COPY_KERNEL(copy_staged<4, true>), nullptr, sizeof(StagedCopy)},
      {"copy_padded<8>", TEXELSCOPE_COPY_KERNEL(copy_staged<8, true>), nullptr, sizeof(StagedCopy)},
      {"copy_padded<16>", TEXELSCOPE_COPY_KERNEL(copy_staged<16, true>), nullptr, sizeof(StagedCopy)},
  };
  return entry_of(is_padded ? padded : plain, item_bytes);
}

}  // namespace texelscope::gpu::copy
