#pragma once

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/graphics/mapping_validity.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/mipmapped_array.h"

namespace texelscope::gpu {

/// What the boxes of both kinds of arrays share. An array that is borrowed belongs to a mapping, to another box, or to
/// others.
template <class Handle, class Destroy>
class AnyArrayBox {
 public:
  ~AnyArrayBox() {
    if (owner_.is_library()) {
      device_->clean_up(Destroy{handle_});
    }
  }
  AnyArrayBox(const AnyArrayBox&) = delete;
  AnyArrayBox& operator=(const AnyArrayBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] const std::shared_ptr<const MappingValidity>& validity() const noexcept { return validity_; }
  [[nodiscard]] const ArrayDescriptor& descriptor() const noexcept { return descriptor_; }
  /// @throws InvalidState when the mapping it came from has ended; `object` names what was made from it.
  [[nodiscard]] Handle handle(std::string_view object = std::is_same_v<Handle, ArrayHandle> ? "array"
                                                                                            : "mipmapped array") const {
    require_mapped(validity_.get(), object);
    return handle_;
  }

 protected:
  /// One that `call` makes. @throws DriverError.
  template <class Call>
  AnyArrayBox(std::shared_ptr<DeviceBox> device, const Call& call, std::shared_ptr<const void> memory)
      : device_{std::move(device)},
        memory_{std::move(memory)},
        owner_{HandleOwner::library()},
        descriptor_{call.descriptor},
        handle_{device_->call(call).array} {}
  AnyArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor, Handle made,
              std::shared_ptr<const MappingValidity> validity, HandleOwner owner)
      : device_{std::move(device)},
        validity_{std::move(validity)},
        owner_{std::move(owner)},
        descriptor_{descriptor},
        handle_{made} {}

 private:
  std::shared_ptr<DeviceBox> device_;
  std::shared_ptr<const MappingValidity> validity_;
  /// External memory that the texels are in; null for none.
  std::shared_ptr<const void> memory_;
  HandleOwner owner_;
  ArrayDescriptor descriptor_;
  Handle handle_;
};

class ArrayBox : public AnyArrayBox<ArrayHandle, driver::ArrayDestroy> {
 public:
  ArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor)
      : AnyArrayBox{std::move(device), driver::ArrayCreate{.descriptor = descriptor}, nullptr} {}

  /// Rows in external memory, which `memory` keeps.
  ArrayBox(std::shared_ptr<DeviceBox> device, const driver::ExternalMemoryMappedArray& mapped,
           std::shared_ptr<const void> memory)
      : AnyArrayBox{std::move(device), mapped, std::move(memory)} {}

  /// One that others made.
  ArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor, ArrayHandle made,
           std::shared_ptr<const MappingValidity> validity, HandleOwner owner = {})
      : AnyArrayBox{std::move(device), descriptor, made, std::move(validity), std::move(owner)} {}
};

class MipmappedArrayBox : public AnyArrayBox<MipmappedArrayHandle, driver::MipmappedArrayDestroy> {
 public:
  MipmappedArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor, unsigned num_levels)
      : AnyArrayBox{std::move(device), driver::MipmappedArrayCreate{.descriptor = descriptor, .num_levels = num_levels},
                    nullptr},
        num_levels_{num_levels} {}

  /// An image in external memory, which `memory` keeps.
  MipmappedArrayBox(std::shared_ptr<DeviceBox> device, const driver::ExternalMemoryMappedMipmappedArray& mapped,
                    std::shared_ptr<const void> memory)
      : AnyArrayBox{std::move(device), mapped, std::move(memory)}, num_levels_{mapped.num_levels} {}

  /// One that others made.
  MipmappedArrayBox(std::shared_ptr<DeviceBox> device, const ArrayDescriptor& descriptor, unsigned num_levels,
                    MipmappedArrayHandle made, std::shared_ptr<const MappingValidity> validity, HandleOwner owner = {})
      : AnyArrayBox{std::move(device), descriptor, made, std::move(validity), std::move(owner)},
        num_levels_{num_levels} {}

  [[nodiscard]] unsigned num_levels() const noexcept { return num_levels_; }

 private:
  unsigned num_levels_;
};

}  // namespace texelscope::gpu
