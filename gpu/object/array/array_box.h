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

/// The common part of array boxes. A borrowed array belongs to a mapping, to another box, or to code outside this
/// library.
template <class Handle, class Destroy>
class AnyArrayBox {
 public:
  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return array_.device(); }
  [[nodiscard]] const std::shared_ptr<const MappingValidity>& validity() const noexcept { return validity_; }
  [[nodiscard]] const ArrayDescriptor& descriptor() const noexcept { return descriptor_; }
  /// @throws InvalidState after the mapping it came from has ended; `object` names the object that was created from it.
  [[nodiscard]] Handle handle(std::string_view object = std::is_same_v<Handle, ArrayHandle> ? "array"
                                                                                            : "mipmapped array") const {
    require_mapped(validity_.get(), object);
    return array_.handle();
  }

 protected:
  /// An array that `call` creates; `memory` keeps its texels alive if they are external. @throws DriverError.
  template <class Call>
  AnyArrayBox(const std::shared_ptr<DeviceBox>& device, const Call& call, std::shared_ptr<const void> memory)
      : memory_{std::move(memory)}, descriptor_{call.descriptor}, array_{device, device->call(call).array} {}
  /// An existing array.
  AnyArrayBox(const std::shared_ptr<DeviceBox>& device, const ArrayDescriptor& descriptor, Handle array,
              std::shared_ptr<const MappingValidity> validity, const HandleOwner& owner)
      : validity_{std::move(validity)}, descriptor_{descriptor}, array_{device, array, owner} {}
  ~AnyArrayBox() = default;

 private:
  std::shared_ptr<const MappingValidity> validity_;
  std::shared_ptr<const void> memory_;
  ArrayDescriptor descriptor_;
  // Destroyed before the memory that contains it.
  DeviceObject<Handle, Destroy> array_;
};

class ArrayBox : public AnyArrayBox<ArrayHandle, driver::ArrayDestroy> {
 public:
  ArrayBox(const std::shared_ptr<DeviceBox>& device, const ArrayDescriptor& descriptor)
      : AnyArrayBox{device, driver::ArrayCreate{.descriptor = descriptor}, nullptr} {}

  /// Rows in external memory, which `memory` keeps alive.
  ArrayBox(const std::shared_ptr<DeviceBox>& device, const driver::ExternalMemoryMappedArray& mapped,
           std::shared_ptr<const void> memory)
      : AnyArrayBox{device, mapped, std::move(memory)} {}

  /// An existing array.
  ArrayBox(const std::shared_ptr<DeviceBox>& device, const ArrayDescriptor& descriptor, ArrayHandle array,
           std::shared_ptr<const MappingValidity> validity, const HandleOwner& owner = {})
      : AnyArrayBox{device, descriptor, array, std::move(validity), owner} {}
};

class MipmappedArrayBox : public AnyArrayBox<MipmappedArrayHandle, driver::MipmappedArrayDestroy> {
 public:
  MipmappedArrayBox(const std::shared_ptr<DeviceBox>& device, const ArrayDescriptor& descriptor, unsigned num_levels)
      : AnyArrayBox{device, driver::MipmappedArrayCreate{.descriptor = descriptor, .num_levels = num_levels}, nullptr},
        num_levels_{num_levels} {}

  /// An image in external memory, which `memory` keeps alive.
  MipmappedArrayBox(const std::shared_ptr<DeviceBox>& device, const driver::ExternalMemoryMappedMipmappedArray& mapped,
                    std::shared_ptr<const void> memory)
      : AnyArrayBox{device, mapped, std::move(memory)}, num_levels_{mapped.num_levels} {}

  /// An existing array.
  MipmappedArrayBox(const std::shared_ptr<DeviceBox>& device, const ArrayDescriptor& descriptor, unsigned num_levels,
                    MipmappedArrayHandle array, std::shared_ptr<const MappingValidity> validity,
                    const HandleOwner& owner = {})
      : AnyArrayBox{device, descriptor, array, std::move(validity), owner}, num_levels_{num_levels} {}

  [[nodiscard]] unsigned num_levels() const noexcept { return num_levels_; }

 private:
  unsigned num_levels_;
};

}  // namespace texelscope::gpu
