#include "texelscope/gpu/buffer.h"

#include <cstring>

#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"
#include "gpu/object/memory/copy_checks.h"
#include "gpu/object/memory/ipc_encoding.h"
#include "gpu/object/memory/memory_pool_box.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/memory/legacy_pinned_memory_resource.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"

namespace texelscope::gpu {
namespace {

BufferBox& require_buffer(const std::shared_ptr<BufferBox>& box) { return require_open(box, "buffer"); }

void copy(DeviceBox& device, DevicePointer destination, DevicePointer source, std::size_t size_bytes,
          const StreamBox& stream) {
  if (size_bytes > 0) {
    device.call(driver::MemoryCopy{
        .destination = destination, .source = source, .size_bytes = size_bytes, .stream = stream.handle()});
  }
}

void copy_buffer(const BufferBox& destination, const BufferBox& source, const Stream& stream) {
  DeviceBox& device = device_of_copy(destination, source, stream);
  const StreamBox& order = require_stream(stream, device, "buffer");
  const std::size_t size_bytes = source.known_size();
  require_room(device, size_bytes, destination.size_bytes());
  require_access(destination, MemoryAccess::read_write);
  require_access(source, MemoryAccess::read_only);
  if (is_between_devices(destination, source) && size_bytes > 0) {
    device.call(driver::MemoryCopyPeer{.destination = destination.pointer(),
                                       .destination_ordinal = destination.place()->ordinal,
                                       .source = source.pointer(),
                                       .source_ordinal = source.place()->ordinal,
                                       .size_bytes = size_bytes,
                                       .stream = order.handle()});
    return;
  }
  copy(device, destination.pointer(), source.pointer(), size_bytes, order);
}

/// Sets all words of the buffer with the driver call for words of that size.
template <class Word>
void fill_words(const BufferBox& box, const Stream& stream, Word value) {
  DeviceBox& device = *box.device();
  const StreamBox& order = require_stream(stream, device, "buffer");
  require_access(box, MemoryAccess::read_write);
  const std::size_t size_bytes = box.known_size();
  if (size_bytes % sizeof(value) != 0 || box.pointer().value % sizeof(value) != 0) {
    throw_on<InvalidArgument>(device,
                              "cannot fill a buffer of {} bytes at {:#x} with words of {} bytes: its size and address "
                              "must be multiples of the word size",
                              size_bytes, box.pointer().value, sizeof(value));
  }
  if (size_bytes > 0) {
    device.call(driver::FillWords<Word>{box.pointer(), value, size_bytes / sizeof(value), order.handle()});
  }
}

const std::shared_ptr<MemoryResourceBox>& resource_of(const Device& device, DevicePointer pointer,
                                                      std::size_t size_bytes, const MemoryResource& resource) {
  const DeviceBox& box = require_open(device.box(), "device");
  require_same_device(box, *require_open(resource.box(), "memory resource").device(), "device", "memory resource");
  if (!pointer || size_bytes == 0) {
    throw_on<InvalidArgument>(box, "{} bytes at {:#x} were not allocated by a {}: pass memory that it allocated",
                              size_bytes, pointer.value, resource.name());
  }
  return resource.box();
}

}  // namespace

Buffer Buffer::from_handle(const Device& device, DevicePointer pointer, std::optional<std::size_t> size_bytes,
                           std::shared_ptr<const void> owner) {
  DeviceBox& box = require_open(device.box(), "device");
  driver::PointerFacts facts;
  if (pointer) {
    facts = box.call(driver::PointerQuery{pointer}).facts;
  } else if (!size_bytes) {
    throw_on<InvalidArgument>(box, "the address of memory of unknown size is null: pass its address, or 0 bytes");
  } else if (*size_bytes != 0) {
    throw_on<InvalidArgument>(box, "the address of {} bytes of memory is null: pass its address, or 0 bytes",
                              *size_bytes);
  }
  if (facts.is_on_device && facts.ordinal != box.id().ordinal) {
    throw_on<InvalidArgument>(box, "the memory at {:#x} is on {}: wrap it with that device", pointer.value,
                              to_string(DeviceId{box.id().kind, facts.ordinal}));
  }
  return Buffer{
      std::make_shared<BufferBox>(device.box(), facts, size_bytes.value_or(BufferBox::unknown_size), std::move(owner))};
}

std::optional<DeviceId> location_of(const Device& device, DevicePointer memory) {
  DeviceBox& box = require_open(device.box(), "device");
  const driver::PointerFacts facts = box.call(driver::PointerQuery{memory}).facts;
  return facts.is_on_device ? std::optional{DeviceId{box.id().kind, facts.ordinal}} : std::nullopt;
}

Buffer Buffer::from_handle(const Device& device, DevicePointer pointer, std::size_t size_bytes,
                           const MemoryResource& resource, const Stream& stream) {
  const auto& box = resource_of(device, pointer, size_bytes, resource);
  static_cast<void>(require_stream(stream, *box->device(), "memory resource"));
  return Buffer{std::make_shared<BufferBox>(box, pointer, size_bytes, stream.box())};
}

Buffer Buffer::from_handle(const Device& device, DevicePointer pointer, std::size_t size_bytes,
                           const MemoryResource& resource) {
  return Buffer{
      std::make_shared<BufferBox>(resource_of(device, pointer, size_bytes, resource), pointer, size_bytes, nullptr)};
}

IpcDescriptor Buffer::ipc_descriptor_of(std::span<const std::byte, 64> exported, std::size_t size_bytes) {
  IpcContent content{IpcContent::Kind::buffer, DeviceKind::cuda, size_bytes, {}};
  static_assert(sizeof content.exported == exported.size());
  std::memcpy(content.exported.data(), exported.data(), exported.size());
  return encode(content);
}

Buffer Buffer::from_ipc_descriptor(const DeviceMemoryResource& pool, std::span<const std::byte> descriptor,
                                   const Stream& stream) {
  static_cast<void>(require_open(pool.box(), "memory resource"));
  DeviceBox& device = *pool.box()->device();
  auto order = stream.box();
  static_cast<void>(require_stream(stream, device, "memory resource"));
  if (!pool.is_imported()) {
    throw_on<InvalidArgument>(device,
                              "cannot open a buffer of another process with a pool of this process: open its pool with "
                              "DeviceMemoryResource::from_ipc_descriptor");
  }
  const IpcContent content = decode(descriptor, IpcContent::Kind::buffer, device);
  const DevicePointer pointer = device.call(driver::MemoryPoolImportPointer{pool.handle(), content.exported}).pointer;
  return Buffer{
      std::make_shared<BufferBox>(pool.box(), pointer, static_cast<std::size_t>(content.size_bytes), std::move(order))};
}

IpcDescriptor Buffer::ipc_descriptor() const {
  const BufferBox& box = require_buffer(box_);
  DeviceBox& device = *box.device();
  auto* const pool = dynamic_cast<MemoryPoolBox*>(box.resource().get());
  if (pool == nullptr || !pool->is_interprocess()) {
    throw_on<InvalidArgument>(device,
                              "this buffer of {} bytes cannot be shared with other processes: allocate it from a "
                              "DeviceMemoryResource created with is_interprocess",
                              box.size_bytes());
  }
  return encode({.kind = IpcContent::Kind::buffer,
                 .device = device.id().kind,
                 .size_bytes = box.size_bytes(),
                 .exported = pool->export_pointer(box.pointer()).exported});
}

DevicePointer Buffer::handle() const { return require_buffer(box_).pointer(); }

std::size_t Buffer::size_bytes() const { return require_buffer(box_).known_size(); }

bool Buffer::has_known_size() const { return require_buffer(box_).has_known_size(); }

Device Buffer::device() const { return Device{require_buffer(box_).device()}; }

std::optional<DeviceId> Buffer::device_id() const { return require_buffer(box_).place(); }

std::optional<MemoryResource> Buffer::memory_resource() const {
  const BufferBox& box = require_buffer(box_);
  switch (box.origin()) {
    case BufferBox::Origin::resource:
      return MemoryResource{box.resource()};
    case BufferBox::Origin::stream_ordered:
      return box.device()->properties().has_stream_ordered_memory
                 ? MemoryResource{DeviceMemoryResource::from_current_pool(device())}
                 : MemoryResource{SynchronousMemoryResource::from_device(device())};
    case BufferBox::Origin::page_locked:
      return LegacyPinnedMemoryResource::from_device(device());
    case BufferBox::Origin::mapped:
    case BufferBox::Origin::wrapped:
    case BufferBox::Origin::external:
      break;
  }
  return std::nullopt;
}

bool Buffer::is_device_accessible() const { return require_buffer(box_).is_device_accessible(); }

bool Buffer::is_managed() const { return require_buffer(box_).is_managed(); }

bool Buffer::is_host_accessible() const { return require_buffer(box_).is_host_accessible(); }

std::span<std::byte> Buffer::host_bytes() const {
  const BufferBox& box = require_buffer(box_);
  static_cast<void>(box.pointer());
  if (!box.is_host_accessible()) {
    throw_on<InvalidArgument>(
        *box.device(),
        "the host cannot access this buffer of {} bytes: copy it to host memory, or use Device::allocate_pinned",
        box.size_bytes());
  }
  return {reinterpret_cast<std::byte*>(box.host_pointer().value), box.known_size()};
}

void Buffer::copy_from(std::span<const std::byte> source, const Stream& stream) const {
  const BufferBox& box = require_buffer(box_);
  const StreamBox& order = require_stream(stream, *box.device(), "buffer");
  require_room(*box.device(), source.size(), box.size_bytes());
  require_access(box, MemoryAccess::read_write);
  copy(*box.device(), box.pointer(), host_address(source.data()), source.size(), order);
}

void Buffer::copy_from(const Buffer& source, const Stream& stream) const {
  copy_buffer(require_buffer(box_), require_open(source.box_, "source buffer"), stream);
}

std::span<std::byte> Buffer::copy_to(std::span<std::byte> destination, const Stream& stream) const {
  const BufferBox& box = require_buffer(box_);
  const StreamBox& order = require_stream(stream, *box.device(), "buffer");
  const std::size_t size_bytes = box.known_size();
  require_room(*box.device(), size_bytes, destination.size());
  require_access(box, MemoryAccess::read_only);
  copy(*box.device(), host_address(destination.data()), box.pointer(), size_bytes, order);
  return destination;
}

const Buffer& Buffer::copy_to(const Buffer& destination, const Stream& stream) const {
  copy_buffer(require_open(destination.box_, "destination buffer"), require_buffer(box_), stream);
  return destination;
}

void Buffer::fill(std::byte value, const Stream& stream) const {
  fill_words(require_buffer(box_), stream, std::to_integer<std::uint8_t>(value));
}

void Buffer::fill(std::uint16_t value, const Stream& stream) const { fill_words(require_buffer(box_), stream, value); }

void Buffer::fill(std::uint32_t value, const Stream& stream) const { fill_words(require_buffer(box_), stream, value); }

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
