#pragma once

#include <memory>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/graphics/mapping_validity.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::gpu {

class ArrayBox {
 public:
  ArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor)
      : device_{std::move(device)},
        descriptor_{descriptor},
        handle_{device_->call(driver::ArrayCreate{.descriptor = descriptor}).array},
        is_owned_{true} {}

  /// Rows in external memory, which `memory` keeps.
  ArrayBox(std::shared_ptr<DeviceBox> device, const driver::ExternalMemoryMappedArray& mapped,
           std::shared_ptr<const void> memory)
      : device_{std::move(device)},
        owner_{std::move(memory)},
        descriptor_{mapped.descriptor},
        handle_{device_->call(mapped).array},
        is_owned_{true} {}

  /// An array that belongs to a mapping, to `owner`, or to both; each may be null.
  ArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor, ArrayHandle borrowed,
           std::shared_ptr<const MappingValidity> validity, std::shared_ptr<const void> owner = nullptr)
      : device_{std::move(device)},
        validity_{std::move(validity)},
        owner_{std::move(owner)},
        descriptor_{descriptor},
        handle_{borrowed} {}

  ~ArrayBox() {
    if (is_owned_) {
      device_->clean_up(driver::ArrayDestroy{handle_});
    }
  }
  ArrayBox(const ArrayBox&) = delete;
  ArrayBox& operator=(const ArrayBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] const ArrayDescriptor& descriptor() const noexcept { return descriptor_; }
  /// @throws InvalidState when the mapping it came from has ended; `object` names what was made from it.
  [[nodiscard]] ArrayHandle handle(std::string_view object = "array") const {
    require_mapped(validity_.get(), object);
    return handle_;
  }

 private:
  std::shared_ptr<DeviceBox> device_;
  std::shared_ptr<const MappingValidity> validity_;
  std::shared_ptr<const void> owner_;
  ArrayDescriptor descriptor_;
  ArrayHandle handle_;
  bool is_owned_ = false;
};

}  // namespace texelscope::gpu
