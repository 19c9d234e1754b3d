#include "gpu/object/memory/memory_pool_box.h"

#include <algorithm>

#include "gpu/object/checks.h"

namespace texelscope::gpu {
namespace {

MemoryTraits device_traits() { return {.name = "DeviceMemoryResource", .is_stream_ordered = true}; }

MemoryTraits traits_at(driver::MemoryLocation location) {
  return location == driver::MemoryLocation::device ? device_traits()
                                                    : MemoryTraits{.name = "PinnedMemoryResource",
                                                                   .is_stream_ordered = true,
                                                                   .is_on_device = false,
                                                                   .is_host_accessible = true};
}

}  // namespace

MemoryPoolBox::MemoryPoolBox(std::shared_ptr<DeviceBox> device, const driver::MemoryPoolCreate& create)
    : MemoryResourceBox{std::move(device), traits_at(create.location)},
      handle_{this->device()->call(create).pool},
      owner_{HandleOwner::library()},
      is_interprocess_{create.is_interprocess} {}

// The driver does not tell whether other processes may open the pool: it says so when it is asked to export it.
MemoryPoolBox::MemoryPoolBox(std::shared_ptr<DeviceBox> device, MemoryPoolHandle made, const HandleOwner& owner)
    : MemoryResourceBox{std::move(device), device_traits()}, handle_{made}, owner_{owner}, is_interprocess_{true} {}

MemoryPoolBox::MemoryPoolBox(std::shared_ptr<DeviceBox> device, driver::DevicePool which)
    : MemoryResourceBox{std::move(device), device_traits()} {
  const auto found = this->device()->call(driver::MemoryPoolOfDevice{which});
  if (!found.pool) {
    this->device()->fail_without_handle(found);
  }
  handle_ = found.pool;
}

MemoryPoolBox::MemoryPoolBox(std::shared_ptr<DeviceBox> device, const FileDescriptor& descriptor)
    : MemoryResourceBox{std::move(device), device_traits()},
      handle_{this->device()->call(driver::MemoryPoolImport{descriptor.number()}).pool},
      owner_{HandleOwner::library()},
      is_imported_{true} {}

MemoryPoolBox::~MemoryPoolBox() {
  if (owner_.is_library()) {
    device()->clean_up(driver::MemoryPoolDestroy{handle_});
  }
}

DevicePointer MemoryPoolBox::allocate(std::size_t size_bytes, const StreamBox* order) {
  if (is_imported_) {
    throw_on<InvalidState>(*device(),
                           "this pool belongs to another process, and {} bytes were asked of it: open that process's "
                           "buffers with Buffer::from_ipc_descriptor, or allocate from a pool of this process",
                           size_bytes);
  }
  return device()
      ->call(driver::MemoryPoolAllocate{.size_bytes = size_bytes, .pool = handle_, .stream = handle_of(order)})
      .pointer;
}

void MemoryPoolBox::deallocate(DevicePointer pointer, std::size_t /*size_bytes*/, const StreamBox* order) noexcept {
  device()->clean_up(driver::MemoryFree{.pointer = pointer, .stream = handle_of(order)});
}

FileDescriptor MemoryPoolBox::export_pool() {
  FileDescriptor descriptor{device()->call(driver::MemoryPoolExport{handle_}).file_descriptor};
  is_exported_ = true;
  return descriptor;
}

driver::MemoryPoolExportPointer MemoryPoolBox::export_pointer(DevicePointer pointer) {
  // The driver takes pointers only of pools that have been exported, whoever has the descriptor
  // (cuMemPoolExportPointer gave CUDA_ERROR_INVALID_VALUE before; measured on driver 580.159.04).
  if (!is_exported_) {
    static_cast<void>(export_pool());
  }
  return device()->call(driver::MemoryPoolExportPointer{pointer});
}

void MemoryPoolBox::set_peer_access(std::span<const Device> devices) {
  const Device own{device()};
  std::vector<DeviceId> wanted;
  for (const Device& peer : devices) {
    const DeviceId id = peer.id();
    if (!peer.can_access(own)) {
      throw_on<InvalidArgument>(
          *device(), "kernels of {} cannot reach memory of this device (cuDeviceCanAccessPeer): copy it instead",
          to_string(id));
    }
    if (id != own.id() && std::ranges::find(wanted, id) == wanted.end()) {
      wanted.push_back(id);
    }
  }
  const std::lock_guard lock{mutex_};
  const auto change = [this](DeviceId id, bool has_access) {
    device()->call(driver::MemoryPoolSetAccess{.pool = handle_, .ordinal = id.ordinal, .has_access = has_access});
  };
  for (const DeviceId id : wanted) {
    if (std::ranges::find(peers_, id) == peers_.end()) {
      peers_.reserve(peers_.size() + 1);
      change(id, true);
      peers_.push_back(id);
    }
  }
  for (auto peer = peers_.begin(); peer != peers_.end();) {
    if (std::ranges::find(wanted, *peer) == wanted.end()) {
      change(*peer, false);
      peer = peers_.erase(peer);
    } else {
      ++peer;
    }
  }
}

std::vector<DeviceId> MemoryPoolBox::peers() const {
  const std::lock_guard lock{mutex_};
  return peers_;
}

}  // namespace texelscope::gpu
