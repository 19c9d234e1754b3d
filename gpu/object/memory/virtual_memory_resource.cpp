#include "texelscope/gpu/memory/virtual_memory_resource.h"

#include "gpu/layout/name_at.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"
#include "gpu/object/memory/virtual_memory_box.h"
#include "texelscope/gpu/buffer.h"

namespace texelscope::gpu {
namespace {

/// @throws InvalidArgument if the buffer came from elsewhere.
BufferBox& require_own(const Buffer& buffer, const VirtualMemoryBox& resource) {
  BufferBox& box = require_open(buffer.box(), "buffer");
  if (box.resource().get() != &resource) {
    throw_on<InvalidArgument>(
        *resource.device(),
        "this buffer of {} bytes was not allocated by this VirtualMemoryResource: use the resource that allocated it",
        box.size_bytes());
  }
  return box;
}

}  // namespace

std::string_view to_string(MemoryAccess access) noexcept {
  constexpr std::array<std::string_view, 3> names{"none", "read only", "read and write"};
  return name_at(names, access);
}

VirtualMemoryResource::VirtualMemoryResource(std::shared_ptr<VirtualMemoryBox> box)
    : UnorderedMemoryResource{std::move(box)} {}

VirtualMemoryResource VirtualMemoryResource::from_options(const Device& device,
                                                          const VirtualMemoryResourceOptions& options) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (!box.properties().has_virtual_memory) {
    throw_on<Unavailable>(
        box,
        "the device has no virtual memory management (CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED): use a "
        "DeviceMemoryResource and copy into a larger buffer");
  }
  return VirtualMemoryResource{std::make_shared<VirtualMemoryBox>(device.box(), options)};
}

VirtualMemoryBox& VirtualMemoryResource::memory() const {
  return static_cast<VirtualMemoryBox&>(require_open(box(), "memory resource"));
}

bool VirtualMemoryResource::grow(const Buffer& buffer, std::size_t size_bytes) const {
  BufferBox& box = require_own(buffer, memory());
  if (size_bytes < box.size_bytes()) {
    throw_on<InvalidArgument>(*memory().device(), "cannot resize a buffer of {} bytes to {}: buffers can only grow",
                              box.size_bytes(), size_bytes);
  }
  const DevicePointer before = box.pointer();
  const DevicePointer after = memory().grow(before, size_bytes);
  box.move_to(after, size_bytes);
  return after == before;
}

void VirtualMemoryResource::set_access(const Buffer& buffer, MemoryAccess access) const {
  BufferBox& box = require_own(buffer, memory());
  memory().set_access(box.pointer(), access);
  box.set_access(access);
}

MemoryAccess VirtualMemoryResource::access(const Buffer& buffer) const {
  return require_own(buffer, memory()).access();
}

std::size_t VirtualMemoryResource::granularity_bytes() const { return memory().granularity_bytes(); }

}  // namespace texelscope::gpu
