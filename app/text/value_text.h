#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "texelscope/gpu/element_type.h"

namespace texelscope::app {

/// A value of an element for users: integers in full, floating-point numbers with the fewest digits that distinguish
/// them from others of their type, complex ones as "1.5-2i". `value` counts as in values_shape(); `element` has the
/// type's bytes.
[[nodiscard]] std::string value_text(std::span<const std::byte> element, const gpu::ElementType& type,
                                     std::int64_t value);
/// A number in at most `characters` characters, with fewer digits if necessary: for cells and tables.
[[nodiscard]] std::string short_number(double number, int characters);

}  // namespace texelscope::app
