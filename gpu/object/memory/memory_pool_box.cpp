#include "gpu/object/memory/memory_pool_box.h"

#include <algorithm>

#include "gpu/object/checks.h"

namespace texelscope::gpu {
namespace {

MemoryTraits device_traits() { return {.name = "DeviceMemoryResource", .is_stream_ordered = true}; }

MemoryTraits traits_of(const driver::MemoryPoolCreate& create) {
  return create.is_on_host ? MemoryTraits{.name = "PinnedMemoryResource",
                                          .is_stream_ordered = true,
                                          .is_on_device = false,
                                          .is_host_accessible = true}
                           : device_traits();
}

MemoryPoolHandle pool_of(DeviceBox& device, driver::DevicePool which) {
  const auto found = device.call(driver::MemoryPoolOfDevice{which});
  if (!found.pool) {
    device.fail_without_handle(found);
  }
  return found.pool;
}

}  // namespace

MemoryPoolBox::MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, const driver::MemoryPoolCreate& create)
    : MemoryResourceBox{device, traits_of(create)},
      pool_{device, device->call(create).pool},
      is_interprocess_{create.is_interprocess} {}

// The driver only reports whether other processes may open the pool when it is asked to export the pool.
MemoryPoolBox::MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, MemoryPoolHandle pool, const HandleOwner& owner)
    : MemoryResourceBox{device, device_traits()}, pool_{device, pool, owner}, is_interprocess_{true} {}

MemoryPoolBox::MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, driver::DevicePool which)
    : MemoryResourceBox{device, device_traits()}, pool_{device, pool_of(*device, which), HandleOwner{}} {}

MemoryPoolBox::MemoryPoolBox(const std::shared_ptr<DeviceBox>& device, const FileDescriptor& descriptor)
    : MemoryResourceBox{device, device_traits()},
      pool_{device, device->call(driver::MemoryPoolImport{descriptor.number()}).pool},
      is_imported_{true} {}

DevicePointer MemoryPoolBox::allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& order) {
  if (is_imported_) {
    throw_on<InvalidState>(*device(),
                           "cannot allocate {} bytes from a pool of another process: open that process's buffers with "
                           "Buffer::from_ipc_descriptor, or allocate from a pool of this process",
                           size_bytes);
  }
  return device()
      ->call(driver::MemoryPoolAllocate{.size_bytes = size_bytes, .pool = handle(), .stream = handle_of(order)})
      .pointer;
}

void MemoryPoolBox::deallocate(DevicePointer pointer, std::size_t /*size_bytes*/,
                               const std::shared_ptr<StreamBox>& order) noexcept {
  device()->clean_up(driver::MemoryFree{.pointer = pointer, .stream = handle_of(order)});
}

FileDescriptor MemoryPoolBox::export_pool() {
  FileDescriptor descriptor{device()->call(driver::MemoryPoolExport{handle()}).file_descriptor};
  is_exported_ = true;
  return descriptor;
}

driver::MemoryPoolExportPointer MemoryPoolBox::export_pointer(DevicePointer pointer) {
  // The driver only accepts pointers of pools that have been exported, even in the importing process (without that
  // export, cuMemPoolExportPointer returned CUDA_ERROR_INVALID_VALUE; measured on driver 580.159.04).
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
          *device(), "kernels on {} cannot access memory on this device (cuDeviceCanAccessPeer): copy it instead",
          to_string(id));
    }
    if (id != own.id() && std::ranges::find(wanted, id) == wanted.end()) {
      wanted.push_back(id);
    }
  }
  const std::lock_guard lock{mutex_};
  const auto change = [this](DeviceId id, bool has_access) {
    device()->call(driver::MemoryPoolSetAccess{.pool = handle(), .ordinal = id.ordinal, .has_access = has_access});
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
