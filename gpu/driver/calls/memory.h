#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

struct MemoryAllocate {
  static constexpr CallInfo info{"cuMemAllocAsync", ObjectKind::memory, CallEffect::creates, WorkKind::memory};
  std::size_t size_bytes = 0;
  StreamHandle stream;
  DevicePointer pointer{};  // result
  TEXELSCOPE_ARGUMENTS(size_bytes, stream)
  TEXELSCOPE_OBJECT(pointer)
};

/// Frees in the order of the stream.
struct MemoryFree {
  static constexpr CallInfo info{"cuMemFreeAsync", ObjectKind::memory, CallEffect::destroys, WorkKind::memory};
  DevicePointer pointer;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(pointer, stream)
};

struct HostAllocate {
  static constexpr CallInfo info{"cuMemHostAlloc", ObjectKind::host_memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result: valid on the host and on the device
  TEXELSCOPE_ARGUMENTS(size_bytes)
  TEXELSCOPE_OBJECT(pointer)
};

struct HostFree {
  static constexpr CallInfo info{"cuMemFreeHost", ObjectKind::host_memory, CallEffect::destroys};
  DevicePointer pointer;
  TEXELSCOPE_ARGUMENTS(pointer)
};

/// Copies between any two of host and device memory (unified addressing tells which is which).
struct MemoryCopy {
  static constexpr CallInfo info{.name = "cuMemcpyAsync", .kind = WorkKind::copy};
  DevicePointer destination;
  DevicePointer source;
  std::size_t size_bytes = 0;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(destination, source, size_bytes, stream)
};

/// Between the memory of two devices, neither of which need reach the other's. Memory of pools has to be copied so:
/// cuMemcpyAsync refuses it where the pool gives no access (CUDA_ERROR_INVALID_VALUE, measured on driver 580.159.04).
struct MemoryCopyPeer {
  static constexpr CallInfo info{.name = "cuMemcpyPeerAsync", .kind = WorkKind::copy};
  DevicePointer destination;
  int destination_ordinal = 0;
  DevicePointer source;
  int source_ordinal = 0;
  std::size_t size_bytes = 0;
  StreamHandle stream;

  [[nodiscard]] Arguments arguments() const {
    return {{"destination", destination}, {"destination_device", destination_ordinal},
            {"source", source},           {"source_device", source_ordinal},
            {"size_bytes", size_bytes},   {"stream", stream}};
  }
};

/// Sets `count` words of 1, 2 or 4 bytes.
template <class Word>
struct FillWords {
  static constexpr CallInfo info{.name = sizeof(Word) == 1   ? "cuMemsetD8Async"
                                         : sizeof(Word) == 2 ? "cuMemsetD16Async"
                                                             : "cuMemsetD32Async",
                                 .kind = WorkKind::copy};
  DevicePointer destination;
  Word value = 0;
  std::size_t count = 0;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(destination, value, count, stream)
};

using MemoryFill = FillWords<std::uint8_t>;
using MemoryFill16 = FillWords<std::uint16_t>;
using MemoryFill32 = FillWords<std::uint32_t>;

}  // namespace texelscope::gpu::driver
