#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/texture/texture_source.h"

namespace texelscope::app {

/// The parts of a texture file that make up a texture: for each level, from that of the part that is asked for on, the
/// names of its pictures in the order of an array: its slices, its faces of each layer, or its layers. Empty for files
/// without levels, and for a kind of texture that the file does not have.
[[nodiscard]] std::vector<std::vector<std::string>> texture_parts(std::span<const std::string> names,
                                                                  const TextureSourceOptions& options);

}  // namespace texelscope::app
