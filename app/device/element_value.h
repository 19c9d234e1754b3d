#pragma once

#include <cstddef>
#include <cstdint>

#include "texelscope/gpu/element_type.h"

namespace texelscope::app {

/// An element as a number for a picture: the first of its lanes, complex ones by their real part, texts and what is
/// opaque by their first byte; what is no finite number is 0.
[[nodiscard]] double element_value(const std::byte* element, const gpu::ElementType& type) noexcept;

/// Writes a brightness of 0 – 1 into an element as its type's pictures have it: integers by their range, floating-point
/// numbers as they are, complex ones as their real part, others in every byte.
void set_element_brightness(std::byte* element, const gpu::ElementType& type, double brightness) noexcept;

}  // namespace texelscope::app
