#pragma once

#include <functional>
#include <optional>

#include "app/golden/manifest.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// Makes an entry's picture, 8 bits a channel; none where that takes a renderer which the maker does not have.
/// @throws ParameterError, gpu::Error, render::Error.
using FrameMaker = std::function<std::optional<Image>(const GoldenEntry& entry)>;

/// Through an image that the device shares with GL and GL reads back, as `render` does.
[[nodiscard]] FrameMaker shared_frames(const gpu::GLContext& context);

/// Into an array of the device alone, without a renderer: no picture of an entry with a view.
[[nodiscard]] FrameMaker array_frames(const gpu::Device& device);

}  // namespace texelscope::app
