#pragma once

namespace texelscope::render::vulkan {

/// The order of a target's channels, 8 bits each; it depends on the window.
enum class ColorFormat : unsigned char { rgba8, bgra8 };

}  // namespace texelscope::render::vulkan
