#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class MemoryResourceBox;

/// Properties of all memory from a MemoryAllocator. Memory that contradicts them is refused at allocation.
struct MemoryAllocatorProperties {
  /// Whether deallocate() may be called while work on its stream still uses the memory: it then frees the memory in
  /// stream order. Otherwise, the library synchronizes the stream first.
  bool is_stream_ordered = true;
  bool is_on_device = true;          ///< Whether it resides on the device rather than the host.
  bool is_device_accessible = true;  ///< Whether kernels can access it.
  bool is_host_accessible = false;   ///< Whether the host can access it; on the CPU device, it always can.
  bool is_managed = false;           ///< Whether it migrates between host and device (cuMemAllocManaged).
};

/// The base class of custom allocators: MemoryResource::from_allocator() creates a resource from an allocator, and its
/// buffers work like all others. An allocator's functions are called from any thread, concurrently, with the device's
/// context current. They may use the device, but must order other work on `stream` themselves.
class MemoryAllocator {
 public:
  MemoryAllocator() = default;
  virtual ~MemoryAllocator() = default;
  MemoryAllocator(const MemoryAllocator&) = delete;
  MemoryAllocator& operator=(const MemoryAllocator&) = delete;

  /// Returns memory of `size_bytes` ≥ 1 that work on `stream` may use from now on. MemoryResource::allocate() throws
  /// this library's errors unchanged, a DriverError with out_of_memory in place of std::bad_alloc, and an Error with
  /// the details, in which the original exception is nested, in place of anything else or a null result. The driver's
  /// own memory is aligned to 256 bytes, and textures and fills rely on part of that.
  [[nodiscard]] virtual DevicePointer allocate(std::size_t size_bytes, const Stream& stream) = 0;
  /// Frees memory from allocate(). Exceptions are reported as a Diagnostic, since buffers call it when they are
  /// destroyed.
  virtual void deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) = 0;
  /// The resource's name in errors and traces. The string must live as long as the allocator.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  /// Called once, by from_allocator().
  [[nodiscard]] virtual MemoryAllocatorProperties properties() const { return {}; }
};

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

/// A resource that is not stream-ordered: a stream is optional, but checked.
class UnorderedMemoryResource : public MemoryResource {
 public:
  using MemoryResource::allocate;
  /// A buffer that has no stream: freeing it waits for the device's work.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes) const;
  using MemoryResource::deallocate;
  /// Immediately frees memory that came from this resource and that no buffer owns. Pinned memory must no longer be in
  /// use; for all other memory, the driver waits for the device's work. @throws InvalidArgument for null.
  void deallocate(DevicePointer pointer, std::size_t size_bytes) const;

 protected:
  using MemoryResource::MemoryResource;
};

/// Device memory from cuMemAlloc and cuMemFree, which synchronize with the device.
class SynchronousMemoryResource : public UnorderedMemoryResource {
 public:
  /// For any device, even a device that has no memory pools. @throws InvalidState when the device is closed.
  [[nodiscard]] static SynchronousMemoryResource from_device(const Device& device);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

/// Pinned host memory from cuMemHostAlloc, accessible to host and device at the same address. Kernels and copies that
/// use it must complete before it is freed; close(stream) waits for `stream`.
class LegacyPinnedMemoryResource : public UnorderedMemoryResource {
 public:
  /// The memory is also pinned for other devices (CU_MEMHOSTALLOC_PORTABLE). @throws InvalidState when the device is
  /// closed.
  [[nodiscard]] static LegacyPinnedMemoryResource from_device(const Device& device);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

/// Current or desired location of memory pages (CUmemLocation).
struct MemoryLocation {
  enum class Kind : unsigned char {
    device,             ///< A device.
    host,               ///< The host, on any of its NUMA nodes.
    host_numa,          ///< One NUMA node of the host (CUDA 12.2).
    host_numa_current,  ///< The node nearest to the calling thread (CUDA 12.2).
  };
  Kind kind = Kind::host;
  int id = 0;  ///< The ordinal of a device, or the number of a NUMA node; otherwise unused.

  /// @throws InvalidState when the device is closed.
  [[nodiscard]] static MemoryLocation of(const Device& device) { return {Kind::device, device.id().ordinal}; }
};

[[nodiscard]] std::string_view to_string(MemoryLocation::Kind kind) noexcept;

/// The expected use of managed memory (cuMemAdvise). The values form pairs, each of which reverts the other.
enum class MemoryAdvice : unsigned char {
  set_read_mostly,           ///< Reads create copies of pages, writes discard them.
  unset_read_mostly,         ///< No copies.
  set_preferred_location,    ///< Pages stay at a location if possible.
  unset_preferred_location,  ///< Pages migrate to where they are used.
  set_accessed_by,           ///< A device or the host always has the pages mapped.
  unset_accessed_by,         ///< The device or the host maps the pages only on use.
};

[[nodiscard]] std::string_view to_string(MemoryAdvice advice) noexcept;

struct ManagedMemoryResourceOptions {
  enum class PreferredLocation : unsigned char { none, device, host };  ///< Preferred location of pages.
  /// Where pages stay if possible (CU_MEM_ADVISE_SET_PREFERRED_LOCATION).
  PreferredLocation preferred_location = PreferredLocation::none;
};

/// Memory that host and device access at the same address and that migrates to where it is used (cuMemAllocManaged).
/// Guarded against oversubscription: the driver would promise more than the device has and evict pages at every use, so
/// an allocation that exceeds the free memory (cuMemGetInfo) is refused with both numbers (InvalidArgument).
class ManagedMemoryResource : public UnorderedMemoryResource {
 public:
  /// @throws Unavailable if the device has no managed memory.
  [[nodiscard]] static ManagedMemoryResource from_options(const Device& device,
                                                          const ManagedMemoryResourceOptions& options);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

}  // namespace texelscope::gpu
