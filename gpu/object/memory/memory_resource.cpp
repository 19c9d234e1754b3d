#include "texelscope/gpu/memory/memory_resource.h"

#include <string>

#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"
#include "gpu/object/memory/memory_resource_box.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/gpu/memory/legacy_pinned_memory_resource.h"
#include "texelscope/gpu/memory/managed_memory_resource.h"
#include "texelscope/gpu/memory/memory_location.h"
#include "texelscope/gpu/memory/synchronous_memory_resource.h"
#include "texelscope/gpu/memory/unordered_memory_resource.h"

namespace texelscope::gpu {
namespace {

MemoryResourceBox& require_resource(const std::shared_ptr<MemoryResourceBox>& box) {
  return require_open(box, "memory resource");
}

std::shared_ptr<DeviceBox> open_device(const Device& device) {
  static_cast<void>(require_open(device.box(), "device"));
  return device.box();
}

class SynchronousMemoryBox final : public MemoryResourceBox {
 public:
  explicit SynchronousMemoryBox(std::shared_ptr<DeviceBox> device)
      : MemoryResourceBox{std::move(device), {.name = "SynchronousMemoryResource"}} {}

  DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& /*order*/) override {
    return device()->call(driver::SynchronousAllocate{size_bytes}).pointer;
  }
  void deallocate(DevicePointer pointer, std::size_t /*size_bytes*/,
                  const std::shared_ptr<StreamBox>& order) noexcept override {
    wait_for(order);
    device()->clean_up(driver::SynchronousFree{pointer});
  }
};

class LegacyPinnedMemoryBox final : public MemoryResourceBox {
 public:
  explicit LegacyPinnedMemoryBox(std::shared_ptr<DeviceBox> device)
      : MemoryResourceBox{std::move(device),
                          {.name = "LegacyPinnedMemoryResource", .is_on_device = false, .is_host_accessible = true}} {}

  DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& /*order*/) override {
    return device()->call(driver::HostAllocate{size_bytes}).pointer;
  }
  void deallocate(DevicePointer pointer, std::size_t /*size_bytes*/,
                  const std::shared_ptr<StreamBox>& order) noexcept override {
    wait_for(order);
    device()->clean_up(driver::HostFree{pointer});
  }
};

class ManagedMemoryBox final : public MemoryResourceBox {
 public:
  using Location = ManagedMemoryResourceOptions::PreferredLocation;

  ManagedMemoryBox(std::shared_ptr<DeviceBox> device, Location location)
      : MemoryResourceBox{std::move(device),
                          {.name = "ManagedMemoryResource",
                           .is_on_device = location != Location::host,
                           .is_host_accessible = true,
                           .is_managed = true}},
        location_{location} {}

  DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& /*order*/) override {
    const auto info = device()->call(driver::MemoryInfo{});
    if (size_bytes > info.free_bytes) {
      throw_on<InvalidArgument>(
          *device(),
          "cannot allocate {} bytes of managed memory: {} of {} are free; close unneeded buffers, or use less",
          size_bytes, info.free_bytes, info.total_bytes);
    }
    const DevicePointer pointer = device()->call(driver::ManagedAllocate{size_bytes}).pointer;
    if (location_ != Location::none) {
      try {
        const MemoryLocation place = location_ == Location::host
                                         ? MemoryLocation{}
                                         : MemoryLocation{MemoryLocation::Kind::device, device()->id().ordinal};
        device()->call(driver::ManagedAdvise{pointer, size_bytes, MemoryAdvice::set_preferred_location, place});
      } catch (...) {
        device()->clean_up(driver::SynchronousFree{pointer});
        throw;
      }
    }
    return pointer;
  }
  void deallocate(DevicePointer pointer, std::size_t /*size_bytes*/,
                  const std::shared_ptr<StreamBox>& order) noexcept override {
    wait_for(order);
    device()->clean_up(driver::SynchronousFree{pointer});
  }

 private:
  Location location_;
};

void require_bytes(const DeviceBox& device, std::size_t size_bytes) {
  if (size_bytes == 0) {
    throw_on<InvalidArgument>(device, "cannot allocate a buffer of 0 bytes: request at least 1");
  }
}

}  // namespace

bool MemoryResourceBox::wait_for(const std::shared_ptr<StreamBox>& order) noexcept {
  if (order == nullptr) {
    return false;
  }
  bool is_done = false;
  try {
    try {
      device_->call(driver::StreamSynchronize{order->handle()});
      is_done = true;
    } catch (const DriverError& error) {
      if (error.status() != Status::deinitialized) {
        device_->report({Diagnostic::Severity::error, std::string("cleanup failed: ") + error.what()});
      }
    }
  } catch (...) {
    // Out of memory while reporting: only the static message is left.
    device_->report({Diagnostic::Severity::error, "cleanup failed"});
  }
  return is_done;
}

Buffer MemoryResource::allocate(std::size_t size_bytes, const Stream& stream) const {
  const MemoryResourceBox& box = require_resource(box_);
  static_cast<void>(require_stream(stream, *box.device(), "memory resource"));
  require_bytes(*box.device(), size_bytes);
  return Buffer{std::make_shared<BufferBox>(box_, size_bytes, stream.box())};
}

DevicePointer MemoryResource::allocate_raw(std::size_t size_bytes, const Stream& stream) const {
  MemoryResourceBox& box = require_resource(box_);
  static_cast<void>(require_stream(stream, *box.device(), "memory resource"));
  require_bytes(*box.device(), size_bytes);
  return box.allocate(size_bytes, stream.box());
}

Buffer UnorderedMemoryResource::allocate(std::size_t size_bytes) const {
  require_bytes(*require_resource(box()).device(), size_bytes);
  return Buffer{std::make_shared<BufferBox>(box(), size_bytes, nullptr)};
}

void MemoryResource::deallocate(DevicePointer pointer, std::size_t size_bytes, const Stream& stream) const {
  MemoryResourceBox& resource = require_resource(box_);
  static_cast<void>(require_stream(stream, *resource.device(), "memory resource"));
  resource.deallocate(pointer, size_bytes, stream.box());
}

void UnorderedMemoryResource::deallocate(DevicePointer pointer, std::size_t size_bytes) const {
  MemoryResourceBox& resource = require_resource(box());
  if (!pointer) {
    throw_on<InvalidArgument>(*resource.device(), "null was not allocated by a {}: pass memory that it allocated",
                              name());
  }
  resource.deallocate(pointer, size_bytes, nullptr);
}

Device MemoryResource::device() const { return Device{require_resource(box_).device()}; }
std::string_view MemoryResource::name() const { return require_resource(box_).traits().name; }
bool MemoryResource::is_device_accessible() const { return require_resource(box_).traits().is_device_accessible; }
bool MemoryResource::is_host_accessible() const { return require_resource(box_).traits().is_host_accessible; }
bool MemoryResource::is_managed() const { return require_resource(box_).traits().is_managed; }
bool MemoryResource::is_stream_ordered() const { return require_resource(box_).traits().is_stream_ordered; }

SynchronousMemoryResource SynchronousMemoryResource::from_device(const Device& device) {
  return SynchronousMemoryResource{std::make_shared<SynchronousMemoryBox>(open_device(device))};
}

LegacyPinnedMemoryResource LegacyPinnedMemoryResource::from_device(const Device& device) {
  return LegacyPinnedMemoryResource{std::make_shared<LegacyPinnedMemoryBox>(open_device(device))};
}

ManagedMemoryResource ManagedMemoryResource::from_options(const Device& device,
                                                          const ManagedMemoryResourceOptions& options) {
  auto box = open_device(device);
  if (!box->properties().has_managed_memory) {
    throw_on<Unavailable>(
        *box,
        "the device has no managed memory (CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY): use a DeviceMemoryResource and copies");
  }
  return ManagedMemoryResource{std::make_shared<ManagedMemoryBox>(std::move(box), options.preferred_location)};
}

}  // namespace texelscope::gpu
