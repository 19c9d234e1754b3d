#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/conformance/conformance_class.h"
#include "app/conformance/random.h"

namespace texelscope::app {

/// A texture and the fetches to compare.
struct TextureCase {
  TextureSetup setup;
  std::vector<kernels::TextureFetch> fetches;
};

/// Draws a texture of a class without surfaces: extents of 1, powers of two, odd and large; 1, 2 or 4 channels; every
/// address mode; coordinates normalized or not; border colors; levels, bias and clamps. All are valid.
[[nodiscard]] TextureSetup draw_setup(const ConformanceClass& made, Random& random);

/// Draws `count` fetches of a texture of the class.
[[nodiscard]] std::vector<kernels::TextureFetch> draw_fetches(const ConformanceClass& made, const TextureSetup& setup,
                                                              std::size_t count, Random& random);

/// "sample at (1.5, 0x1.8p+0) …": the relevant operands, in decimal and exactly.
[[nodiscard]] std::string to_string(const kernels::TextureFetch& fetch);

}  // namespace texelscope::app
