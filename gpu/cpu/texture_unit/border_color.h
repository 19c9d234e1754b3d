#pragma once

#include <array>
#include <cstddef>

#include "texelscope/gpu/data_type.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The border color as a texel of `format` with four channels, as the hardware stores it (measured on an H200):
///   float32                          unchanged
///   float16                          truncated toward zero, overflow to the largest finite value; NaN and ∞ stay
///   integers read as they are        the low bits of the float's bit pattern
///   integers read as normalized floats   clamped to the range and quantized to the format with four guard bits; NaN is
///   0 sRGB                             the nearest sRGB code; alpha as above
[[nodiscard]] std::array<std::byte, 16> border_texel(const TextureDescriptor& descriptor, DataType format);

}  // namespace texelscope::gpu::cpu::texture_unit
