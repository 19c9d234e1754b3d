#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>

#include "texelscope/gpu/buffer.h"

namespace texelscope::gpu {

/// All of a buffer, or a range of it.
class BufferPart {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a buffer is what callers have.
  BufferPart(const Buffer& buffer) : buffer_{buffer} {}
  BufferPart(const Buffer& buffer, ByteRange range) : buffer_{buffer}, range_{range} {}

  /// The buffer and the range within it; copy() checks that the range is inside.
  [[nodiscard]] const Buffer& buffer() const noexcept { return buffer_; }
  [[nodiscard]] ByteRange range() const noexcept { return range_; }

 private:
  Buffer buffer_;
  ByteRange range_;
};

/// One of the copies that copy() schedules: the whole source, to the start of the destination. Host memory must stay
/// valid, and the source unchanged, until the stream reaches the copy; a temporary does not compile.
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
    requires(!WritableHostRange<Range>)
  BufferCopy(Range&& destination, const BufferPart& source) = delete;  // must be neither const nor a temporary

  /// The two sides: part of a buffer, or host bytes. At least one is a buffer.
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

/// Schedules all copies as one unit in stream order. Among themselves, they run concurrently and in any order, which is
/// cheaper than one call per copy (cuMemcpyBatchAsync, CUDA 12.8; older drivers, capturing streams and the default
/// stream use one call per copy). All are checked before the first is scheduled; error messages begin with "copies[2]:
/// ".
/// @throws InvalidArgument like Buffer::copy_from(), for a range outside its buffer, and for a destination that
/// overlaps its own source or another copy's source or destination, since the result would be undefined; InvalidState
/// for a closed buffer; DriverError if the driver refuses, in which case some copies may have been scheduled.
void copy(const Stream& stream, std::span<const BufferCopy> copies);
void copy(const Stream& stream, std::initializer_list<BufferCopy> copies);

}  // namespace texelscope::gpu
