#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

class BufferBox;

/// Linear memory: device memory, page-locked host memory, or a mapped graphics buffer. A cheap reference that keeps its
/// device alive; the memory is freed with the last reference, on the stream it was allocated on.
class Buffer {
 public:
  /// @throws InvalidState when closed, or when the mapping it came from has ended.
  [[nodiscard]] DevicePointer handle() const;
  [[nodiscard]] std::size_t size_bytes() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_host_accessible() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }

  /// The memory as seen by the host. @throws InvalidArgument when the host cannot reach it.
  [[nodiscard]] std::span<std::byte> host_bytes() const;

  /// Copies `source` to the start of this buffer, in the order of `stream`. Pageable memory must stay unchanged until
  /// the stream gets there. @throws InvalidArgument when this buffer is smaller than the source, with both sizes.
  void copy_from(std::span<const std::byte> source, const Stream& stream) const;
  void copy_from(const Buffer& source, const Stream& stream) const;
  /// Copies the whole buffer out. @throws InvalidArgument when `destination` is smaller, with both sizes.
  std::span<std::byte> copy_to(std::span<std::byte> destination, const Stream& stream) const;
  const Buffer& copy_to(const Buffer& destination, const Stream& stream) const;
  /// Sets every byte.
  void fill(std::byte value, const Stream& stream) const;

  /// Drops this reference; the last one frees the memory on the stream it was allocated on. Closing again is nothing.
  void close() noexcept { box_.reset(); }
  /// The same, freeing in the order of `stream` when this is the last reference to stream-ordered memory.
  void close(const Stream& stream);

  explicit Buffer(std::shared_ptr<BufferBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<BufferBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<BufferBox> box_;
};

}  // namespace texelscope::gpu
