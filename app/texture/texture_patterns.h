#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {

/// Texels to look at what a texture unit does.
struct TexturePattern {
  const char* name;
  /// What it shows, as a sentence.
  const char* text;
};

/// In the order of the list.
[[nodiscard]] std::span<const TexturePattern> texture_patterns();

/// The texels of `num_levels` ≥ 1 levels, as TextureSetup::levels has them. Levels after the first are means of the one
/// before, but for the pattern "levels", whose levels each have a color. Brightness 1 is the largest value of an
/// integer format. @throws ParameterError for a name that is none, with the nearest that is.
[[nodiscard]] std::vector<std::vector<std::byte>> pattern_levels(std::string_view name,
                                                                 const gpu::ArrayDescriptor& array,
                                                                 std::size_t num_levels);

}  // namespace texelscope::app
