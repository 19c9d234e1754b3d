#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "texelscope/gpu/npy.h"

namespace texelscope::gpu {

/// The start of every .npy file, before two bytes of version.
inline constexpr std::string_view npy_magic{"\x93NUMPY", 6};

/// Header and data begin at multiples of this number.
inline constexpr std::size_t npy_alignment = 64;

/// Reads the dictionary of a header, a Python literal such as {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3),
/// }. Does not set data_offset. @throws InvalidArgument.
[[nodiscard]] NpyHeader npy_header_from_dictionary(std::string_view text);

/// Magic, version 1.0 and dictionary, padded as NumPy pads them. Only the layout's shape matters.
[[nodiscard]] std::string npy_header_text(const ElementType& type, const Dimensions& shape, bool is_fortran_order);

}  // namespace texelscope::gpu
