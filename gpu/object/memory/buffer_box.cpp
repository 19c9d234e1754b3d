#include "gpu/object/memory/buffer_box.h"

#include <utility>

#include "gpu/object/checks.h"
#include "gpu/object/memory/virtual_memory_box.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

MemoryAccess access_of(const MemoryResourceBox& resource) {
  const auto* const virtual_memory = dynamic_cast<const VirtualMemoryBox*>(&resource);
  return virtual_memory != nullptr ? virtual_memory->initial_access() : MemoryAccess::read_write;
}

}  // namespace

BufferBox::BufferBox(std::shared_ptr<StreamBox> stream, std::size_t size_bytes)
    : device_{stream->device()},
      stream_{std::move(stream)},
      size_bytes_{size_bytes},
      pointer_{device_->call(driver::MemoryAllocate{.size_bytes = size_bytes, .stream = stream_->handle()}).pointer},
      host_pointer_{pointer_},
      place_{device_->id()},
      origin_{Origin::stream_ordered},
      is_host_accessible_{is_cpu(*device_)} {}

BufferBox::BufferBox(std::shared_ptr<DeviceBox> device, std::size_t size_bytes)
    : device_{std::move(device)},
      size_bytes_{size_bytes},
      pointer_{device_->call(driver::HostAllocate{.size_bytes = size_bytes}).pointer},
      host_pointer_{pointer_},
      origin_{Origin::page_locked},
      is_host_accessible_{true} {}

BufferBox::BufferBox(const std::shared_ptr<MemoryResourceBox>& resource, std::size_t size_bytes,
                     const std::shared_ptr<StreamBox>& stream)
    : BufferBox{resource, resource->allocate(size_bytes, stream), size_bytes, stream} {}

BufferBox::BufferBox(std::shared_ptr<MemoryResourceBox> resource, DevicePointer pointer, std::size_t size_bytes,
                     std::shared_ptr<StreamBox> stream)
    : device_{resource->device()},
      stream_{std::move(stream)},
      resource_{std::move(resource)},
      size_bytes_{size_bytes},
      pointer_{pointer},
      host_pointer_{pointer},
      origin_{Origin::resource},
      access_{access_of(*resource_)},
      is_host_accessible_{resource_->traits().is_host_accessible},
      is_managed_{resource_->traits().is_managed} {
  if (resource_->traits().is_on_device) {
    place_ = device_->id();
  }
}

BufferBox::BufferBox(std::shared_ptr<DeviceBox> device, DevicePointer pointer, std::size_t size_bytes,
                     std::shared_ptr<const MappingValidity> validity)
    : device_{std::move(device)},
      validity_{std::move(validity)},
      size_bytes_{size_bytes},
      pointer_{pointer},
      host_pointer_{pointer},
      place_{device_->id()},
      origin_{Origin::mapped},
      is_host_accessible_{is_cpu(*device_)} {}

BufferBox::BufferBox(std::shared_ptr<DeviceBox> device, const driver::PointerFacts& facts, std::size_t size_bytes,
                     std::shared_ptr<const void> owner)
    : device_{std::move(device)},
      owner_{std::move(owner)},
      size_bytes_{size_bytes},
      pointer_{facts.device_pointer ? facts.device_pointer : facts.host_pointer},
      host_pointer_{facts.host_pointer},
      origin_{Origin::wrapped},
      access_{facts.is_device_accessible ? MemoryAccess::read_write : MemoryAccess::none},
      is_host_accessible_{facts.is_host_accessible},
      is_managed_{facts.is_managed} {
  if (facts.is_on_device) {
    place_ = DeviceId{device_->id().kind, facts.ordinal};
  }
}

BufferBox::BufferBox(std::shared_ptr<const ExternalMemoryBox> memory, std::size_t offset_bytes, std::size_t size_bytes)
    : device_{memory->device()},
      size_bytes_{size_bytes},
      pointer_{device_
                   ->call(driver::ExternalMemoryMappedBuffer{
                       .memory = memory->handle(), .offset_bytes = offset_bytes, .size_bytes = size_bytes})
                   .pointer},
      host_pointer_{pointer_},
      place_{device_->id()},
      origin_{Origin::external},
      is_host_accessible_{is_cpu(*device_)} {
  owner_ = std::move(memory);
}

BufferBox::~BufferBox() {
  switch (origin_) {
    case Origin::stream_ordered:
      device_->clean_up(driver::MemoryFree{.pointer = pointer_, .stream = stream_->handle()});
      break;
    case Origin::page_locked:
      if (stream_) {
        device_->clean_up(driver::StreamSynchronize{stream_->handle()});
      }
      device_->clean_up(driver::HostFree{pointer_});
      break;
    case Origin::resource:
      resource_->deallocate(pointer_, size_bytes_, stream_);
      break;
    case Origin::external:
      if (stream_) {
        device_->clean_up(driver::StreamSynchronize{stream_->handle()});
      }
      device_->clean_up(driver::SynchronousFree{pointer_});
      break;
    case Origin::mapped:
    case Origin::wrapped:
      break;
  }
}

void BufferBox::refuse_size() const {
  throw_on<InvalidState>(*device_, "the size of the memory at {:#x} is unknown: wrap it with its size", pointer_.value);
}

void BufferBox::free_on(std::shared_ptr<StreamBox> stream) noexcept { stream_ = std::move(stream); }

void BufferBox::move_to(DevicePointer pointer, std::size_t size_bytes) noexcept {
  pointer_ = pointer;
  host_pointer_ = pointer;
  size_bytes_ = size_bytes;
}

}  // namespace texelscope::gpu
