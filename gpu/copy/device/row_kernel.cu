#include "gpu/copy/device/device_bytes.h"
#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

template <std::int32_t Bytes>
__global__ void __launch_bounds__(copy_threads) copy_rows(const __grid_constant__ RowCopy copy) {
  using Word = typename DeviceWord<Bytes>::Type;
  // Reads in flight in each thread.
  constexpr std::int32_t reads_at_once = Bytes >= 16 ? 4 : 8;
  CopyPointers pointers = copy.pointers;
  copy.blocks.enter(blockIdx.x, pointers);
  const std::int32_t lanes = 1 << copy.lanes_log2;
  const auto lane = static_cast<std::int32_t>(threadIdx.x) & (lanes - 1);
  const std::int32_t first_row = static_cast<std::int32_t>(threadIdx.x) >> copy.lanes_log2;
  const std::int32_t rows_at_once = copy_threads >> copy.lanes_log2;
  const std::int32_t words = copy.words;
  const std::int32_t rows = copy.source_rows.count;
  const std::int64_t source_step = copy.source_step;
  const std::int64_t destination_step = copy.destination_step;
  // One loop over the words of a row and one over rows; the longer of the two has multiple reads in flight.
  const bool is_long = words > lanes;
  const std::int32_t word_stride = is_long ? lanes : 0;
  const std::int32_t row_stride = is_long ? 0 : rows_at_once;
  for (std::int32_t first = first_row; first < rows; first += is_long ? rows_at_once : reads_at_once * rows_at_once) {
    for (std::int32_t start = lane; start < words; start += is_long ? reads_at_once * lanes : words) {
      Word read[reads_at_once];
#pragma unroll
      for (std::int32_t i = 0; i < reads_at_once; ++i) {
        const std::int32_t row = first + i * row_stride;
        const std::int32_t word = start + i * word_stride;
        if (row < rows && word < words) {
          read[i] = reinterpret_cast<const Word*>(pointers.source + copy.source_rows.offset(row))[word * source_step];
        }
      }
#pragma unroll
      for (std::int32_t i = 0; i < reads_at_once; ++i) {
        const std::int32_t row = first + i * row_stride;
        const std::int32_t word = start + i * word_stride;
        if (row < rows && word < words) {
          reinterpret_cast<Word*>(pointers.destination + copy.destination_rows.offset(row))[word * destination_step] =
              read[i];
        }
      }
    }
  }
}

}  // namespace
#endif

const kernels::KernelEntry& row_kernel(std::int64_t bytes) {
  static const kernels::KernelEntry entries[] = {
      {"copy_rows<1>", TEXELSCOPE_COPY_KERNEL(copy_rows<1>), nullptr, sizeof(RowCopy)},
      {"copy_rows<2>", TEXELSCOPE_COPY_KERNEL(copy_rows<2>), nullptr, sizeof(RowCopy)},
      {"copy_rows<4>", TEXELSCOPE_COPY_KERNEL(copy_rows<4>), nullptr, sizeof(RowCopy)},
      {"copy_rows<8>", TEXELSCOPE_COPY_KERNEL(copy_rows<8>), nullptr, sizeof(RowCopy)},
      {"copy_rows<16>", TEXELSCOPE_COPY_KERNEL(copy_rows<16>), nullptr, sizeof(RowCopy)},
  };
  return entry_of(entries, bytes);
}

}  // namespace texelscope::gpu::copy
