#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/golden/manifest.h"
#include "app/interop/shared/shared_image.h"

namespace texelscope::app {

/// Makes an entry's picture, 8 bits a channel; none where that takes a renderer which the maker does not have.
/// @throws ParameterError, gpu::Error, render::Error.
using FrameMaker = std::function<std::optional<Image>(const GoldenEntry& entry)>;

/// Called before each frame that is made: how many were before it, of how many, and the entry's name.
using GoldenProgress = std::function<void(std::size_t done, std::size_t of, const std::string& name)>;

/// Through an image that the device shares with a renderer, which reads it back, as `render` does, or shows it in a
/// viewport. Only GL makes frames that a renderer draws from vertices.
[[nodiscard]] FrameMaker shared_frames(std::shared_ptr<const ImageSharing> images);

/// Into an array of the device alone, without a renderer: no picture of an entry with a view, or of vertices.
[[nodiscard]] FrameMaker array_frames(const gpu::Device& device);

}  // namespace texelscope::app
