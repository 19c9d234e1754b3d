#pragma once

#include <array>
#include <string_view>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// The kernels that lessons record.
enum class Blur {
  pixels,    ///< A thread for each texel.
  rows,      ///< A thread for each row, which walks along it.
  in_place,  ///< A thread for each texel of `to`, which it reads and overwrites; `from` is not used.
};
inline constexpr std::array<std::string_view, 3> blur_names = {"blur_pixels", "blur_rows", "blur_in_place"};

/// Blurs a picture of float32 in linear memory along its rows: each texel becomes half of itself and a quarter of each
/// neighbor, the outermost ones repeated.
void launch_blur(Blur blur, const gpu::Buffer& from, const gpu::Buffer& to, int width, int height,
                 const gpu::Stream& stream);

}  // namespace texelscope::app
