#pragma once

namespace texelscope::render::vulkan {

/// The order of channels, 8 bits each, of what is drawn into; windows want the one or the other.
enum class ColorFormat : unsigned char { rgba8, bgra8 };

}  // namespace texelscope::render::vulkan
