#include "gpu/copy/device/device_bytes.h"
#include "gpu/copy/device/device_window.h"
#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

constexpr std::int32_t warps = copy_threads / 32;

template <std::int32_t Item>
__device__ __forceinline__ void read_granules(const SkewedCopy& copy, const SkewedTile& tile, std::byte* shared) {
  constexpr SkewedShape shape{Item};
  constexpr std::int32_t granules = shape.pitch() / 16;
  const std::int32_t span = copy.span_bytes(tile, shape);
  const std::int32_t reads = tile.end * granules;
#pragma unroll 4
  for (auto read = static_cast<std::int32_t>(threadIdx.x); read < reads; read += copy_threads) {
    const std::int32_t row = read / granules;
    const std::int32_t byte = (read - row * granules) * 16;
    const std::uint64_t from = copy.row_address(tile, row);
    const auto within = static_cast<std::int32_t>(from & 15);
    if (row >= tile.begin && byte < within + span) {
      const std::uint64_t at = from - static_cast<std::uint64_t>(within) + static_cast<std::uint64_t>(byte);
      std::byte* const to = shared + shape.place(row) + byte;
      if (at + 16 <= copy.readable.end) {
        copy_to_shared<16>(to, reinterpret_cast<const std::byte*>(at));
      } else {
        *reinterpret_cast<uint4*>(to) = load_tail(at, copy.readable.end);
      }
    }
  }
  wait_for_shared();
}

/// Moves each item of 16 bytes `count` items on, and the last ones to the beginning.
template <std::int32_t Item>
__device__ __forceinline__ void rotate(std::uint32_t (&words)[4], std::int32_t count) {
  if (Item == 4 && (count & 1) != 0) {
    const std::uint32_t last = words[3];
    words[3] = words[2];
    words[2] = words[1];
    words[1] = words[0];
    words[0] = last;
  }
  if ((Item == 4 ? count & 2 : count & 1) != 0) {
    const std::uint32_t first[2] = {words[0], words[1]};
    words[0] = words[2];
    words[1] = words[3];
    words[2] = first[0];
    words[3] = first[1];
  }
}

/// Items of 4 and 8 bytes: eight lanes write 128 bytes of a column.
template <std::int32_t Item>
__device__ void write_granules(const SkewedCopy& copy, const SkewedTile& tile, const std::byte* shared) {
  constexpr SkewedShape shape{Item};
  constexpr std::int32_t items = shape.group_rows();
  constexpr std::int32_t lanes_along_column = 8;
  constexpr std::int32_t columns_at_once = 32 / lanes_along_column;
  constexpr std::int32_t steps_along_column = shape.written_rows(0) / (lanes_along_column * items);
  const auto lane = static_cast<std::int32_t>(threadIdx.x % 32);
  const std::int32_t steps = (tile.columns + columns_at_once - 1) / columns_at_once * steps_along_column;
  std::int32_t shifted[items];
#pragma unroll
  for (std::int32_t n = 0; n < items; ++n) {
    shifted[n] = shape.place(n) + copy.shift(tile, n);
  }
#pragma unroll 2
  for (std::int32_t step = static_cast<std::int32_t>(threadIdx.x) / 32; step < steps; step += warps) {
    const std::int32_t column = step / steps_along_column * columns_at_once + lane / lanes_along_column;
    if (column >= tile.columns) {
      continue;
    }
    const std::uint64_t to = copy.column_address(tile, column);
    const std::int32_t x = (step % steps_along_column * lanes_along_column + lane % lanes_along_column) * items;
    const SkewedGranule granule(shape, x, copy.skew, copy.skew_of(to, shape));
    const std::byte* const from = shared + column * copy.step * Item;
    std::uint32_t words[4];
#pragma unroll
    for (std::int32_t n = 0; n < items; ++n) {
      load_words<Item / 4>(from + granule.place(shape, n, shifted[n]), words + n * (Item / 4));
    }
    rotate<Item>(words, granule.rotation);
    auto* const first = reinterpret_cast<std::byte*>(to) + granule.row * Item;
    if (granule.row >= tile.begin && granule.row + items <= tile.end) {
      *reinterpret_cast<uint4*>(first) = make_uint4(words[0], words[1], words[2], words[3]);
    } else {
#pragma unroll
      for (std::int32_t item = 0; item < items; ++item) {
        if (granule.row + item >= tile.begin && granule.row + item < tile.end) {
          write_item<Item>(first + item * Item, words, item);
        }
      }
    }
  }
}

/// Items of 1 and 2 bytes of one row, `Step` items apart: a word of them. `shift` is the first one's bit in its word.
template <std::int32_t Item, std::int32_t Step>
__device__ __forceinline__ std::uint32_t read_word(const std::byte* from, std::uint32_t shift) {
  std::uint32_t words[Step + 1];
#pragma unroll
  for (std::int32_t word = 0; word <= Step; ++word) {
    words[word] = reinterpret_cast<const std::uint32_t*>(from)[word];
  }
#pragma unroll
  for (std::int32_t word = 0; word < Step; ++word) {
    words[word] = __funnelshift_r(words[word], words[word + 1], shift);
  }
  return gather_word<Item>(
      words, [](std::int32_t byte) { return byte / Item * Step * Item + byte % Item; }, 0);
}

/// Turns words of rows into words of columns.
template <std::int32_t Item>
__device__ __forceinline__ void transpose_words(std::uint32_t (&words)[4 / Item]) {
  if constexpr (Item == 1) {
    const std::uint32_t low01 = __byte_perm(words[0], words[1], 0x5140);
    const std::uint32_t high01 = __byte_perm(words[0], words[1], 0x7362);
    const std::uint32_t low23 = __byte_perm(words[2], words[3], 0x5140);
    const std::uint32_t high23 = __byte_perm(words[2], words[3], 0x7362);
    words[0] = __byte_perm(low01, low23, 0x5410);
    words[1] = __byte_perm(low01, low23, 0x7632);
    words[2] = __byte_perm(high01, high23, 0x5410);
    words[3] = __byte_perm(high01, high23, 0x7632);
  } else {
    const std::uint32_t first = __byte_perm(words[0], words[1], 0x5410);
    words[1] = __byte_perm(words[0], words[1], 0x7632);
    words[0] = first;
  }
}

/// Items of 1 and 2 bytes: each lane transposes a square of items in registers. For each of its columns, it receives
/// the items that precede its own in their word from the lane before it.
template <std::int32_t Item, std::int32_t Step>
__device__ void write_words(const SkewedCopy& copy, const SkewedTile& tile, const std::byte* shared) {
  constexpr SkewedShape shape{Item};
  constexpr std::int32_t items = shape.word_items();
  constexpr std::int32_t chunk_rows = 32 * items;
  constexpr std::int32_t chunks = shape.rows() / chunk_rows;
  constexpr std::int32_t chunk_pitch = chunk_rows / shape.group_rows() * shape.group_pitch();
  const auto lane = static_cast<std::int32_t>(threadIdx.x % 32);
  std::int32_t places[items];
  std::uint32_t shifts[items];
#pragma unroll
  for (std::int32_t k = 0; k < items; ++k) {
    const std::int32_t row = lane * items + k;
    const std::int32_t within = copy.shift(tile, row);
    places[k] = shape.place(row) + (within & ~3);
    shifts[k] = static_cast<std::uint32_t>(8 * (within & 3));
  }
  for (std::int32_t column = static_cast<std::int32_t>(threadIdx.x) / 32 * items; column < tile.columns;
       column += warps * items) {
    std::uint32_t previous[items] = {};
#pragma unroll
    for (std::int32_t chunk = 0; chunk < chunks; ++chunk) {
      std::uint32_t words[items];
#pragma unroll
      for (std::int32_t k = 0; k < items; ++k) {
        words[k] = read_word<Item, Step>(shared + places[k] + chunk * chunk_pitch + column * Step * Item, shifts[k]);
      }
      transpose_words<Item>(words);
#pragma unroll
      for (std::int32_t next = 0; next < items; ++next) {
        // The same in all lanes.
        if (column + next < tile.columns) {
          const std::uint64_t to = copy.column_address(tile, column + next);
          const std::int32_t skew = copy.skew_of(to, shape);
          // The last lane passes on its word of the previous chunk.
          const std::uint32_t before = __shfl_sync(~0U, lane == 31 ? previous[next] : words[next], (lane + 31) % 32);
          previous[next] = words[next];
          const std::uint32_t word = __funnelshift_l(before, words[next], static_cast<std::uint32_t>(8 * Item * skew));
          const std::int32_t x = chunk * chunk_rows + lane * items;
          const std::int32_t row = x - skew;
          auto* const first = reinterpret_cast<std::byte*>(to) + row * Item;
          if (x >= copy.skew && row >= tile.begin && row + items <= tile.end) {
            *reinterpret_cast<std::uint32_t*>(first) = word;
          } else if (x >= copy.skew) {
#pragma unroll
            for (std::int32_t item = 0; item < items; ++item) {
              if (row + item >= tile.begin && row + item < tile.end) {
                write_item<Item>(first + item * Item, &word, item);
              }
            }
          }
        }
      }
    }
  }
}

template <std::int32_t Item>
__global__ void __launch_bounds__(copy_threads, 4) copy_skewed(const __grid_constant__ SkewedCopy copy) {
  extern __shared__ __align__(128) std::byte shared[];
  const SkewedTile tile = copy.tile(blockIdx.x, SkewedShape{Item});
  read_granules<Item>(copy, tile, shared);
  __syncthreads();
  write_granules<Item>(copy, tile, shared);
}

template <std::int32_t Item, std::int32_t Step>
__global__ void __launch_bounds__(copy_threads, 4) copy_skewed_words(const __grid_constant__ SkewedCopy copy) {
  extern __shared__ __align__(128) std::byte shared[];
  const SkewedTile tile = copy.tile(blockIdx.x, SkewedShape{Item});
  read_granules<Item>(copy, tile, shared);
  __syncthreads();
  write_words<Item, Step>(copy, tile, shared);
}

}  // namespace
#endif

#define TEXELSCOPE_SKEWED_ENTRY(item, step)                                                                    \
  {                                                                                                            \
    "copy_skewed_words<" #item ", " #step ">", TEXELSCOPE_COPY_KERNEL(copy_skewed_words<item, step>), nullptr, \
        sizeof(SkewedCopy)                                                                                     \
  }
#define TEXELSCOPE_SKEWED_ENTRIES(item)                                                                   \
  {                                                                                                       \
    TEXELSCOPE_SKEWED_ENTRY(item, 1), TEXELSCOPE_SKEWED_ENTRY(item, 2), TEXELSCOPE_SKEWED_ENTRY(item, 3), \
        TEXELSCOPE_SKEWED_ENTRY(item, 4)                                                                  \
  }

const kernels::KernelEntry& skewed_kernel(std::int64_t item_bytes, std::int64_t step) {
  static const kernels::KernelEntry narrow[2][max_skewed_step] = {TEXELSCOPE_SKEWED_ENTRIES(1),
                                                                  TEXELSCOPE_SKEWED_ENTRIES(2)};
  static const kernels::KernelEntry wide[] = {
      {"copy_skewed<4>", TEXELSCOPE_COPY_KERNEL(copy_skewed<4>), nullptr, sizeof(SkewedCopy)},
      {"copy_skewed<8>", TEXELSCOPE_COPY_KERNEL(copy_skewed<8>), nullptr, sizeof(SkewedCopy)},
  };
  return item_bytes < 4 ? narrow[item_bytes - 1][step - 1] : wide[item_bytes / 4 - 1];
}

}  // namespace texelscope::gpu::copy
