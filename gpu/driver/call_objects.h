#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "gpu/driver/driver.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu::driver {

/// Collects what the arguments of a call say about objects: visits them as describe_arguments() does. Arguments of
/// types that name no object are passed over.
struct CallObjects {
  std::vector<ObjectReference> named;
  std::size_t size_bytes = 0;
  ArrayDescriptor descriptor;
  unsigned num_levels = 0;

  template <class Value>
  void operator()(std::string_view name, const Value& value) {
    if constexpr (std::same_as<Value, StreamHandle>) {
      add(ObjectKind::stream, value.value);
    } else if constexpr (std::same_as<Value, EventHandle>) {
      add(ObjectKind::event, value.value);
    } else if constexpr (std::same_as<Value, ArrayHandle>) {
      add(ObjectKind::array, value.value);
    } else if constexpr (std::same_as<Value, MipmappedArrayHandle>) {
      add(ObjectKind::mipmapped_array, value.value);
    } else if constexpr (std::same_as<Value, GraphicsHandle>) {
      add(ObjectKind::graphics_resource, value.value);
    } else if constexpr (std::same_as<Value, ExternalMemoryHandle>) {
      add(ObjectKind::external_memory, value.value);
    } else if constexpr (std::same_as<Value, ExternalSemaphoreHandle>) {
      add(ObjectKind::external_semaphore, value.value);
    } else if constexpr (std::same_as<Value, std::span<const GraphicsHandle>>) {
      for (const GraphicsHandle each : value) {
        add(ObjectKind::graphics_resource, each.value);
      }
    } else if constexpr (std::same_as<Value, TextureResource>) {
      add(ObjectKind::array, value.array.value);
      add(ObjectKind::mipmapped_array, value.mipmapped_array.value);
      add(ObjectKind::memory, value.pointer.value);
    } else if constexpr (std::same_as<Value, ArrayDescriptor>) {
      descriptor = value;
      num_levels = 1;
    } else if constexpr (std::integral<Value>) {
      if (name == "size_bytes") {
        size_bytes = static_cast<std::size_t>(value);
      } else if (name == "num_levels") {
        num_levels = static_cast<unsigned>(value);
      }
    }
  }

  /// Of memory, or of all levels of an array.
  [[nodiscard]] std::size_t total_bytes() const {
    std::size_t total = size_bytes;
    for (unsigned level = 0; level < num_levels; ++level) {
      total += level_descriptor(descriptor, level).size_bytes();
    }
    return total;
  }

 private:
  /// A handle of 0 names nothing: the default stream is nobody's to end.
  void add(ObjectKind kind, std::uint64_t handle) {
    if (handle != 0) {
      named.push_back({kind, handle});
    }
  }
};

template <class Call>
[[nodiscard]] CallObjects objects_of(const Call& call) {
  CallObjects objects;
  call.visit(objects);
  return objects;
}

}  // namespace texelscope::gpu::driver
