#pragma once

#include <cstddef>
#include <vector>

#include "app/conformance/random.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// What kind of floats random texels are; integers have their extreme values among them always.
enum class TexelContent : unsigned char {
  /// Within a few powers of two around 1.
  ordinary,
  /// Denormals, the largest numbers, everything between.
  spread,
  /// Ordinary, with zeros, infinities and NaNs of any payload.
  special,
};

/// `count` channels. What is drawn repeats after 16381 of them, a prime, so that neighbours in no direction are alike.
[[nodiscard]] std::vector<std::byte> draw_texels(gpu::DataType format, std::size_t count, TexelContent content,
                                                 Random& random);

}  // namespace texelscope::app
