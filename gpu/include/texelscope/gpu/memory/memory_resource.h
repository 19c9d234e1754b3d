#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class MemoryAllocator;
class MemoryResourceBox;

/// The source of buffers' memory. A cheap reference that keeps its device alive; buffers keep their resource alive.
///
/// Every resource can allocate on a stream. Stream-ordered resources (DeviceMemoryResource, PinnedMemoryResource,
/// GraphMemoryResource) require a stream; for the others, it is optional.
class MemoryResource {
 public:
  /// A resource that uses `allocator` and retains it. Each allocation also queries the driver about the memory
  /// (cuPointerGetAttributes), and refuses memory that contradicts the allocator's properties.
  /// @throws InvalidArgument for null.
  [[nodiscard]] static MemoryResource from_allocator(const Device& device, std::shared_ptr<MemoryAllocator> allocator);

  /// A buffer of `size_bytes` ≥ 1, usable by work on `stream` from now on, and freed on it unless Buffer::close
  /// specifies a different stream. @throws InvalidArgument for 0 bytes or a stream of a different device; InvalidState
  /// when closed.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes, const Stream& stream) const;
  /// Allocates memory without a buffer, for code that stores pointers: the caller frees the memory with deallocate().
  [[nodiscard]] DevicePointer allocate_raw(std::size_t size_bytes, const Stream& stream) const;
  /// Frees memory that came from this resource and that no buffer owns, in the order of `stream`. A failure is reported
  /// as a Diagnostic. @throws InvalidArgument for a stream of a different device.
  void deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) const;

  [[nodiscard]] Device device() const;
  /// The name of its class, such as "DeviceMemoryResource", or of its allocator.
  [[nodiscard]] std::string_view name() const;
  /// Whether kernels can access its memory, whether the host can, and whether it migrates between them (managed
  /// memory). All memory of the CPU device is host memory.
  [[nodiscard]] bool is_device_accessible() const;
  [[nodiscard]] bool is_host_accessible() const;
  [[nodiscard]] bool is_managed() const;
  /// Whether allocations are stream-ordered.
  [[nodiscard]] bool is_stream_ordered() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; buffers allocated from the resource stay valid. Closing again has no effect.
  void close() noexcept { box_.reset(); }

  bool operator==(const MemoryResource& other) const noexcept { return box_ == other.box_; }

  explicit MemoryResource(std::shared_ptr<MemoryResourceBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<MemoryResourceBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<MemoryResourceBox> box_;
};

}  // namespace texelscope::gpu
