#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/golden/manifest.h"
#include "app/interop/shared/shared_image.h"

namespace texelscope::app {

/// Renders the image of an entry with 8 bits per channel; none if that needs a renderer and the frame maker has none.
/// @throws ParameterError, gpu::Error, render::Error.
using FrameMaker = std::function<std::optional<Image>(const GoldenEntry& entry)>;

/// Called before each frame: the number of completed frames, the total, and the entry's name.
using GoldenProgress = std::function<void(std::size_t done, std::size_t of, const std::string& name)>;

/// Renders through an image that the device shares with a renderer, which reads it back, like `render`, or displays it
/// in a viewport. Only GL supports frames drawn from vertices.
[[nodiscard]] FrameMaker shared_frames(std::shared_ptr<const ImageSharing> images);

/// Renders into an array of the device, without a renderer; does not support entries with a view or vertices.
[[nodiscard]] FrameMaker array_frames(const gpu::Device& device);

}  // namespace texelscope::app
