#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {

/// Texels that show the effects of a texture unit.
struct TexturePattern {
  const char* name;
  /// A description as a sentence.
  const char* text;
};

/// All patterns, in the order in which lists show them.
[[nodiscard]] std::span<const TexturePattern> texture_patterns();

/// The texels of `num_levels` ≥ 1 levels, in the format of TextureSetup::levels. Levels after the first are means of
/// the previous one, except for the pattern "levels", where each has its own color. Brightness 1 is the largest value
/// of an integer format. @throws ParameterError for an unknown name, with the nearest one.
[[nodiscard]] std::vector<std::vector<std::byte>> pattern_levels(std::string_view name,
                                                                 const gpu::ArrayDescriptor& array,
                                                                 std::size_t num_levels);

}  // namespace texelscope::app
