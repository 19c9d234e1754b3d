#pragma once

namespace texelscope::app {

/// What draws, and shares its images with the device.
enum class RendererKind : unsigned char { gl, vulkan };

}  // namespace texelscope::app
