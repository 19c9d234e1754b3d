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

struct MemoryFill {
  static constexpr CallInfo info{"cuMemsetD8Async"};
  DevicePointer destination;
  std::uint8_t value = 0;
  std::size_t size_bytes = 0;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("destination", destination);
    visitor("value", static_cast<unsigned>(value));
    visitor("size_bytes", size_bytes);
    visitor("stream", stream);
  }
};

}  // namespace texelscope::gpu::driver
