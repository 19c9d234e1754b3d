#include "texelscope/gpu/cuda_array.h"

#include "gpu/driver/array_rules.h"
#include "gpu/object/adopted_handle.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"

namespace texelscope::gpu {
namespace {

ArrayBox& require_array(const std::shared_ptr<ArrayBox>& box) { return require_open(box, "array"); }

DevicePointer host_address(const void* address) { return {reinterpret_cast<std::uintptr_t>(address)}; }

/// A copy between a box of an array and contiguous memory: all its checks, and both sides.
struct BoxCopy {
  DeviceBox& device;
  driver::ArrayCopySide array;
  driver::ArrayCopySide memory;
  Extent extent;
  std::uint64_t element_size;
  StreamHandle stream;

  /// `has_bytes` is the size of the memory. @throws InvalidState, InvalidArgument.
  BoxCopy(const ArrayBox& box, const ArrayRegion& region, DevicePointer pointer, std::size_t has_bytes,
          const Stream& order)
      : device{*box.device()},
        array{.array = box.handle(), .origin = region.origin},
        memory{.pointer = pointer,
               .row_pitch_bytes = region.extent.width() * box.descriptor().element_size(),
               .rows_per_slice = region.extent.height()},
        extent{region.extent},
        element_size{box.descriptor().element_size()},
        stream{require_stream(order, device, "array").handle()} {
    // The array's own size fits in 64 bits, and the region is part of it.
    const std::uint64_t needs_bytes = extent.volume() * element_size;
    if (has_bytes < needs_bytes) {
      throw_on<InvalidArgument>(
          device,
          "copying {} texels of array {} needs {} bytes of memory, but only {} were passed: pass at least that many",
          to_string(extent), to_string(box.descriptor()), needs_bytes, has_bytes);
    }
  }

  void into_array() const { make(array, memory); }
  void out_of_array() const { make(memory, array); }

 private:
  void make(const driver::ArrayCopySide& destination, const driver::ArrayCopySide& source) const {
    device.call(driver::ArrayCopy{.destination = destination,
                                  .source = source,
                                  .extent = extent,
                                  .element_size = element_size,
                                  .stream = stream});
  }
};

const ArrayRegion& inside(const ArrayBox& box, const ArrayRegion& region) {
  const std::string refusal = region_refusal(box.descriptor(), region);
  if (!refusal.empty()) {
    throw_on<InvalidArgument>(*box.device(), "copying part of array {}: {}", to_string(box.descriptor()), refusal);
  }
  return region;
}

/// @throws InvalidArgument for arrays with planes, because planes are copied one by one.
ArrayRegion whole(const ArrayBox& box) { return inside(box, {{}, box.descriptor().copy_extent()}); }

BoxCopy copy_with_buffer(const ArrayBox& box, const BufferBox& buffer, const Stream& stream) {
  require_same_device(*box.device(), *buffer.device(), "array", "buffer");
  return {box, whole(box), buffer.pointer(), buffer.size_bytes(), stream};
}

}  // namespace

CUDAArray CUDAArray::from_descriptor(const Device& device, const ArrayDescriptor& descriptor) {
  const DeviceBox& owner = require_open(device.box(), "device");
  const std::string refusal = array_refusal(owner.properties(), descriptor);
  if (!refusal.empty()) {
    throw_on<InvalidArgument>(owner, "array {}: {}", to_string(descriptor), refusal);
  }
  static_cast<void>(descriptor.size_bytes());
  return CUDAArray{std::make_shared<ArrayBox>(device.box(), descriptor)};
}

CUDAArray CUDAArray::from_handle(const Device& device, ArrayHandle handle, const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  const auto found = ask_about(box, "array", handle, driver::ArrayGetDescriptor{handle});
  return CUDAArray{std::make_shared<ArrayBox>(device.box(), found.described, handle, nullptr, owner)};
}

const ArrayDescriptor& CUDAArray::descriptor() const { return require_array(box_).descriptor(); }

Device CUDAArray::device() const { return Device{require_array(box_).device()}; }

ArrayHandle CUDAArray::handle() const { return require_array(box_).handle(); }

CUDAArray CUDAArray::plane(unsigned index) const {
  const ArrayBox& box = require_array(box_);
  DeviceBox& device = *box.device();
  const ArrayDescriptor& whole = box.descriptor();
  if (whole.encoding != TexelEncoding::nv12 || index > 1) {
    throw_on<InvalidArgument>(device, "plane {} of array {}: {}", index, to_string(whole),
                              whole.encoding == TexelEncoding::nv12 ? "nv12 has planes 0 (luma) and 1 (chroma)"
                                                                    : "only nv12 has planes: use the array itself");
  }
  const auto found = device.call(driver::ArrayGetPlane{.array = box.handle(), .plane = index});
  if (!found.plane_array) {
    device.fail_without_handle(found);
  }
  return CUDAArray{std::make_shared<ArrayBox>(box.device(), plane_descriptor(whole, index), found.plane_array,
                                              box.validity(), std::shared_ptr<const void>{box_})};
}

void CUDAArray::copy_from(std::span<const std::byte> source, const Stream& stream) const {
  const ArrayBox& box = require_array(box_);
  BoxCopy{box, whole(box), host_address(source.data()), source.size(), stream}.into_array();
}

void CUDAArray::copy_from(const Buffer& source, const Stream& stream) const {
  copy_with_buffer(require_array(box_), require_open(source.box(), "source buffer"), stream).into_array();
}

std::span<std::byte> CUDAArray::copy_to(std::span<std::byte> destination, const Stream& stream) const {
  const ArrayBox& box = require_array(box_);
  BoxCopy{box, whole(box), host_address(destination.data()), destination.size(), stream}.out_of_array();
  return destination;
}

const Buffer& CUDAArray::copy_to(const Buffer& destination, const Stream& stream) const {
  copy_with_buffer(require_array(box_), require_open(destination.box(), "destination buffer"), stream).out_of_array();
  return destination;
}

void CUDAArray::copy_from(std::span<const std::byte> source, const ArrayRegion& region, const Stream& stream) const {
  const ArrayBox& box = require_array(box_);
  BoxCopy{box, inside(box, region), host_address(source.data()), source.size(), stream}.into_array();
}

std::span<std::byte> CUDAArray::copy_to(std::span<std::byte> destination, const ArrayRegion& region,
                                        const Stream& stream) const {
  const ArrayBox& box = require_array(box_);
  BoxCopy{box, inside(box, region), host_address(destination.data()), destination.size(), stream}.out_of_array();
  return destination;
}

}  // namespace texelscope::gpu
