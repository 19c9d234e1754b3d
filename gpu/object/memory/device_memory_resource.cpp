#include "texelscope/gpu/memory/device_memory_resource.h"

#include <fmt/format.h>

#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/memory_pool_box.h"
#include "texelscope/gpu/memory/legacy_pinned_memory_resource.h"
#include "texelscope/gpu/memory/memory_resource.h"
#include "texelscope/gpu/memory/pinned_memory_resource.h"
#include "texelscope/gpu/memory/pool_memory_resource.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"

namespace texelscope::gpu {
namespace {

/// @throws InvalidState, Unavailable.
std::shared_ptr<DeviceBox> device_with_pools(const Device& device) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (!box.properties().has_stream_ordered_memory) {
    throw_on<Unavailable>(
        box,
        "the device has no memory pools (CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED): use a SynchronousMemoryResource");
  }
  return device.box();
}

std::shared_ptr<DeviceBox> device_with_interprocess_pools(const Device& device) {
  auto box = device_with_pools(device);
  if (!box->properties().has_interprocess_pools) {
    throw_on<Unavailable>(*box,
                          "the device has no pools that can be shared by file descriptor "
                          "(CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES): copy through shared host memory");
  }
  return box;
}

std::shared_ptr<MemoryPoolBox> make_pool(std::shared_ptr<DeviceBox> device, const driver::MemoryPoolCreate& create,
                                         std::uint64_t release_threshold_bytes) {
  auto pool = std::make_shared<MemoryPoolBox>(std::move(device), create);
  if (release_threshold_bytes != 0) {
    pool->device()->call(driver::MemoryPoolSetReleaseThreshold{pool->handle(), release_threshold_bytes});
  }
  return pool;
}

}  // namespace

PoolMemoryResource::PoolMemoryResource(std::shared_ptr<MemoryPoolBox> box) : MemoryResource{std::move(box)} {}

MemoryPoolBox& PoolMemoryResource::pool() const {
  return static_cast<MemoryPoolBox&>(require_open(box(), "memory resource"));
}

MemoryPoolAttributes PoolMemoryResource::attributes() const {
  return pool().device()->call(driver::MemoryPoolQuery{pool().handle()}).attributes;
}

void PoolMemoryResource::set_release_threshold(std::uint64_t bytes) const {
  pool().device()->call(driver::MemoryPoolSetReleaseThreshold{pool().handle(), bytes});
}

void PoolMemoryResource::trim(std::size_t min_bytes_to_keep) const {
  pool().device()->call(driver::MemoryPoolTrim{pool().handle(), min_bytes_to_keep});
}

MemoryPoolHandle PoolMemoryResource::handle() const { return pool().handle(); }

DeviceMemoryResource::DeviceMemoryResource(std::shared_ptr<MemoryPoolBox> box) : PoolMemoryResource{std::move(box)} {}

DeviceMemoryResource DeviceMemoryResource::from_options(const Device& device,
                                                        const DeviceMemoryResourceOptions& options) {
  auto box = options.is_interprocess ? device_with_interprocess_pools(device) : device_with_pools(device);
  const driver::MemoryPoolCreate create{
      .is_on_host = false, .max_size_bytes = options.max_size_bytes, .is_interprocess = options.is_interprocess};
  return DeviceMemoryResource{make_pool(std::move(box), create, options.release_threshold_bytes)};
}

DeviceMemoryResource DeviceMemoryResource::from_current_pool(const Device& device) {
  return DeviceMemoryResource{std::make_shared<MemoryPoolBox>(device_with_pools(device), driver::DevicePool::current)};
}

DeviceMemoryResource DeviceMemoryResource::from_default_pool(const Device& device) {
  return DeviceMemoryResource{std::make_shared<MemoryPoolBox>(device_with_pools(device), driver::DevicePool::initial)};
}

DeviceMemoryResource DeviceMemoryResource::from_handle(const Device& device, MemoryPoolHandle handle,
                                                       const HandleOwner& owner) {
  std::shared_ptr<DeviceBox> box = device_with_pools(device);
  static_cast<void>(ask_about(*box, "memory pool", handle, driver::MemoryPoolQuery{handle}));
  return DeviceMemoryResource{std::make_shared<MemoryPoolBox>(std::move(box), handle, owner)};
}

DeviceMemoryResource DeviceMemoryResource::from_ipc_descriptor(const Device& device, const FileDescriptor& descriptor) {
  auto box = device_with_interprocess_pools(device);
  if (descriptor.is_closed()) {
    throw_on<InvalidArgument>(
        *box, "cannot open a pool from a closed file descriptor: pass the descriptor that the other process sent");
  }
  return DeviceMemoryResource{std::make_shared<MemoryPoolBox>(std::move(box), descriptor)};
}

FileDescriptor DeviceMemoryResource::ipc_descriptor() const {
  MemoryPoolBox& box = pool();
  if (!box.is_interprocess()) {
    throw_on<InvalidState>(*box.device(),
                           "this pool cannot be shared with other processes: create one with "
                           "DeviceMemoryResourceOptions::is_interprocess");
  }
  return box.export_pool();
}

bool DeviceMemoryResource::is_interprocess() const { return pool().is_interprocess(); }

bool DeviceMemoryResource::is_imported() const { return pool().is_imported(); }

void DeviceMemoryResource::set_peer_access(std::span<const Device> devices) const { pool().set_peer_access(devices); }

std::vector<DeviceId> DeviceMemoryResource::peer_access() const { return pool().peers(); }

PinnedMemoryResource::PinnedMemoryResource(std::shared_ptr<MemoryPoolBox> box) : PoolMemoryResource{std::move(box)} {}

PinnedMemoryResource PinnedMemoryResource::from_options(const Device& device,
                                                        const PinnedMemoryResourceOptions& options) {
  auto box = device_with_pools(device);
  if (!box->properties().has_host_memory_pools) {
    throw_on<Unavailable>(
        *box,
        "the device or its driver has no pools of host memory (CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED, CUDA "
        "13): use a LegacyPinnedMemoryResource");
  }
  const driver::MemoryPoolCreate create{.is_on_host = true, .max_size_bytes = options.max_size_bytes};
  return PinnedMemoryResource{make_pool(std::move(box), create, options.release_threshold_bytes)};
}

}  // namespace texelscope::gpu
