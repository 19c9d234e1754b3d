#pragma once

#include <span>
#include <string_view>

#include "texelscope/kernels/surface_access.h"

namespace texelscope::app {

// The library's names of all enumerators, in order, for options, settings and lists.

/// Names of gpu::DataType.
[[nodiscard]] std::span<const std::string_view> format_names();
[[nodiscard]] std::span<const std::string_view> address_mode_names();
[[nodiscard]] std::span<const std::string_view> filter_mode_names();
[[nodiscard]] std::span<const std::string_view> read_mode_names();
/// Names of gpu::ResourceKind.
[[nodiscard]] std::span<const std::string_view> resource_kind_texts();

// The program's own names, where the library has only phrases.

/// Names of gpu::ArrayKind.
[[nodiscard]] std::span<const std::string_view> array_kind_names();
/// Names of gpu::ResourceKind, as one word.
[[nodiscard]] std::span<const std::string_view> resource_kind_names();
/// The names that options accept: a mipmapped array is selected by its levels.
[[nodiscard]] std::span<const std::string_view> resource_option_names();
/// Names of kernels::TextureShape.
[[nodiscard]] std::span<const std::string_view> texture_shape_names();
/// Names of kernels::BoundaryMode.
[[nodiscard]] std::span<const std::string_view> boundary_mode_names();
[[nodiscard]] std::string_view to_string(kernels::BoundaryMode mode);

}  // namespace texelscope::app
