#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "texelscope/gpu/element_type.h"

namespace texelscope::app {

/// A value of an element as people read it: integers in full, floating-point numbers by the fewest digits that tell
/// them apart from others of their type, complex ones as "1.5-2i". `value` counts as values_shape() does; `element` has
/// the type's bytes.
[[nodiscard]] std::string value_text(std::span<const std::byte> element, const gpu::ElementType& type,
                                     std::int64_t value);
/// A number in at most `characters`, at the cost of digits: for cells and tables.
[[nodiscard]] std::string short_number(double number, int characters);

}  // namespace texelscope::app
