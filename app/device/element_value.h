#pragma once

#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/element_type.h"

namespace texelscope::app {

/// An element as a number for an image: its first lane; the real part of complex numbers; the first byte of strings and
/// opaque elements; 0 for anything that is not finite.
[[nodiscard]] double element_value(const std::byte* element, const gpu::ElementType& type) noexcept;

/// Writes a brightness of 0 – 1 into an element, as in images of its type: integers scaled to their range,
/// floating-point numbers unchanged, complex numbers as their real part, others in every byte.
void set_element_brightness(std::byte* element, const gpu::ElementType& type, double brightness) noexcept;

}  // namespace texelscope::app
