#pragma once

#include <cstdint>
#include <string>

namespace texelscope::app {

/// The name of a DXGI_FORMAT without its prefix, such as "BC7_UNORM_SRGB"; "number 1000" for an unknown one.
[[nodiscard]] std::string dxgi_format_name(std::uint32_t number);
/// The name of a VkFormat without its prefix, such as "BC7_SRGB_BLOCK"; "number 1000" for an unknown one.
[[nodiscard]] std::string vulkan_format_name(std::uint32_t number);

}  // namespace texelscope::app
