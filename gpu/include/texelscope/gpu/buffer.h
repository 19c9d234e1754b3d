#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

class BufferBox;
class DeviceMemoryResource;
class MemoryResource;
struct MemoryLocation;
enum class MemoryAdvice : unsigned char;

/// `size_bytes` of memory starting at `offset_bytes`; by default, all of it.
struct ByteRange {
  static constexpr std::size_t rest = std::numeric_limits<std::size_t>::max();
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = rest;  ///< `rest` means everything after the offset.
};

/// A contiguous range of trivially copyable values, such as std::vector<float> or std::span<const Vertex>.
template <class Range>
concept HostRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                    std::is_trivially_copyable_v<std::ranges::range_value_t<Range>>;
/// A host range that outlives the call: not a temporary that owns its values.
template <class Range>
concept LastingHostRange = HostRange<Range> && std::ranges::borrowed_range<Range>;
/// A writable host range that outlives the call.
template <class Range>
concept WritableHostRange =
    LastingHostRange<Range> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

/// Linear memory: from a memory resource, a mapped graphics buffer, external memory, or an allocation made elsewhere. A
/// cheap reference that keeps its device alive; the last reference frees the memory on the stream on which it was
/// allocated.
class Buffer {
 public:
  /// Memory at `pointer` that was allocated elsewhere; the driver reports its kind (cuPointerGetAttributes). If host
  /// and device have different addresses for it (registered host memory), either is accepted. Null with 0 bytes is an
  /// empty buffer. If no size is passed, the size stays unknown: views of the memory, copies into it and textures that
  /// specify their own size are not checked against it, and operations on the whole buffer are refused. `owner` is
  /// retained until the buffer is closed; it may be null.
  /// @throws InvalidArgument for null with a nonzero or unknown size, or for memory of a different device.
  [[nodiscard]] static Buffer from_handle(const Device& device, DevicePointer pointer,
                                          std::optional<std::size_t> size_bytes, std::shared_ptr<const void> owner);
  /// Memory that was allocated from `resource` and that no buffer owns: closing the buffer frees it, on `stream` unless
  /// close() specifies a different one. @throws InvalidArgument for null, 0 bytes, or a resource or stream of a
  /// different device.
  [[nodiscard]] static Buffer from_handle(const Device& device, DevicePointer pointer, std::size_t size_bytes,
                                          const MemoryResource& resource, const Stream& stream);
  /// Overload for C interfaces that cannot specify a stream: stream-ordered memory is freed on the device's default
  /// stream unless close() specifies a different one. This is the only place where the library falls back to the
  /// default stream.
  [[nodiscard]] static Buffer from_handle(const Device& device, DevicePointer pointer, std::size_t size_bytes,
                                          const MemoryResource& resource);
  /// A buffer of another process: `pool` is that process's pool, as imported here, and `descriptor` is the result of
  /// ipc_descriptor() in that process. The memory is freed on `stream`, which must complete before the other process
  /// frees its own buffer.
  /// @throws InvalidArgument for a descriptor that is truncated, damaged or of a different kind of object, or for a
  /// pool that was not imported; DriverError if the driver refuses it.
  [[nodiscard]] static Buffer from_ipc_descriptor(const DeviceMemoryResource& pool,
                                                  std::span<const std::byte> descriptor, const Stream& stream);

  /// The descriptor of memory that a program without this library exported from a pool of a CUDA device: `exported` is
  /// the CUmemPoolPtrExportData of cuMemPoolExportPointer, and `size_bytes` the size of that memory.
  [[nodiscard]] static IpcDescriptor ipc_descriptor_of(std::span<const std::byte, 64> exported, std::size_t size_bytes);

  /// @throws InvalidState when closed, or after the mapping it came from has ended.
  [[nodiscard]] DevicePointer handle() const;
  /// Size in bytes. @throws InvalidState if has_known_size() is false.
  [[nodiscard]] std::size_t size_bytes() const;
  /// False for external memory that was wrapped without a size.
  [[nodiscard]] bool has_known_size() const;
  /// The device that works with this memory.
  [[nodiscard]] Device device() const;
  /// The device where the memory resides; nullopt for host memory and null.
  [[nodiscard]] std::optional<DeviceId> device_id() const;
  [[nodiscard]] bool is_device_accessible() const;  ///< Whether kernels can access it.
  [[nodiscard]] bool is_host_accessible() const;    ///< Whether the host can access it.
  [[nodiscard]] bool is_managed() const;            ///< Whether it migrates between host and device.
  /// The resource that allocated the memory; nullopt for mapped memory, external memory and memory allocated elsewhere.
  [[nodiscard]] std::optional<MemoryResource> memory_resource() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }

  /// The memory as a host span. @throws InvalidArgument if the host cannot access it; also like size_bytes().
  [[nodiscard]] std::span<std::byte> host_bytes() const;

  /// Copies `source` to the start of this buffer, in stream order. Pageable memory must stay unchanged until the stream
  /// reaches the copy. Copies between buffers of two devices of the same kind are supported, on a stream of either;
  /// copies between the CPU and a CUDA device are not. @throws InvalidArgument, with both sizes, if this buffer is
  /// smaller than the source, or if the device is not allowed to access one of them.
  void copy_from(std::span<const std::byte> source, const Stream& stream) const;
  /// Overload for values of any trivially copyable type. A temporary is rejected, as it would be destroyed before it is
  /// read.
  template <LastingHostRange Range>
  void copy_from(Range&& source, const Stream& stream) const {
    copy_from(std::span<const std::byte>{std::as_bytes(std::span{source})}, stream);
  }
  template <HostRange Range>
    requires(!LastingHostRange<Range>)
  void copy_from(Range&& source, const Stream& stream) const = delete;
  void copy_from(const Buffer& source, const Stream& stream) const;  ///< Copies from another buffer.
  /// Copies the whole buffer to `destination`. @throws InvalidArgument, with both sizes, if `destination` is smaller;
  /// also like size_bytes().
  std::span<std::byte> copy_to(std::span<std::byte> destination, const Stream& stream) const;
  const Buffer& copy_to(const Buffer& destination, const Stream& stream) const;
  /// Overload for values of any trivially copyable type. A constant destination is rejected, as is a temporary, which
  /// would be destroyed before it is written.
  template <WritableHostRange Range>
  auto copy_to(Range&& destination, const Stream& stream) const {
    const std::span values{destination};
    copy_to(std::span<std::byte>{std::as_writable_bytes(values)}, stream);
    return values;
  }
  template <HostRange Range>
    requires(!WritableHostRange<Range>)
  void copy_to(Range&& destination, const Stream& stream) const = delete;  // must be neither const nor a temporary
  /// Sets every byte, or every 2- or 4-byte word. @throws InvalidArgument if the size is not a multiple of the word or
  /// the address is not aligned to it; also like size_bytes().
  void fill(std::byte value, const Stream& stream) const;
  void fill(std::uint16_t value, const Stream& stream) const;
  void fill(std::uint32_t value, const Stream& stream) const;

  /// Migrates pages of managed memory to `location` in stream order, so that the first access there does not have to
  /// wait for them (cuMemPrefetchAsync). The contents do not change, and the memory remains accessible everywhere in
  /// the meantime. The CPU device has a single location for all memory: there the call is validated but moves nothing.
  /// @throws InvalidArgument for memory that is not managed or a range outside it; InvalidState while a GraphBuilder
  /// records the stream; Unavailable if the device cannot migrate pages while kernels run
  /// (DeviceProperties::has_concurrent_managed_access); DriverError for a location that does not exist.
  void prefetch(MemoryLocation location, const Stream& stream) const;
  void prefetch(ByteRange range, MemoryLocation location, const Stream& stream) const;
  /// Advises the driver how managed memory will be used from now on (cuMemAdvise). Advice about a location requires a
  /// location: for `set_accessed_by` and `unset_accessed_by`, a device or Kind::host. The driver rounds ranges to
  /// pages.
  /// @throws InvalidArgument like prefetch(), and for a missing location; Unavailable and DriverError like prefetch().
  void advise(MemoryAdvice advice) const;
  void advise(MemoryAdvice advice, MemoryLocation location, ByteRange range = {}) const;

  /// The data that another process needs, besides the pool's descriptor, to open this buffer. The memory must stay
  /// allocated until that process has freed its buffer. @throws InvalidArgument unless it was allocated from a
  /// DeviceMemoryResource with is_interprocess.
  [[nodiscard]] IpcDescriptor ipc_descriptor() const;

  /// Drops this reference; the last one frees the memory on the stream on which it was allocated, or releases the
  /// owner. Closing again has no effect.
  void close() noexcept { box_.reset(); }
  /// Drops this reference; if it is the last one, the memory is freed in the order of `stream`, or, if it is not
  /// stream-ordered, when `stream` has completed.
  void close(const Stream& stream);

  explicit Buffer(std::shared_ptr<BufferBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<BufferBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<BufferBox> box_;
};

/// The device where the memory resides, according to the driver of `device` (cuPointerGetAttributes); nullopt for host
/// memory.
[[nodiscard]] std::optional<DeviceId> location_of(const Device& device, DevicePointer memory);

}  // namespace texelscope::gpu
