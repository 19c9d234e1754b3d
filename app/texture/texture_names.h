#pragma once

#include <span>
#include <string_view>

namespace texelscope::app {

// The library's names of all values of an enum, in their order, for options, settings and lists.

/// Of gpu::DataType.
[[nodiscard]] std::span<const std::string_view> format_names();
[[nodiscard]] std::span<const std::string_view> address_mode_names();
[[nodiscard]] std::span<const std::string_view> filter_mode_names();
[[nodiscard]] std::span<const std::string_view> read_mode_names();

}  // namespace texelscope::app
