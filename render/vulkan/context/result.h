#pragma once

#include <string_view>

namespace texelscope::render::vulkan {

/// Whether a name such as "VK_ERROR_DEVICE_LOST" is a result that a call can be made to give.
[[nodiscard]] bool is_result_name(std::string_view name) noexcept;

}  // namespace texelscope::render::vulkan
