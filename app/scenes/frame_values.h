#pragma once

#include "app/scene/scene.h"
#include "app/scenes/frame_time.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {

/// An angle in radians that grows with the frame's time, held to one turn.
[[nodiscard]] inline float frame_phase(const FrameInput& input, double radians_per_second) {
  return phase_at(static_cast<double>(input.number) / 60, radians_per_second);
}

/// A coordinate of the pointer, held to 0 … extent; NaN is 0.
[[nodiscard]] inline float pointer_inside(float position, int extent) {
  return kernels::clamp(position, 0.0F, static_cast<float>(extent));
}

/// The column where a comparison changes sides: under the pressed pointer, else at a share of the width.
[[nodiscard]] inline int split_column(const FrameInput& input, double share) {
  const float column = input.pointer.is_pressed ? pointer_inside(input.pointer.x, input.width)
                                                : static_cast<float>(share * static_cast<double>(input.width));
  return static_cast<int>(column);
}

/// Writes an opaque colour of 0 … 1 to a frame of 8 bits a channel.
TEXELSCOPE_KERNEL_FUNCTION void write_opaque(const kernels::Surface& output, kernels::Float3 color, int x, int y) {
  output.write_2d(kernels::to_unorm8(kernels::Float4{color.x, color.y, color.z, 1.0F}), x, y);
}

}  // namespace texelscope::app
