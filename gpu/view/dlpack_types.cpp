#include "gpu/view/dlpack_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "texelscope/gpu/error.h"

namespace texelscope::gpu::dlpack {
namespace {

struct Code {
  std::uint8_t code;
  ElementKind kind;
};

/// DLDataTypeCode; 3 is an opaque handle, which is no number.
constexpr std::array<Code, 17> codes{{{0, ElementKind::signed_integer},
                                      {1, ElementKind::unsigned_integer},
                                      {2, ElementKind::floating_point},
                                      {4, ElementKind::bfloat16},
                                      {5, ElementKind::complex},
                                      {6, ElementKind::boolean},
                                      {7, ElementKind::float8_e3m4},
                                      {8, ElementKind::float8_e4m3},
                                      {9, ElementKind::float8_e4m3b11fnuz},
                                      {10, ElementKind::float8_e4m3fn},
                                      {11, ElementKind::float8_e4m3fnuz},
                                      {12, ElementKind::float8_e5m2},
                                      {13, ElementKind::float8_e5m2fnuz},
                                      {14, ElementKind::float8_e8m0fnu},
                                      {15, ElementKind::float6_e2m3fn},
                                      {16, ElementKind::float6_e3m2fn},
                                      {17, ElementKind::float4_e2m1fn}}};

}  // namespace

ElementType element_type(const DLDataType& type, bool is_each_padded) {
  const auto* const found = std::ranges::find(codes, type.code, &Code::code);
  if (found == codes.end()) {
    throw InvalidArgument(fmt::format(
        "DLPack tensor: its elements have the type code {}, {}; convert it to numbers first", type.code,
        type.code == 3 ? "which stands for handles and not for numbers" : "which DLPack 1.3 does not define"));
  }
  const unsigned bits = type.bits * static_cast<unsigned>(type.lanes);
  if (type.bits < 8 && type.bits > 0 && is_each_padded) {
    throw InvalidArgument(
        fmt::format("DLPack tensor: its elements of {} bits are padded to a byte each (flag "
                    "DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED), and there is no type for that: convert it to one of "
                    "8 bits",
                    type.bits));
  }
  if (bits == 0 || bits % 8 != 0) {
    throw InvalidArgument(fmt::format(
        "DLPack tensor: an element of {} lanes of {} bits is {} bits and no whole byte, so that its strides "
        "cannot be counted: pack two or more into the lanes of one element, or convert it to 8 bits",
        type.lanes, type.bits, bits));
  }
  try {
    return {found->kind, type.bits, type.lanes};
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("DLPack tensor: {}", error.what()));
  }
}

DLDataType data_type(const ElementType& type) {
  const auto* const found = std::ranges::find(codes, type.kind(), &Code::kind);
  if (found == codes.end() || type.lanes() > std::numeric_limits<std::uint16_t>::max()) {
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
  return {found->code, static_cast<std::uint8_t>(type.bits()), static_cast<std::uint16_t>(type.lanes())};
}

}  // namespace texelscope::gpu::dlpack
