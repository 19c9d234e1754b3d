#pragma once

namespace texelscope::app {

/// The API that draws and shares its images with the device.
enum class RendererKind : unsigned char { gl, vulkan };

}  // namespace texelscope::app
