#pragma once

#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::app {

/// A plane through a texture: pixel (x, y) looks at x · by_x + y · by_y + origin.
struct SamplingPlane {
  kernels::Float3 by_x{};
  kernels::Float3 by_y{};
  kernels::Float3 origin{};
};

/// Schedules one fetch for each texel of `output`, a 2D surface of uint8x4 (rounded by to_unorm8) or float32x4. The
/// texture gives floats. Both must stay alive until the stream gets past it. @throws gpu::InvalidArgument for another
/// surface.
void sample_plane(const gpu::TextureObject& texture, const SamplingPlane& plane, const gpu::SurfaceObject& output,
                  const gpu::Stream& stream);

}  // namespace texelscope::app
