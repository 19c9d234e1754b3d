#include "texelscope/gpu/buffer.h"

#include <fmt/format.h>

#include "gpu/object/buffer_box.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {
namespace {

BufferBox& require_buffer(const std::shared_ptr<BufferBox>& box) { return require_open(box, "buffer"); }

DevicePointer host_address(const void* address) { return {reinterpret_cast<std::uintptr_t>(address)}; }

void require_room(const DeviceBox& device, std::size_t source_bytes, std::size_t destination_bytes) {
  if (source_bytes > destination_bytes) [[unlikely]] {
    throw InvalidArgument(
        fmt::format("{}: the source has {} bytes and the destination {}: make the destination at least as big",
                    device.name(), source_bytes, destination_bytes));
  }
}

void copy(DeviceBox& device, DevicePointer destination, DevicePointer source, std::size_t size_bytes,
          const StreamBox& stream) {
  if (size_bytes > 0) {
    device.call(driver::MemoryCopy{
        .destination = destination, .source = source, .size_bytes = size_bytes, .stream = stream.handle()});
  }
}

void copy_buffer(const BufferBox& destination, const BufferBox& source, const Stream& stream) {
  DeviceBox& device = *destination.device();
  const StreamBox& order = require_stream(stream, device, "buffer");
  require_same_device(device, *source.device(), "destination buffer", "source buffer");
  require_room(device, source.size_bytes(), destination.size_bytes());
  copy(device, destination.pointer(), source.pointer(), source.size_bytes(), order);
}

}  // namespace

DevicePointer Buffer::handle() const { return require_buffer(box_).pointer(); }

std::size_t Buffer::size_bytes() const { return require_buffer(box_).size_bytes(); }

Device Buffer::device() const { return Device{require_buffer(box_).device()}; }

bool Buffer::is_host_accessible() const { return require_buffer(box_).is_host_accessible(); }

std::span<std::byte> Buffer::host_bytes() const {
  const BufferBox& box = require_buffer(box_);
  const DevicePointer pointer = box.pointer();
  if (!box.is_host_accessible()) {
    throw InvalidArgument(
        fmt::format("{}: the host cannot reach this buffer of {} bytes: copy it to host memory, or use "
                    "Device::allocate_pinned",
                    box.device()->name(), box.size_bytes()));
  }
  return {reinterpret_cast<std::byte*>(pointer.value), box.size_bytes()};
}

void Buffer::copy_from(std::span<const std::byte> source, const Stream& stream) const {
  const BufferBox& box = require_buffer(box_);
  const StreamBox& order = require_stream(stream, *box.device(), "buffer");
  require_room(*box.device(), source.size(), box.size_bytes());
  copy(*box.device(), box.pointer(), host_address(source.data()), source.size(), order);
}

void Buffer::copy_from(const Buffer& source, const Stream& stream) const {
  copy_buffer(require_buffer(box_), require_open(source.box_, "source buffer"), stream);
}

std::span<std::byte> Buffer::copy_to(std::span<std::byte> destination, const Stream& stream) const {
  const BufferBox& box = require_buffer(box_);
  const StreamBox& order = require_stream(stream, *box.device(), "buffer");
  require_room(*box.device(), box.size_bytes(), destination.size());
  copy(*box.device(), host_address(destination.data()), box.pointer(), box.size_bytes(), order);
  return destination;
}

const Buffer& Buffer::copy_to(const Buffer& destination, const Stream& stream) const {
  copy_buffer(require_open(destination.box_, "destination buffer"), require_buffer(box_), stream);
  return destination;
}

void Buffer::fill(std::byte value, const Stream& stream) const {
  const BufferBox& box = require_buffer(box_);
  const StreamBox& order = require_stream(stream, *box.device(), "buffer");
  box.device()->call(driver::MemoryFill{.destination = box.pointer(),
                                        .value = std::to_integer<std::uint8_t>(value),
                                        .size_bytes = box.size_bytes(),
                                        .stream = order.handle()});
}

void Buffer::close(const Stream& stream) {
  if (!box_) {
    return;
  }
  static_cast<void>(require_stream(stream, *box_->device(), "buffer"));
  if (box_.use_count() == 1) {
    box_->free_on(stream.box());
  }
  box_.reset();
}

}  // namespace texelscope::gpu
