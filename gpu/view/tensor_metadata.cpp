#include "texelscope/gpu/tensor_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <utility>

#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// Indexed by DLDataTypeCode; a handle is not a number.
constexpr std::array kinds{ElementKind::signed_integer, ElementKind::unsigned_integer,
                           ElementKind::floating_point, ElementKind::opaque,
                           ElementKind::bfloat16,       ElementKind::complex,
                           ElementKind::boolean,        ElementKind::float8_e3m4,
                           ElementKind::float8_e4m3,    ElementKind::float8_e4m3b11fnuz,
                           ElementKind::float8_e4m3fn,  ElementKind::float8_e4m3fnuz,
                           ElementKind::float8_e5m2,    ElementKind::float8_e5m2fnuz,
                           ElementKind::float8_e8m0fnu, ElementKind::float6_e2m3fn,
                           ElementKind::float6_e3m2fn,  ElementKind::float4_e2m1fn};
constexpr std::uint8_t handle_code = 3;

/// @throws InvalidArgument with the reason, for codes that denote no number, unsupported sizes and sub-byte elements.
ElementType checked_element_type(const DLPackType& type, bool is_each_padded) {
  if (type.code >= kinds.size() || type.code == handle_code) {
    throw InvalidArgument(fmt::format(
        "tensor from another library: its elements have the type code {}, {}; convert it to numbers first", type.code,
        type.code == handle_code ? "which denotes handles, not numbers" : "which DLPack 1.3 does not define"));
  }
  const unsigned bits = type.bits * static_cast<unsigned>(type.lanes);
  if (type.bits < 8 && type.bits > 0 && is_each_padded) {
    throw InvalidArgument(
        fmt::format("tensor from another library: its elements of {} bits are padded to a byte each (flag "
                    "DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED), which is not supported: convert it to an 8-bit "
                    "type",
                    type.bits));
  }
  if (bits == 0 || bits % 8 != 0) {
    throw InvalidArgument(
        fmt::format("tensor from another library: an element of {} lanes of {} bits has {} bits, not whole bytes, so "
                    "its strides cannot be expressed: pack two or more into the lanes of one element, or convert it "
                    "to 8 bits",
                    type.lanes, type.bits, bits));
  }
  try {
    return {kinds[type.code], type.bits, type.lanes};
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("tensor from another library: {}", error.what()));
  }
}

/// Copied in pairs, as in later copies: a load that spans two stores waits for both.
Dimensions dimensions_of(const std::int64_t* values, std::size_t count) {
  Dimensions dimensions;
  dimensions.set_size(count);
  std::size_t axis = 0;
  for (; axis + 2 <= count; axis += 2) {
    std::memcpy(dimensions.begin() + axis, values + axis, 2 * sizeof(std::int64_t));
    // Otherwise the compiler replaces the loop with one string instruction, which takes longer than everything else.
    asm volatile("");
  }
  if (axis < count) {
    dimensions[axis] = values[axis];
  }
  return dimensions;
}

StridedLayout layout_of(const TensorMetadata& tensor, std::int64_t itemsize) {
  if (tensor.ndim < 0 || static_cast<std::size_t>(tensor.ndim) > max_dimensions) {
    throw InvalidArgument(
        fmt::format("tensor from another library: unsupported rank {}: use 0 to {} axes", tensor.ndim, max_dimensions));
  }
  const auto ndim = static_cast<std::size_t>(tensor.ndim);
  if (ndim > 0 && tensor.shape == nullptr) {
    throw InvalidArgument(fmt::format("tensor from another library: it has {} axes but no shape", ndim));
  }
  const Dimensions shape = dimensions_of(tensor.shape, ndim);
  try {
    return tensor.strides == nullptr ? StridedLayout(shape, itemsize)
                                     : StridedLayout(shape, dimensions_of(tensor.strides, ndim), itemsize);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("tensor from another library: {}", error.what()));
  }
}

}  // namespace

ElementType TensorMetadata::element_type() const { return checked_element_type(type, are_elements_padded); }

StridedLayout TensorMetadata::layout() const { return layout_of(*this, element_type().itemsize()); }

ForeignMemory TensorMetadata::memory(std::shared_ptr<const void> owner) const {
  ForeignMemory memory{.pointer = pointer, .is_read_only = is_read_only, .owner = std::move(owner)};
  switch (device.type) {
    case dlpack::cpu:
      return memory;
    case dlpack::cuda:
    case dlpack::cuda_host:
    case dlpack::cuda_managed:
      if (device.id < 0) {
        throw InvalidArgument(fmt::format("tensor from another library: CUDA has no device {}", device.id));
      }
      memory.device_id = {DeviceKind::cuda, device.id};
      memory.is_host_accessible = device.type != dlpack::cuda;
      memory.is_managed = device.type == dlpack::cuda_managed;
      return memory;
    default:
      throw Unavailable(
          fmt::format("tensor from another library: it is on a device of type {}: copy it to the host or a CUDA "
                      "device first",
                      device.type));
  }
}

StridedMemoryView TensorMetadata::view(std::shared_ptr<const void> owner) const {
  const ElementType element = element_type();
  return StridedMemoryView::from_external(memory(std::move(owner)), layout_of(*this, element.itemsize()), element);
}

DLPackType dlpack_type(const ElementType& type) {
  const auto* const found = std::ranges::find(kinds, type.kind());
  if (found == kinds.end() || *found == ElementKind::opaque ||
      type.lanes() > std::numeric_limits<std::uint16_t>::max()) {
    throw InvalidArgument(
        fmt::format("DLPack has no type for elements of {}: view the memory as numbers of {} bytes in total, such "
                    "as uint8 with an additional axis",
                    to_string(type), type.itemsize()));
  }
  // 256 bits, for a complex number of two long doubles, do not fit in DLPack's byte.
  if (type.bits() > std::numeric_limits<std::uint8_t>::max()) {
    throw InvalidArgument(
        fmt::format("DLPack has no type for elements of {}: convert them to complex128", to_string(type)));
  }
  return {static_cast<std::uint8_t>(found - kinds.begin()), static_cast<std::uint8_t>(type.bits()),
          static_cast<std::uint16_t>(type.lanes())};
}

}  // namespace texelscope::gpu
