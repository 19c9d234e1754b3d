#pragma once

#include <cstdint>

#include "texelscope/kernels/kernel_function.h"

namespace texelscope::kernels {

/// The bits of a floating-point number, and back. (std::bit_cast is unavailable in device code.)
TEXELSCOPE_KERNEL_FUNCTION std::uint32_t bits_of(float value) { return __builtin_bit_cast(std::uint32_t, value); }
TEXELSCOPE_KERNEL_FUNCTION std::uint64_t bits_of(double value) { return __builtin_bit_cast(std::uint64_t, value); }
TEXELSCOPE_KERNEL_FUNCTION float float_of(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }
TEXELSCOPE_KERNEL_FUNCTION double double_of(std::uint64_t bits) { return __builtin_bit_cast(double, bits); }

}  // namespace texelscope::kernels
