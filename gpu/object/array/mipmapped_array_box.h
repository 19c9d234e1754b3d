#pragma once

#include <memory>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/graphics/mapping_validity.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu {

class MipmappedArrayBox {
 public:
  MipmappedArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor, unsigned num_levels)
      : device_{std::move(device)},
        descriptor_{descriptor},
        num_levels_{num_levels},
        handle_{device_->call(driver::MipmappedArrayCreate{.descriptor = descriptor, .num_levels = num_levels}).array} {
  }

  /// An image in external memory, which `memory` keeps.
  MipmappedArrayBox(std::shared_ptr<DeviceBox> device, const driver::ExternalMemoryMappedMipmappedArray& mapped,
                    std::shared_ptr<const void> memory)
      : device_{std::move(device)},
        owner_{std::move(memory)},
        descriptor_{mapped.descriptor},
        num_levels_{mapped.num_levels},
        handle_{device_->call(mapped).array} {}

  /// One that belongs to a mapping.
  MipmappedArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor, unsigned num_levels,
                    MipmappedArrayHandle borrowed, std::shared_ptr<const MappingValidity> validity)
      : device_{std::move(device)},
        validity_{std::move(validity)},
        descriptor_{descriptor},
        num_levels_{num_levels},
        handle_{borrowed},
        is_owned_{false} {}

  ~MipmappedArrayBox() {
    if (is_owned_) {
      device_->clean_up(driver::MipmappedArrayDestroy{handle_});
    }
  }
  MipmappedArrayBox(const MipmappedArrayBox&) = delete;
  MipmappedArrayBox& operator=(const MipmappedArrayBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] const std::shared_ptr<const MappingValidity>& validity() const noexcept { return validity_; }
  [[nodiscard]] const ArrayDescriptor& descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] unsigned num_levels() const noexcept { return num_levels_; }
  /// @throws InvalidState when the mapping it came from has ended; `object` names what was made from it.
  [[nodiscard]] MipmappedArrayHandle handle(std::string_view object = "mipmapped array") const {
    require_mapped(validity_.get(), object);
    return handle_;
  }

 private:
  std::shared_ptr<DeviceBox> device_;
  std::shared_ptr<const MappingValidity> validity_;
  std::shared_ptr<const void> owner_;
  ArrayDescriptor descriptor_;
  unsigned num_levels_;
  MipmappedArrayHandle handle_;
  bool is_owned_ = true;
};

}  // namespace texelscope::gpu
