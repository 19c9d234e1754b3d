#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <span>
#include <type_traits>

#include "texelscope/gpu/buffer.h"

namespace texelscope::gpu {

/// All of a buffer, or a range of it.
class BufferPart {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a buffer is what callers have.
  BufferPart(const Buffer& buffer) : buffer_{buffer} {}
  BufferPart(const Buffer& buffer, ByteRange range) : buffer_{buffer}, range_{range} {}

  /// The buffer, and what of it; copy() checks whether that lies inside.
  [[nodiscard]] const Buffer& buffer() const noexcept { return buffer_; }
  [[nodiscard]] ByteRange range() const noexcept { return range_; }

 private:
  Buffer buffer_;
  ByteRange range_;
};

/// A host range that can be written and outlives the call.
template <class Range>
concept WritableHostRange =
    LastingHostRange<Range> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;

/// One of the copies of copy(): the whole source, to the start of the destination. Host memory must stay, and the
/// source unchanged, until the stream gets there; a temporary does not compile.
class BufferCopy {
 public:
  BufferCopy(const BufferPart& destination, const BufferPart& source) : destination_{destination}, source_{source} {}
  template <LastingHostRange Range>
  BufferCopy(const BufferPart& destination, Range&& source)
      : destination_{destination}, source_bytes_{std::as_bytes(std::span{source})} {}
  template <WritableHostRange Range>
  BufferCopy(Range&& destination, const BufferPart& source)
      : source_{source}, destination_bytes_{std::as_writable_bytes(std::span{destination})} {}
  template <HostRange Range>
    requires(!LastingHostRange<Range>)
  BufferCopy(const BufferPart& destination, Range&& source) = delete;
  template <HostRange Range>
    requires(!LastingHostRange<Range>)
  BufferCopy(Range&& destination, const BufferPart& source) = delete;

  /// Both sides: a part of a buffer, or else bytes of the host. At least one is a buffer's.
  [[nodiscard]] const std::optional<BufferPart>& destination() const noexcept { return destination_; }
  [[nodiscard]] const std::optional<BufferPart>& source() const noexcept { return source_; }
  [[nodiscard]] std::span<std::byte> destination_bytes() const noexcept { return destination_bytes_; }
  [[nodiscard]] std::span<const std::byte> source_bytes() const noexcept { return source_bytes_; }

 private:
  std::optional<BufferPart> destination_;
  std::optional<BufferPart> source_;
  std::span<std::byte> destination_bytes_;
  std::span<const std::byte> source_bytes_;
};

/// Makes all copies in the order of `stream`, as a whole: among themselves they run in any order and at once, which is
/// cheaper than a call for each (cuMemcpyBatchAsync, CUDA 12.8; older drivers, graphs that capture and the default
/// stream get one call for each). All are checked before the first is scheduled; an error begins with "copies[2]: ".
/// @throws InvalidArgument as Buffer::copy_from(), for a range outside its buffer, and for a destination that overlaps
/// another copy's source or destination or its own source, since nothing would tell which bytes win; InvalidState for
/// a buffer that is closed; DriverError when the driver refuses, after which copies may have been scheduled.
void copy(const Stream& stream, std::span<const BufferCopy> copies);
void copy(const Stream& stream, std::initializer_list<BufferCopy> copies);

}  // namespace texelscope::gpu
