#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::driver {

struct MemoryAllocate {
  static constexpr CallInfo info{"cuMemAllocAsync", ObjectKind::memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  StreamHandle stream;
  DevicePointer pointer{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("size_bytes", size_bytes);
    visitor("stream", stream);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

/// Frees in the order of the stream.
struct MemoryFree {
  static constexpr CallInfo info{"cuMemFreeAsync", ObjectKind::memory, CallEffect::destroys};
  DevicePointer pointer;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("pointer", pointer);
    visitor("stream", stream);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

struct HostAllocate {
  static constexpr CallInfo info{"cuMemHostAlloc", ObjectKind::host_memory, CallEffect::creates};
  std::size_t size_bytes = 0;
  DevicePointer pointer{};  // result: valid on the host and on the device

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("size_bytes", size_bytes);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

struct HostFree {
  static constexpr CallInfo info{"cuMemFreeHost", ObjectKind::host_memory, CallEffect::destroys};
  DevicePointer pointer;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("pointer", pointer);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(pointer.value);
  }
};

/// Copies between any two of host and device memory (unified addressing tells which is which).
struct MemoryCopy {
  static constexpr CallInfo info{"cuMemcpyAsync"};
  DevicePointer destination;
  DevicePointer source;
  std::size_t size_bytes = 0;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("destination", destination);
    visitor("source", source);
    visitor("size_bytes", size_bytes);
    visitor("stream", stream);
  }
};

/// Between the memory of two devices, neither of which need reach the other's. Memory of pools has to be copied so:
/// cuMemcpyAsync refuses it where the pool gives no access (CUDA_ERROR_INVALID_VALUE, measured on driver 580.159.04).
struct MemoryCopyPeer {
  static constexpr CallInfo info{"cuMemcpyPeerAsync"};
  DevicePointer destination;
  int destination_ordinal = 0;
  DevicePointer source;
  int source_ordinal = 0;
  std::size_t size_bytes = 0;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("destination", destination);
    visitor("destination_device", destination_ordinal);
    visitor("source", source);
    visitor("source_device", source_ordinal);
    visitor("size_bytes", size_bytes);
    visitor("stream", stream);
  }
};

/// Sets `count` words of 1, 2 or 4 bytes.
template <class Word>
struct FillWords {
  static constexpr CallInfo info{sizeof(Word) == 1   ? "cuMemsetD8Async"
                                 : sizeof(Word) == 2 ? "cuMemsetD16Async"
                                                     : "cuMemsetD32Async"};
  DevicePointer destination;
  Word value = 0;
  std::size_t count = 0;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("destination", destination);
    visitor("value", static_cast<std::uint32_t>(value));
    visitor("count", count);
    visitor("stream", stream);
  }
};

using MemoryFill = FillWords<std::uint8_t>;
using MemoryFill16 = FillWords<std::uint16_t>;
using MemoryFill32 = FillWords<std::uint32_t>;

}  // namespace texelscope::gpu::driver
