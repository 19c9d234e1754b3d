#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class MemoryResourceBox;

/// What is true of all memory that a MemoryAllocator gives. More than is true of it is refused where it is allocated.
struct MemoryAllocatorProperties {
  /// Whether deallocate() may be called while work on its stream still uses the memory: it then gives the memory back
  /// in the order of that stream. Otherwise the library waits for the stream first.
  bool is_stream_ordered = true;
  bool is_on_device = true;          ///< Whether it lies on the device, rather than on the host.
  bool is_device_accessible = true;  ///< Whether kernels reach it.
  bool is_host_accessible = false;   ///< Whether the host reaches it; on the CPU device it does anyway.
  bool is_managed = false;           ///< Whether it moves between the two (cuMemAllocManaged).
};

/// Memory of a program's own: derive from it, and MemoryResource::from_allocator() makes a resource of it, whose
/// buffers are like all others. Its functions are called on any thread, several at once, with the device's context
/// current. They may use the device; what else runs in the order of `stream` is theirs to see to.
class MemoryAllocator {
 public:
  MemoryAllocator() = default;
  virtual ~MemoryAllocator() = default;
  MemoryAllocator(const MemoryAllocator&) = delete;
  MemoryAllocator& operator=(const MemoryAllocator&) = delete;

  /// `size_bytes` ≥ 1 of memory that work on `stream` may use from here on. What it throws goes to the caller of
  /// MemoryResource::allocate(): errors of this library and std::bad_alloc as DriverError with out_of_memory, anything
  /// else nested in an Error that says what failed; so does null. The driver's own memory is aligned to 256 bytes, and
  /// textures and fills need some of that.
  [[nodiscard]] virtual DevicePointer allocate(std::size_t size_bytes, const Stream& stream) = 0;
  /// Takes back what allocate() gave. What it throws is reported as a Diagnostic, since buffers call it when they end.
  virtual void deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) = 0;
  /// Names the resource in errors and traces. It must last as long as the allocator.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  /// Asked once, by from_allocator().
  [[nodiscard]] virtual MemoryAllocatorProperties properties() const { return {}; }
};

/// Where buffers get their memory from. A cheap reference that keeps its device alive; buffers keep their resource.
///
/// Every resource allocates with a stream. Those whose memory comes and goes in the order of a stream
/// (DeviceMemoryResource, PinnedMemoryResource, GraphMemoryResource) have no other way; the others also allocate
/// without one.
class MemoryResource {
 public:
  /// A resource that asks `allocator`, which it keeps. Each allocation also asks the driver what the memory is
  /// (cuPointerGetAttributes), and refuses what contradicts the allocator's properties.
  /// @throws InvalidArgument for null.
  [[nodiscard]] static MemoryResource from_allocator(const Device& device, std::shared_ptr<MemoryAllocator> allocator);

  /// A buffer of `size_bytes` ≥ 1, usable by work on `stream` from here on, and given back on it unless Buffer::close
  /// names another. @throws InvalidArgument for 0 bytes or a stream of another device; InvalidState when closed.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes, const Stream& stream) const;
  /// The same without a buffer, for code that keeps pointers: whoever asks gives it back by deallocate().
  [[nodiscard]] DevicePointer allocate_raw(std::size_t size_bytes, const Stream& stream) const;
  /// Gives back memory that came from this resource and that no buffer owns, in the order of `stream`. A failure is
  /// reported as a Diagnostic. @throws InvalidArgument for a stream of another device.
  void deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) const;

  [[nodiscard]] Device device() const;
  /// The name of its class, such as "DeviceMemoryResource", or of its allocator.
  [[nodiscard]] std::string_view name() const;
  /// Whether kernels reach its memory, whether the host does, and whether it moves between them (managed memory). All
  /// memory of the CPU device is the host's.
  [[nodiscard]] bool is_device_accessible() const;
  [[nodiscard]] bool is_host_accessible() const;
  [[nodiscard]] bool is_managed() const;
  /// Whether allocations belong to the order of a stream.
  [[nodiscard]] bool is_stream_ordered() const;

  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; buffers allocated from the resource stay valid. Closing again is nothing.
  void close() noexcept { box_.reset(); }

  bool operator==(const MemoryResource& other) const noexcept { return box_ == other.box_; }

  explicit MemoryResource(std::shared_ptr<MemoryResourceBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<MemoryResourceBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<MemoryResourceBox> box_;
};

/// A resource that is not ordered on streams: a stream is a courtesy, and is checked.
class UnorderedMemoryResource : public MemoryResource {
 public:
  using MemoryResource::allocate;
  /// The same, for a buffer without a stream: giving it back waits for the device's work.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes) const;
  using MemoryResource::deallocate;
  /// Gives back at once memory that came from this resource and that no buffer owns. Page-locked memory must no longer
  /// be in use; for all other memory the driver waits for the device's work. @throws InvalidArgument for null.
  void deallocate(DevicePointer pointer, std::size_t size_bytes) const;

 protected:
  using MemoryResource::MemoryResource;
};

/// Device memory by cuMemAlloc and cuMemFree, which wait for the device.
class SynchronousMemoryResource : public UnorderedMemoryResource {
 public:
  /// For any device, also one without memory pools. @throws InvalidState when the device is closed.
  [[nodiscard]] static SynchronousMemoryResource from_device(const Device& device);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

/// Page-locked host memory by cuMemHostAlloc, reached by host and device at the same address. Kernels and copies that
/// use it must be done before it is given back; close(stream) waits for `stream`.
class LegacyPinnedMemoryResource : public UnorderedMemoryResource {
 public:
  /// Its memory is page-locked for other devices as well (CU_MEMHOSTALLOC_PORTABLE). @throws InvalidState when the
  /// device is closed.
  [[nodiscard]] static LegacyPinnedMemoryResource from_device(const Device& device);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

/// Where pages of memory are, or shall be (CUmemLocation).
struct MemoryLocation {
  enum class Kind : unsigned char {
    device,             ///< A device.
    host,               ///< The host, on whichever of its NUMA nodes.
    host_numa,          ///< One NUMA node of the host (CUDA 12.2).
    host_numa_current,  ///< The one nearest to the calling thread (CUDA 12.2).
  };
  Kind kind = Kind::host;
  int id = 0;  ///< The ordinal of a device, or the number of a NUMA node; else nothing.

  /// @throws InvalidState when the device is closed.
  [[nodiscard]] static MemoryLocation of(const Device& device) { return {Kind::device, device.id().ordinal}; }
};

[[nodiscard]] std::string_view to_string(MemoryLocation::Kind kind) noexcept;

/// How managed memory is going to be used (cuMemAdvise). Each undoes the other of its pair.
enum class MemoryAdvice : unsigned char {
  set_read_mostly,           ///< Reading makes copies of pages, writing ends them.
  unset_read_mostly,         ///< No copies.
  set_preferred_location,    ///< Pages stay at a location while they can.
  unset_preferred_location,  ///< They move to where they are used.
  set_accessed_by,           ///< A device or the host always has pages mapped.
  unset_accessed_by,         ///< It has them mapped once it used them.
};

[[nodiscard]] std::string_view to_string(MemoryAdvice advice) noexcept;

struct ManagedMemoryResourceOptions {
  enum class PreferredLocation : unsigned char { none, device, host };  ///< Of pages.
  /// Where pages stay while they can (CU_MEM_ADVISE_SET_PREFERRED_LOCATION).
  PreferredLocation preferred_location = PreferredLocation::none;
};

/// Memory that host and device reach at one address and that moves to where it is used (cuMemAllocManaged). Guarded:
/// the driver would promise more than the device has and evict pages at every use, so an allocation of more than is
/// free (cuMemGetInfo) is refused with both numbers (InvalidArgument).
class ManagedMemoryResource : public UnorderedMemoryResource {
 public:
  /// @throws Unavailable when the device has no managed memory.
  [[nodiscard]] static ManagedMemoryResource from_options(const Device& device,
                                                          const ManagedMemoryResourceOptions& options);

 private:
  using UnorderedMemoryResource::UnorderedMemoryResource;
};

}  // namespace texelscope::gpu
