#include "gpu/view/dlpack_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::dlpack {
namespace {

/// By DLDataTypeCode; a handle is no number.
constexpr std::array kinds{ElementKind::signed_integer, ElementKind::unsigned_integer,
                           ElementKind::floating_point, ElementKind::opaque,
                           ElementKind::bfloat16,       ElementKind::complex,
                           ElementKind::boolean,        ElementKind::float8_e3m4,
                           ElementKind::float8_e4m3,    ElementKind::float8_e4m3b11fnuz,
                           ElementKind::float8_e4m3fn,  ElementKind::float8_e4m3fnuz,
                           ElementKind::float8_e5m2,    ElementKind::float8_e5m2fnuz,
                           ElementKind::float8_e8m0fnu, ElementKind::float6_e2m3fn,
                           ElementKind::float6_e3m2fn,  ElementKind::float4_e2m1fn};
constexpr std::uint8_t handle = 3;

}  // namespace

ElementType element_type(const DLPackType& type, bool is_each_padded) {
  if (type.code >= kinds.size() || type.code == handle) {
    throw InvalidArgument(fmt::format(
        "tensor of another library: its elements have the type code {}, {}; convert it to numbers first", type.code,
        type.code == handle ? "which stands for handles and not for numbers" : "which DLPack 1.3 does not define"));
  }
  const unsigned bits = type.bits * static_cast<unsigned>(type.lanes);
  if (type.bits < 8 && type.bits > 0 && is_each_padded) {
    throw InvalidArgument(
        fmt::format("tensor of another library: its elements of {} bits are padded to a byte each (flag "
                    "DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED), and there is no type for that: convert it to one of "
                    "8 bits",
                    type.bits));
  }
  if (bits == 0 || bits % 8 != 0) {
    throw InvalidArgument(
        fmt::format("tensor of another library: an element of {} lanes of {} bits is {} bits and no whole byte, so "
                    "that its strides "
                    "cannot be counted: pack two or more into the lanes of one element, or convert it to 8 bits",
                    type.lanes, type.bits, bits));
  }
  try {
    return {kinds[type.code], type.bits, type.lanes};
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("tensor of another library: {}", error.what()));
  }
}

}  // namespace texelscope::gpu::dlpack

namespace texelscope::gpu {

DLPackType dlpack_type(const ElementType& type) {
  const auto* const found = std::ranges::find(dlpack::kinds, type.kind());
  if (found == dlpack::kinds.end() || *found == ElementKind::opaque ||
      type.lanes() > std::numeric_limits<std::uint16_t>::max()) {
    throw InvalidArgument(
        fmt::format("DLPack has no type for elements of {}: view the memory as numbers of {} bytes together, such as "
                    "uint8 with one axis more",
                    to_string(type), type.itemsize()));
  }
  // 256 bits, of a complex number of two long doubles, are too many for DLPack's byte.
  if (type.bits() > std::numeric_limits<std::uint8_t>::max()) {
    throw InvalidArgument(
        fmt::format("DLPack has no type for elements of {}: convert them to complex128", to_string(type)));
  }
  return {static_cast<std::uint8_t>(found - dlpack::kinds.begin()), static_cast<std::uint8_t>(type.bits()),
          static_cast<std::uint16_t>(type.lanes())};
}

}  // namespace texelscope::gpu
