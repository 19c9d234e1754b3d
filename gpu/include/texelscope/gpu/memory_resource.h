#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class MemoryResourceBox;

/// Where buffers get their memory from. A cheap reference that keeps its device alive; buffers keep their resource.
///
/// Every resource allocates with a stream. Those whose memory comes and goes in the order of a stream
/// (DeviceMemoryResource, PinnedMemoryResource, GraphMemoryResource) have no other way; the others also allocate
/// without one.
class MemoryResource {
 public:
  /// A buffer of `size_bytes` ≥ 1, usable by work on `stream` from here on, and given back on it unless Buffer::close
  /// names another. @throws InvalidArgument for 0 bytes or a stream of another device; InvalidState when closed.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes, const Stream& stream) const;
  /// Gives back memory that came from this resource and that no buffer owns, in the order of `stream`.
  /// @throws InvalidArgument for a stream of another device; DriverError when the driver knows no such memory.
  void deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) const;

  [[nodiscard]] Device device() const;
  /// The name of its class, such as "DeviceMemoryResource".
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
