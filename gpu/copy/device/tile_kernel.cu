#include "gpu/copy/device/device_bytes.h"
#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

// A row of shared memory stores one run of the source. Its 16-byte chunks are swizzled by an XOR with the row's number
// in units of one write's rows, so that the eight rows that eight lanes read simultaneously are in different banks.
constexpr std::int32_t lanes_along_run = 8;
constexpr std::int32_t write_width = 16;

template <std::int32_t Item>
__device__ std::int32_t chunk_of(std::int32_t row) {
  constexpr std::int32_t items = write_width / Item;
  return (row / items & 7) * 16;
}

template <std::int32_t Item, std::int32_t Read>
__device__ void read_rows(const TileCopy& tile, const std::byte* source, const std::int64_t* offsets,
                          std::byte* shared) {
  constexpr std::int32_t lanes = 128 / Read < 32 ? 128 / Read : 32;
  const std::int32_t lane = static_cast<std::int32_t>(threadIdx.x) % lanes;
  const std::int32_t reads = tile.along_source.count * Item / Read;
  const auto rows_at_once = static_cast<std::int32_t>(blockDim.x) / lanes;
  for (std::int32_t row = static_cast<std::int32_t>(threadIdx.x) / lanes; row < tile.along_destination.count;
       row += rows_at_once) {
    const std::byte* const from = source + (offsets != nullptr ? offsets[row] : row * tile.along_destination.stride[0]);
    std::byte* const to = shared + row * tile.pitch;
    const std::int32_t chunk = chunk_of<Item>(row);
#pragma unroll 4
    for (std::int32_t read = lane; read < reads; read += lanes) {
      copy_to_shared<Read>(to + (read * Read ^ chunk), from + read * Read);
    }
  }
}

/// Items of 4 bytes and more: each lane gathers the items of one write, each from a different row.
template <std::int32_t Item>
__device__ void gather(const std::byte* column, std::int32_t pitch, std::uint32_t (&words)[1][4]) {
  constexpr std::int32_t words_of_item = Item / 4;
#pragma unroll
  for (std::int32_t item = 0; item < write_width / Item; ++item) {
    load_words<words_of_item>(column + item * pitch, words[0] + item * words_of_item);
  }
}

/// Smaller items: each lane reads words of 4 / Item columns from 16 / Item rows, and transposes them into one write per
/// column.
template <std::int32_t Item>
__device__ void gather(const std::byte* column, std::int32_t pitch, std::uint32_t (&words)[4 / Item][4]) {
  constexpr std::int32_t rows = write_width / Item;
  std::uint32_t read[rows];
#pragma unroll
  for (std::int32_t row = 0; row < rows; ++row) {
    read[row] = *reinterpret_cast<const std::uint32_t*>(column + row * pitch);
  }
#pragma unroll
  for (std::int32_t word = 0; word < 4; ++word) {
    if constexpr (Item == 1) {
      const std::uint32_t* const four = read + 4 * word;
      const std::uint32_t low01 = __byte_perm(four[0], four[1], 0x5140);
      const std::uint32_t high01 = __byte_perm(four[0], four[1], 0x7362);
      const std::uint32_t low23 = __byte_perm(four[2], four[3], 0x5140);
      const std::uint32_t high23 = __byte_perm(four[2], four[3], 0x7362);
      words[0][word] = __byte_perm(low01, low23, 0x5410);
      words[1][word] = __byte_perm(low01, low23, 0x7632);
      words[2][word] = __byte_perm(high01, high23, 0x5410);
      words[3][word] = __byte_perm(high01, high23, 0x7632);
    } else {
      words[0][word] = __byte_perm(read[2 * word], read[2 * word + 1], 0x5410);
      words[1][word] = __byte_perm(read[2 * word], read[2 * word + 1], 0x7632);
    }
  }
}

template <std::int32_t Item>
__device__ void write_columns(const TileCopy& tile, std::byte* destination, const std::int64_t* offsets,
                              const std::byte* shared) {
  constexpr std::int32_t columns = Item < 4 ? 4 / Item : 1;
  constexpr std::int32_t items = write_width / Item;
  constexpr std::int32_t columns_at_once = 32 / lanes_along_run * columns;
  constexpr std::int32_t rows_at_once = lanes_along_run * items;
  const auto lane = static_cast<std::int32_t>(threadIdx.x % 32);
  const std::int32_t column_count = tile.along_source.count;
  const std::int32_t row_count = tile.along_destination.count;
  const std::int32_t steps_along_run = (row_count + rows_at_once - 1) / rows_at_once;
  const std::int32_t steps = (column_count + columns_at_once - 1) / columns_at_once * steps_along_run;
  for (std::int32_t step = static_cast<std::int32_t>(threadIdx.x) / 32; step < steps;
       step += static_cast<std::int32_t>(blockDim.x) / 32) {
    const std::int32_t across = step / steps_along_run;
    const std::int32_t column = across * columns_at_once + lane / lanes_along_run * columns;
    const std::int32_t row = (step - across * steps_along_run) * rows_at_once + lane % lanes_along_run * items;
    if (column >= column_count || row >= row_count) {
      continue;
    }
    std::uint32_t words[columns][4];
    gather<Item>(shared + row * tile.pitch + (column * Item ^ chunk_of<Item>(row)), tile.pitch, words);
#pragma unroll
    for (std::int32_t next = 0; next < columns; ++next) {
      if (column + next < column_count) {
        const std::int64_t offset =
            offsets != nullptr ? offsets[column + next] : (column + next) * tile.along_source.stride[0];
        write_items<Item>(destination + offset + row * Item, words[next], row_count - row, tile.write_bytes);
      }
    }
  }
}

/// The offsets of a side's items on the other side, in shared memory if the side has multiple axes; null if it has one
/// axis.
__device__ const std::int64_t* tabulate(const TileSide& side, std::int64_t*& free) {
  if (side.axes == 1) {
    return nullptr;
  }
  std::int64_t* const table = free;
  for (auto item = static_cast<std::int32_t>(threadIdx.x); item < side.count;
       item += static_cast<std::int32_t>(blockDim.x)) {
    table[item] = side.offset(item);
  }
  free += side.count;
  return table;
}

template <std::int32_t Item>
__global__ void __launch_bounds__(copy_threads) copy_tiles(const __grid_constant__ TileCopy tile) {
  extern __shared__ __align__(128) std::byte shared[];
  CopyPointers pointers = tile.pointers;
  tile.blocks.enter(blockIdx.x, pointers);
  auto* free = reinterpret_cast<std::int64_t*>(shared + tile.pitch * tile.shared_rows);
  const std::int64_t* const source_offsets = tabulate(tile.along_destination, free);
  const std::int64_t* const destination_offsets = tabulate(tile.along_source, free);
  if (source_offsets != nullptr) {
    __syncthreads();
  }
  switch (tile.read_bytes) {
    case 16:
      read_rows<Item, 16>(tile, pointers.source, source_offsets, shared);
      break;
    case 8:
      read_rows<Item, (Item > 8 ? Item : 8)>(tile, pointers.source, source_offsets, shared);
      break;
    case 4:
      read_rows<Item, (Item > 4 ? Item : 4)>(tile, pointers.source, source_offsets, shared);
      break;
    default:
      read_rows<Item, Item>(tile, pointers.source, source_offsets, shared);
  }
  wait_for_shared();
  __syncthreads();
  write_columns<Item>(tile, pointers.destination, destination_offsets, shared);
}

}  // namespace
#endif

const kernels::KernelEntry& tile_kernel(std::int64_t item_bytes) {
  static const kernels::KernelEntry entries[] = {
      {"copy_tiles<1>", TEXELSCOPE_COPY_KERNEL(copy_tiles<1>), nullptr, sizeof(TileCopy)},
      {"copy_tiles<2>", TEXELSCOPE_COPY_KERNEL(copy_tiles<2>), nullptr, sizeof(TileCopy)},
      {"copy_tiles<4>", TEXELSCOPE_COPY_KERNEL(copy_tiles<4>), nullptr, sizeof(TileCopy)},
      {"copy_tiles<8>", TEXELSCOPE_COPY_KERNEL(copy_tiles<8>), nullptr, sizeof(TileCopy)},
      {"copy_tiles<16>", TEXELSCOPE_COPY_KERNEL(copy_tiles<16>), nullptr, sizeof(TileCopy)},
  };
  return entry_of(entries, item_bytes);
}

}  // namespace texelscope::gpu::copy
