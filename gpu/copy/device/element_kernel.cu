#include "gpu/copy/device/device_bytes.h"
#include "gpu/copy/device/kernels.h"

namespace texelscope::gpu::copy {

#ifdef __CUDACC__
namespace {

template <std::int32_t Item>
__global__ void __launch_bounds__(copy_threads) copy_elements(const __grid_constant__ ElementCopy copy) {
  using Word = typename DeviceWord<Item>::Type;
  for (std::int64_t item = std::int64_t{blockIdx.x} * copy_threads + threadIdx.x; item < copy.items;
       item += std::int64_t{gridDim.x} * copy_threads) {
    std::int64_t number = item;
    const std::byte* source = copy.pointers.source;
    std::byte* destination = copy.pointers.destination;
    for (std::int32_t axis = 0; axis < copy.axes; ++axis) {
      const std::int64_t extent = copy.extent[axis];
      const bool is_small = ((number | extent) >> 32) == 0;
      const std::int64_t rest =
          is_small ? static_cast<std::int64_t>(static_cast<std::uint32_t>(number) / static_cast<std::uint32_t>(extent))
                   : number / extent;
      const std::int64_t position = number - rest * extent;
      source += position * copy.source_stride[axis];
      destination += position * copy.destination_stride[axis];
      number = rest;
    }
    *reinterpret_cast<Word*>(destination) = *reinterpret_cast<const Word*>(source);
  }
}

}  // namespace
#endif

const kernels::KernelEntry& element_kernel(std::int64_t item_bytes) {
  static const kernels::KernelEntry entries[] = {
      {"copy_elements<1>", TEXELSCOPE_COPY_KERNEL(copy_elements<1>), nullptr, sizeof(ElementCopy)},
      {"copy_elements<2>", TEXELSCOPE_COPY_KERNEL(copy_elements<2>), nullptr, sizeof(ElementCopy)},
      {"copy_elements<4>", TEXELSCOPE_COPY_KERNEL(copy_elements<4>), nullptr, sizeof(ElementCopy)},
      {"copy_elements<8>", TEXELSCOPE_COPY_KERNEL(copy_elements<8>), nullptr, sizeof(ElementCopy)},
      {"copy_elements<16>", TEXELSCOPE_COPY_KERNEL(copy_elements<16>), nullptr, sizeof(ElementCopy)},
  };
  return entry_of(entries, item_bytes);
}

}  // namespace texelscope::gpu::copy
