#pragma once

#include <string>
#include <vector>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::app {

/// A texture whose sampling is measured; normalised coordinates, integers read as normalised floats.
struct TextureCase {
  gpu::ArrayDescriptor array;
  gpu::TextureDescriptor texture;

  /// Of what a kernel or a pass writes: 8 bits for sources of 8 bits, float32 for others.
  [[nodiscard]] gpu::DataType result_format() const;
};

/// "2D RGBA8 linear clamp".
[[nodiscard]] std::string name_of(const TextureCase& any);
/// GL's name of the array's format without GL_, such as "RGBA32F", "SRGB8_ALPHA8" or "R8".
[[nodiscard]] std::string format_name_of(const TextureCase& any);

/// Every format with point and linear filtering in 2D, and the common ones in the other ranks and address modes.
[[nodiscard]] std::vector<TextureCase> texture_cases();

}  // namespace texelscope::app
