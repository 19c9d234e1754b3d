#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// Whether the value of an access has a NaN, by the format of its object. Values in linear memory have no type: those
/// whose bits are a NaN's count as one.
[[nodiscard]] inline bool has_nan(const gpu::AccessObject& object, const gpu::Access& access) {
  const bool is_texture = object.kind == gpu::AccessObject::Kind::texture;
  const bool is_integer_result = is_texture && object.texture.read_mode == gpu::ReadMode::element &&
                                 object.array.format != gpu::DataType::float16 &&
                                 object.array.format != gpu::DataType::float32;
  const bool is_half = object.kind == gpu::AccessObject::Kind::surface && object.array.format == gpu::DataType::float16;
  const bool is_float =
      object.kind != gpu::AccessObject::Kind::surface || object.array.format == gpu::DataType::float32;
  if (is_integer_result || (!is_half && !is_float)) {
    return false;
  }
  const auto is_nan16 = [](std::uint32_t bits) { return (bits & 0x7FFFU) > 0x7C00U; };
  return std::any_of(access.value.begin(),
                     access.value.begin() + std::min<std::ptrdiff_t>(4, (access.size_bytes + 3) / 4),
                     [&](std::uint32_t word) {
                       return is_half ? is_nan16(word) || is_nan16(word >> 16U) : (word & 0x7FFFFFFFU) > 0x7F800000U;
                     });
}

}  // namespace texelscope::app
