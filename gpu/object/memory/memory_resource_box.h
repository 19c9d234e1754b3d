#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

/// Properties of all memory of a resource.
struct MemoryTraits {
  std::string_view name;
  bool is_stream_ordered = false;
  bool is_on_device = true;
  bool is_device_accessible = true;
  bool is_host_accessible = false;
  bool is_managed = false;
};

/// Base class of the implementations of memory resources.
class MemoryResourceBox {
 public:
  MemoryResourceBox(std::shared_ptr<DeviceBox> device, const MemoryTraits& traits)
      : device_{std::move(device)}, traits_{traits} {
    // All memory of the CPU device is host memory.
    traits_.is_host_accessible = traits_.is_host_accessible || device_->id().kind == DeviceKind::cpu;
  }
  virtual ~MemoryResourceBox() = default;
  MemoryResourceBox(const MemoryResourceBox&) = delete;
  MemoryResourceBox& operator=(const MemoryResourceBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] const MemoryTraits& traits() const noexcept { return traits_; }

  /// `order` is null only for resources that are not stream-ordered.
  [[nodiscard]] virtual DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& order) = 0;
  /// Reports failures. Without an `order`, stream-ordered memory is freed on the default stream.
  virtual void deallocate(DevicePointer pointer, std::size_t size_bytes,
                          const std::shared_ptr<StreamBox>& order) noexcept = 0;

 protected:
  [[nodiscard]] static StreamHandle handle_of(const std::shared_ptr<StreamBox>& order) noexcept {
    return order != nullptr ? order->handle() : driver::default_stream;
  }
  /// Waits until the stream has completed, before freeing memory that is not stream-ordered. Returns false without a
  /// stream, or if waiting failed, which is reported.
  bool wait_for(const std::shared_ptr<StreamBox>& order) noexcept;

 private:
  std::shared_ptr<DeviceBox> device_;
  MemoryTraits traits_;
};

}  // namespace texelscope::gpu
