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

/// `size_bytes` of memory from `offset_bytes` on; by itself, all of it.
struct ByteRange {
  static constexpr std::size_t rest = std::numeric_limits<std::size_t>::max();
  std::size_t offset_bytes = 0;
  std::size_t size_bytes = rest;  ///< `rest` is all that follows the offset.
};

/// A contiguous range of values that are copied bit by bit, such as std::vector<float> or std::span<const Vertex>.
template <class Range>
concept HostRange = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
                    std::is_trivially_copyable_v<std::ranges::range_value_t<Range>>;
/// A host range that outlives the call: no temporary that owns its values.
template <class Range>
concept LastingHostRange = HostRange<Range> && std::ranges::borrowed_range<Range>;

/// Linear memory: from a memory resource, a mapped graphics buffer, external memory, or memory of others. A cheap
/// reference that keeps its device alive; the memory is given back with the last reference, on the stream it was
/// allocated on.
class Buffer {
 public:
  /// Memory that someone else allocated, at `pointer`; the driver is asked what it is (cuPointerGetAttributes). Where
  /// host and device have different addresses for it (registered host memory), either is taken. Null with 0 bytes is
  /// memory that nothing reaches. Without a size, how large the memory is stays unknown: views of it, copies into it
  /// and textures that name their size are not checked against it, and what is of the whole buffer is refused. `owner`
  /// is kept until the buffer is closed; it may be null.
  /// @throws InvalidArgument for null with a size or without one, or memory of another device.
  [[nodiscard]] static Buffer from_handle(const Device& device, DevicePointer pointer,
                                          std::optional<std::size_t> size_bytes, std::shared_ptr<const void> owner);
  /// Memory that came from `resource` and that no buffer owns: closing the buffer gives it back, on `stream` unless
  /// close names another. @throws InvalidArgument for null, 0 bytes, a resource or a stream of another device.
  [[nodiscard]] static Buffer from_handle(const Device& device, DevicePointer pointer, std::size_t size_bytes,
                                          const MemoryResource& resource, const Stream& stream);
  /// The same for interfaces of C that cannot name a stream: stream-ordered memory goes back on the device's default
  /// stream unless close names another. This is the only place where the library falls back to it.
  [[nodiscard]] static Buffer from_handle(const Device& device, DevicePointer pointer, std::size_t size_bytes,
                                          const MemoryResource& resource);
  /// A buffer of another process: `pool` is its pool, imported, and `descriptor` what its ipc_descriptor() gave. The
  /// memory is given back on `stream`, which must be done before the other process gives it back.
  /// @throws InvalidArgument for a descriptor that is cut short, damaged or of something else, or a pool that was not
  /// imported; DriverError when the driver refuses it.
  [[nodiscard]] static Buffer from_ipc_descriptor(const DeviceMemoryResource& pool,
                                                  std::span<const std::byte> descriptor, const Stream& stream);

  /// @throws InvalidState when closed, or when the mapping it came from has ended.
  [[nodiscard]] DevicePointer handle() const;
  /// Size in bytes. @throws InvalidState if has_known_size() is false.
  [[nodiscard]] std::size_t size_bytes() const;
  /// False for memory of others that was wrapped without a size.
  [[nodiscard]] bool has_known_size() const;
  /// The device that works with this memory.
  [[nodiscard]] Device device() const;
  /// The device that the memory lies on; none for memory of the host, and for null.
  [[nodiscard]] std::optional<DeviceId> device_id() const;
  [[nodiscard]] bool is_device_accessible() const;  ///< Whether kernels reach it.
  [[nodiscard]] bool is_host_accessible() const;    ///< Whether the host reaches it.
  [[nodiscard]] bool is_managed() const;            ///< Whether it moves between the two.
  /// What the memory came from; none for mapped memory, external memory and memory of others.
  [[nodiscard]] std::optional<MemoryResource> memory_resource() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }

  /// The memory as seen by the host. @throws InvalidArgument when the host cannot reach it; as size_bytes().
  [[nodiscard]] std::span<std::byte> host_bytes() const;

  /// Copies `source` to the start of this buffer, in the order of `stream`. Pageable memory must stay unchanged until
  /// the stream gets there. Buffers of two devices of one kind may be copied, on a stream of either; of a CPU and a
  /// CUDA device not. @throws InvalidArgument when this buffer is smaller than the source, with both sizes, or when the
  /// device may not access one of them.
  void copy_from(std::span<const std::byte> source, const Stream& stream) const;
  /// The same from values of any type that is copied bit by bit. A temporary would be gone before it is read.
  template <LastingHostRange Range>
  void copy_from(Range&& source, const Stream& stream) const {
    copy_from(std::span<const std::byte>{std::as_bytes(std::span{source})}, stream);
  }
  template <HostRange Range>
    requires(!LastingHostRange<Range>)
  void copy_from(Range&& source, const Stream& stream) const = delete;
  void copy_from(const Buffer& source, const Stream& stream) const;  ///< From another buffer.
  /// Copies the whole buffer out. @throws InvalidArgument when `destination` is smaller, with both sizes; as
  /// size_bytes().
  std::span<std::byte> copy_to(std::span<std::byte> destination, const Stream& stream) const;
  const Buffer& copy_to(const Buffer& destination, const Stream& stream) const;
  /// The same into values of any type that is copied bit by bit; a temporary would be gone before it is written.
  template <LastingHostRange Range>
  auto copy_to(Range&& destination, const Stream& stream) const {
    const std::span values{destination};
    copy_to(std::span<std::byte>{std::as_writable_bytes(values)}, stream);
    return values;
  }
  /// Sets every byte, or every word of 2 or 4 bytes. @throws InvalidArgument when the size is no multiple of the word,
  /// or the address is not aligned to it; as size_bytes().
  void fill(std::byte value, const Stream& stream) const;
  void fill(std::uint16_t value, const Stream& stream) const;
  void fill(std::uint32_t value, const Stream& stream) const;

  /// Moves pages of managed memory to `location` in the order of `stream`, so that whoever uses them there does not
  /// wait for them (cuMemPrefetchAsync). All bytes stay what they are, and can be used anywhere meanwhile. The CPU
  /// device has one place for all memory: there the call is checked and moves nothing.
  /// @throws InvalidArgument for memory that is not managed or a range outside it; InvalidState while a GraphBuilder
  /// records the stream; Unavailable where the device's pages cannot move while kernels run
  /// (DeviceProperties::has_concurrent_managed_access); DriverError for a location that there is not.
  void prefetch(MemoryLocation location, const Stream& stream) const;
  void prefetch(ByteRange range, MemoryLocation location, const Stream& stream) const;
  /// Tells the driver how managed memory is going to be used (cuMemAdvise), from now on. Advice that is about a
  /// location needs one: `set_accessed_by` and its pair a device or Kind::host. The driver rounds ranges to pages.
  /// @throws InvalidArgument as prefetch(), and for a location that is missing; Unavailable, DriverError as it does.
  void advise(MemoryAdvice advice) const;
  void advise(MemoryAdvice advice, MemoryLocation location, ByteRange range = {}) const;

  /// What another process needs besides the pool's descriptor to open this buffer. The memory must stay until that
  /// process has given it back. @throws InvalidArgument unless it came from a DeviceMemoryResource with
  /// is_interprocess.
  [[nodiscard]] IpcDescriptor ipc_descriptor() const;

  /// Drops this reference; the last one gives the memory back on the stream it was allocated on, or lets go of the
  /// owner. Closing again is nothing.
  void close() noexcept { box_.reset(); }
  /// The same, in the order of `stream` when this is the last reference; memory that is not stream-ordered is given
  /// back when `stream` is done.
  void close(const Stream& stream);

  explicit Buffer(std::shared_ptr<BufferBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<BufferBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<BufferBox> box_;
};

/// The device that memory is on, as the driver of `device` knows (cuPointerGetAttributes); nothing for the host's.
[[nodiscard]] std::optional<DeviceId> location_of(const Device& device, DevicePointer memory);

}  // namespace texelscope::gpu
