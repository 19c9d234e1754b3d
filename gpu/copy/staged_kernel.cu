#include "gpu/copy/device_bytes.h"
#include "gpu/copy/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

template <std::int32_t Read>
__device__ void read_runs(const StagedCopy& copy, const std::byte* source, std::byte* shared) {
  const std::int32_t count = copy.source_runs.count * copy.reads;
#pragma unroll 4
  for (auto number = static_cast<std::int32_t>(threadIdx.x); number < count; number += copy_threads) {
    const std::int32_t run = copy.source_runs.count == 1 ? 0 : number / copy.reads;
    const std::int32_t offset = (number - run * copy.reads) * Read;
    copy_to_shared<Read>(shared + run * copy.run_pitch + offset, source + copy.source_runs.offset(run) + offset);
  }
}

template <std::int32_t Item>
__device__ __forceinline__ void gather_item(const std::byte* from, std::uint32_t (&words)[4], std::int32_t item) {
  if constexpr (Item == 1) {
    words[item >> 2] |= static_cast<std::uint32_t>(*reinterpret_cast<const std::uint8_t*>(from)) << (8 * (item & 3));
  } else if constexpr (Item == 2) {
    words[item >> 1] |= static_cast<std::uint32_t>(*reinterpret_cast<const std::uint16_t*>(from)) << (16 * (item & 1));
  } else {
    load_words<Item / 4>(from, words + item * (Item / 4));
  }
}

template <std::int32_t Item>
__device__ void write_runs(const StagedCopy& copy, std::byte* destination, const std::byte* shared) {
  constexpr std::int32_t items = 16 / Item;
  const std::int32_t lanes = 1 << copy.lanes_log2;
  const std::int32_t runs_at_once = 32 >> copy.lanes_log2;
  const auto lane = static_cast<std::int32_t>(threadIdx.x % 32);
  const std::int32_t writes = (copy.run_items + items - 1) / items;
  const std::int32_t steps_along_run = (writes + lanes - 1) >> copy.lanes_log2;
  const std::int32_t steps = steps_along_run * ((copy.destination_runs.count + runs_at_once - 1) / runs_at_once);
  for (std::int32_t step = static_cast<std::int32_t>(threadIdx.x) / 32; step < steps; step += copy_threads / 32) {
    const std::int32_t across = step / steps_along_run;
    const std::int32_t run = across * runs_at_once + (lane >> copy.lanes_log2);
    const std::int32_t first = (((step - across * steps_along_run) << copy.lanes_log2) + (lane & (lanes - 1))) * items;
    if (run >= copy.destination_runs.count || first >= copy.run_items) {
      continue;
    }
    const std::int32_t outer = first / copy.inner_extent;
    std::int32_t inner = first - outer * copy.inner_extent;
    const std::byte* from =
        shared + copy.shared_runs.offset(run) + outer * copy.outer_stride + inner * copy.inner_stride;
    std::uint32_t words[4] = {0, 0, 0, 0};
#pragma unroll
    for (std::int32_t item = 0; item < items; ++item) {
      if (first + item < copy.run_items) {
        gather_item<Item>(from, words, item);
      }
      from += copy.inner_stride;
      if (++inner == copy.inner_extent) {
        inner = 0;
        from += copy.outer_stride - copy.inner_extent * copy.inner_stride;
      }
    }
    write_items<Item>(destination + copy.destination_runs.offset(run) + std::int64_t{first} * Item, words,
                      copy.run_items - first, copy.write_bytes);
  }
}

template <std::int32_t Item>
__global__ void __launch_bounds__(copy_threads) copy_staged(const __grid_constant__ StagedCopy copy) {
  extern __shared__ __align__(128) std::byte shared[];
  CopyPointers pointers = copy.pointers;
  copy.blocks.enter(blockIdx.x, pointers);
  switch (copy.read_bytes) {
    case 16:
      read_runs<16>(copy, pointers.source, shared);
      break;
    case 8:
      read_runs<(Item > 8 ? Item : 8)>(copy, pointers.source, shared);
      break;
    case 4:
      read_runs<(Item > 4 ? Item : 4)>(copy, pointers.source, shared);
      break;
    default:
      read_runs<Item>(copy, pointers.source, shared);
  }
  wait_for_shared();
  __syncthreads();
  write_runs<Item>(copy, pointers.destination, shared);
}

}  // namespace
#define TEXELSCOPE_COPY_KERNEL(item) reinterpret_cast<const void*>(&copy_staged<item>)
#else
#define TEXELSCOPE_COPY_KERNEL(item) nullptr
#endif

const kernels::KernelEntry& staged_kernel(std::int64_t item_bytes) {
  static const kernels::KernelEntry entries[] = {
      {"copy_staged<1>", TEXELSCOPE_COPY_KERNEL(1), nullptr, sizeof(StagedCopy)},
      {"copy_staged<2>", TEXELSCOPE_COPY_KERNEL(2), nullptr, sizeof(StagedCopy)},
      {"copy_staged<4>", TEXELSCOPE_COPY_KERNEL(4), nullptr, sizeof(StagedCopy)},
      {"copy_staged<8>", TEXELSCOPE_COPY_KERNEL(8), nullptr, sizeof(StagedCopy)},
      {"copy_staged<16>", TEXELSCOPE_COPY_KERNEL(16), nullptr, sizeof(StagedCopy)},
  };
  return entry_of(entries, item_bytes);
}

}  // namespace texelscope::gpu::copy
