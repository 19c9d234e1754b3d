#pragma once

#include <functional>

#include "app/golden/manifest.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// Makes an entry's frame, 8 bits a channel. @throws ParameterError, gpu::Error, render::Error.
using FrameMaker = std::function<Image(const GoldenEntry& entry)>;

/// Through an image that the device shares with GL and GL reads back, as `render` does.
[[nodiscard]] FrameMaker shared_frames(const gpu::GLContext& context);

/// Into an array of the device alone, without a renderer.
[[nodiscard]] FrameMaker array_frames(const gpu::Device& device);

}  // namespace texelscope::app
