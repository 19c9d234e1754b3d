#pragma once

#include <cstddef>

#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/float16.h"
#include "texelscope/kernels/hash.h"
#include "texelscope/kernels/kernel_entry.h"
#include "texelscope/kernels/math.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

/// The prologue of sources that a gpu::Program compiles, and the entries through which the library finds their kernels.
#ifdef __CUDACC__

namespace texelscope::kernels {

/// Encodes the size of a kernel in its mangled name.
template <std::size_t size>
__global__ void kernel_size_marker() {}

}  // namespace texelscope::kernels

#define TEXELSCOPE_PROGRAM_ENTRY(number, Kernel)                                                          \
  static_assert(__is_trivially_copyable(Kernel), "a kernel must be trivially copyable");                  \
  extern "C" __global__ void texelscope_kernel_##number(const Kernel kernel,                              \
                                                        const texelscope::kernels::LaunchExtent extent) { \
    texelscope::kernels::call_on_device(kernel, extent);                                                  \
  }                                                                                                       \
  inline constexpr std::size_t texelscope_kernel_##number##_size = sizeof(Kernel);

#else

#define TEXELSCOPE_PROGRAM_ENTRY(number, Kernel)                                                     \
  static_assert(__is_trivially_copyable(Kernel), "a kernel must be trivially copyable");             \
  extern "C" {                                                                                       \
  __attribute__((visibility("default"))) void texelscope_kernel_##number(                            \
      const void* kernel, const texelscope::kernels::HostRange& range) {                             \
    texelscope::kernels::kernel_on_host<Kernel>(kernel, range);                                      \
  }                                                                                                  \
  __attribute__((visibility("default"))) extern const std::size_t texelscope_kernel_##number##_size; \
  const std::size_t texelscope_kernel_##number##_size = sizeof(Kernel);                              \
  }

#endif
