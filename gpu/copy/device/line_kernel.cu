#include "gpu/copy/device/device_bytes.h"
#include "gpu/copy/device/device_window.h"
#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

constexpr std::int32_t width = 16;

/// The position of byte `byte` of a write in the window that the write reads, counted from the lowest address.
template <std::int32_t Item, std::int32_t Step>
struct LineByte {
  __device__ constexpr std::int32_t operator()(std::int32_t byte) const {
    const std::int32_t item = byte / Item;
    const std::int32_t place = Step > 0 ? item * Step : (width / Item - 1 - item) * -Step;
    return place * Item + byte % Item;
  }
};

template <std::int32_t Item, std::int32_t Step>
struct Window {
  static constexpr std::int32_t magnitude = Step < 0 ? -Step : Step;
  ByteWindow<Item, (width / Item - 1) * magnitude * Item + Item> bytes;

  __device__ __forceinline__ void load(std::uint64_t address, const ReadableBytes& readable) {
    bytes.load(address, readable);
  }
  __device__ __forceinline__ void align(std::uint64_t address) { bytes.align(address); }
  [[nodiscard]] __device__ __forceinline__ std::uint32_t word(std::int32_t word) const {
    return gather_word<Item>(bytes.words, LineByte<Item, Step>{}, word);
  }
};

/// One item, repeated.
template <std::int32_t Item>
struct Window<Item, 0> {
  std::uint32_t read[2];

  __device__ __forceinline__ void load(std::uint64_t address, const ReadableBytes& /*readable*/) {
    if constexpr (Item == 1) {
      read[0] = *reinterpret_cast<const std::uint8_t*>(address) * 0x01010101U;
    } else if constexpr (Item == 2) {
      read[0] = *reinterpret_cast<const std::uint16_t*>(address) * 0x00010001U;
    } else {
      load_words<Item / 4>(reinterpret_cast<const std::byte*>(address), read);
    }
  }
  __device__ __forceinline__ void align(std::uint64_t /*address*/) {}
  [[nodiscard]] __device__ __forceinline__ std::uint32_t word(std::int32_t word) const {
    return read[Item == 8 ? word % 2 : 0];
  }
};

/// Writes items `begin` … `end` − 1 of a window.
template <std::int32_t Item, std::int32_t Step>
__device__ __forceinline__ void write_window(const Window<Item, Step>& window, std::byte* to, std::int32_t begin,
                                             std::int32_t end) {
  std::uint32_t words[4];
#pragma unroll
  for (std::int32_t word = 0; word < 4; ++word) {
    words[word] = window.word(word);
  }
  write_bytes(to, words, begin * Item, end * Item);
}

/// A row of a block: the address of its items, and the number of items that precede the first item in its granule of
/// the destination.
template <std::int32_t Item>
struct Row {
  const std::byte* source;
  std::byte* destination;
  std::int32_t before;

  __device__ Row(const LineCopy& copy, const CopyPointers& pointers, std::int32_t row)
      : source(pointers.source + copy.source_rows.offset(row)),
        destination(pointers.destination + copy.destination_rows.offset(row)),
        before(static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(destination) & (width - 1)) / Item) {}

  /// The start of the window for the items from `first` on.
  template <std::int32_t Step>
  [[nodiscard]] __device__ std::uint64_t window_address(std::int32_t first) const {
    const std::int64_t lowest = Step < 0 ? first + width / Item - 1 : first;
    return reinterpret_cast<std::uint64_t>(source) + static_cast<std::uint64_t>(lowest * Step * Item);
  }
};

/// Copies the granules that rows fill completely.
template <std::int32_t Item, std::int32_t Step>
__device__ void copy_whole_granules(const LineCopy& copy, const CopyPointers& pointers) {
  constexpr std::int32_t items = width / Item;
  // Reads in flight in each thread.
  constexpr std::int32_t at_once = Step <= 1 && Step >= -1 ? 4 : 2;
  const std::int32_t lanes = 1 << copy.lanes_log2;
  const auto lane = static_cast<std::int32_t>(threadIdx.x) & (lanes - 1);
  const std::int32_t rows_at_once = copy_threads >> copy.lanes_log2;
  const std::int32_t rows = copy.source_rows.count;
  // One loop over the writes of a row and one over rows; the longer of the two has multiple reads in flight.
  const std::int32_t writes = copy.items / items;
  const bool is_long = writes > lanes;
  const std::int32_t write_stride = is_long ? lanes : 0;
  const std::int32_t row_stride = is_long ? 0 : rows_at_once;
  for (std::int32_t first_row = static_cast<std::int32_t>(threadIdx.x) >> copy.lanes_log2; first_row < rows;
       first_row += is_long ? rows_at_once : at_once * rows_at_once) {
    for (std::int32_t start = lane; start < writes; start += is_long ? at_once * lanes : writes) {
      Window<Item, Step> windows[at_once];
      std::byte* to[at_once];
      std::uint64_t address[at_once];
#pragma unroll
      for (std::int32_t i = 0; i < at_once; ++i) {
        to[i] = nullptr;
        if (first_row + i * row_stride < rows) {
          const Row<Item> row(copy, pointers, first_row + i * row_stride);
          // If a row begins within a granule, that granule is skipped.
          const std::int32_t first = (start + i * write_stride) * items + (row.before > 0 ? items - row.before : 0);
          if (first + items <= copy.items) {
            to[i] = row.destination + first * Item;
            address[i] = row.template window_address<Step>(first);
            windows[i].load(address[i], copy.readable);
          }
        }
      }
#pragma unroll
      for (std::int32_t i = 0; i < at_once; ++i) {
        if (to[i] != nullptr) {
          windows[i].align(address[i]);
          write_window(windows[i], to[i], 0, items);
        }
      }
    }
  }
}

/// Starts and ends of rows, one thread each.
template <std::int32_t Item, std::int32_t Step>
__device__ void copy_rests(const LineCopy& copy, const CopyPointers& pointers) {
  constexpr std::int32_t items = width / Item;
  for (auto rest = static_cast<std::int32_t>(threadIdx.x); rest < 2 * copy.source_rows.count; rest += copy_threads) {
    const Row<Item> row(copy, pointers, rest / 2);
    const std::int32_t end = copy.items + row.before;
    const bool is_beginning = rest % 2 == 0;
    // Counted from the granule that the row begins in.
    const std::int32_t granule = is_beginning ? 0 : end / items;
    const std::int32_t first = granule * items - row.before;
    const std::int32_t from = is_beginning ? row.before : 0;
    const std::int32_t to = is_beginning ? items : end % items;
    if (from < to && (!is_beginning || row.before > 0)) {
      Window<Item, Step> window;
      const std::uint64_t address = row.template window_address<Step>(first);
      window.load(address, copy.readable);
      window.align(address);
      write_window(window, row.destination + first * Item, from, to);
    }
  }
}

template <std::int32_t Item, std::int32_t Step>
__global__ void __launch_bounds__(copy_threads) copy_lines(const __grid_constant__ LineCopy copy) {
  CopyPointers pointers = copy.pointers;
  copy.blocks.enter(blockIdx.x, pointers);
  copy_whole_granules<Item, Step>(copy, pointers);
  copy_rests<Item, Step>(copy, pointers);
}

}  // namespace
#endif

#define TEXELSCOPE_LINE_ENTRY(item, step) \
  { "copy_lines<" #item ", " #step ">", TEXELSCOPE_COPY_KERNEL(copy_lines<item, step>), nullptr, sizeof(LineCopy) }
#define TEXELSCOPE_LINE_ENTRIES(item)                                                                    \
  {                                                                                                      \
    TEXELSCOPE_LINE_ENTRY(item, -4), TEXELSCOPE_LINE_ENTRY(item, -3), TEXELSCOPE_LINE_ENTRY(item, -2),   \
        TEXELSCOPE_LINE_ENTRY(item, -1), TEXELSCOPE_LINE_ENTRY(item, 0), TEXELSCOPE_LINE_ENTRY(item, 1), \
        TEXELSCOPE_LINE_ENTRY(item, 2), TEXELSCOPE_LINE_ENTRY(item, 3), TEXELSCOPE_LINE_ENTRY(item, 4)   \
  }

const kernels::KernelEntry& line_kernel(std::int64_t item_bytes, std::int64_t step) {
  static const kernels::KernelEntry entries[4][2 * max_line_step + 1] = {
      TEXELSCOPE_LINE_ENTRIES(1), TEXELSCOPE_LINE_ENTRIES(2), TEXELSCOPE_LINE_ENTRIES(4), TEXELSCOPE_LINE_ENTRIES(8)};
  return entries[std::countr_zero(static_cast<std::uint64_t>(item_bytes))][step + max_line_step];
}

}  // namespace texelscope::gpu::copy
