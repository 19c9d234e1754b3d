#include "texelscope/gpu/mipmapped_array.h"

#include "gpu/driver/array_rules.h"
#include "gpu/object/adopted_handle.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {
namespace {

MipmappedArrayBox& require_array(const std::shared_ptr<MipmappedArrayBox>& box) {
  return require_open(box, "mipmapped array");
}

}  // namespace

MipmappedArray MipmappedArray::from_descriptor(const Device& device, const ArrayDescriptor& descriptor,
                                               unsigned num_levels) {
  const DeviceBox& owner = require_open(device.box(), "device");
  const std::string refusal = mipmapped_array_refusal(owner.properties(), descriptor, num_levels);
  if (!refusal.empty()) {
    throw_on<InvalidArgument>(owner, "mipmapped array {}: {}", to_string(descriptor), refusal);
  }
  static_cast<void>(descriptor.size_bytes());
  return MipmappedArray{std::make_shared<MipmappedArrayBox>(device.box(), descriptor, num_levels)};
}

MipmappedArray MipmappedArray::from_handle(const Device& device, MipmappedArrayHandle handle,
                                           const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  const auto found = ask_about(box, "mipmapped array", handle, driver::MipmappedArrayGetDescriptor{handle});
  return MipmappedArray{
      std::make_shared<MipmappedArrayBox>(device.box(), found.described, found.levels, handle, nullptr, owner)};
}

const ArrayDescriptor& MipmappedArray::descriptor() const { return require_array(box_).descriptor(); }

unsigned MipmappedArray::num_levels() const { return require_array(box_).num_levels(); }

std::size_t MipmappedArray::size_bytes() const {
  const MipmappedArrayBox& box = require_array(box_);
  std::size_t bytes = 0;
  for (unsigned level = 0; level < box.num_levels(); ++level) {
    bytes += level_descriptor(box.descriptor(), level).size_bytes();
  }
  return bytes;
}

Device MipmappedArray::device() const { return Device{require_array(box_).device()}; }

MipmappedArrayHandle MipmappedArray::handle() const { return require_array(box_).handle(); }

CUDAArray MipmappedArray::level(unsigned index) const {
  const MipmappedArrayBox& box = require_array(box_);
  DeviceBox& device = *box.device();
  if (index >= box.num_levels()) {
    throw_on<InvalidArgument>(device, "no level {} in mipmapped array {}, which has {} levels: count from 0", index,
                              to_string(box.descriptor()), box.num_levels());
  }
  const auto found = device.call(driver::MipmappedArrayGetLevel{.array = box.handle(), .level = index});
  if (!found.level_array) {
    device.fail_without_handle(found);
  }
  return CUDAArray{std::make_shared<ArrayBox>(box.device(), level_descriptor(box.descriptor(), index),
                                              found.level_array, box.validity(), std::shared_ptr<const void>{box_})};
}

}  // namespace texelscope::gpu
