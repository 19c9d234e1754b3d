#pragma once

#include "app/texture/sample_texture.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/kernel_function.h"
#include "texelscope/kernels/rounding.h"
#include "texelscope/kernels/vector.h"

namespace texelscope::app {

/// Fetches with coordinates on a plane: those of pixel (x, y) are x · by_x + y · by_y + origin, computed in this order.
struct FetchPlane {
  /// The shared part: everything except the coordinates or the element.
  kernels::TextureFetch fetch;
  kernels::Float3 origin{};
  kernels::Float3 by_x{};
  kernels::Float3 by_y{};
  int width = 1;
  int height = 1;
};

/// The fetch of a pixel; the same bits on every device. An element index is its x, rounded down.
TEXELSCOPE_KERNEL_FUNCTION kernels::TextureFetch fetch_at(const FetchPlane& plane, int x, int y) {
  const kernels::Float3 at = (plane.by_x * static_cast<float>(x) + plane.by_y * static_cast<float>(y)) + plane.origin;
  kernels::TextureFetch fetch = plane.fetch;
  fetch.x = at.x;
  fetch.y = at.y;
  fetch.z = at.z;
  if (fetch.operation == kernels::TextureOperation::element) {
    fetch.element = kernels::float_to_int(kernels::floor(at.x));
  }
  return fetch;
}

/// Schedules the fetches of a plane, which must match the texture's shape; `results` receives width · height
/// FetchedTexel, rows from y = 0 on, in memory that the device can access.
void schedule_plane(const gpu::TextureObject& texture, ResultKind kind, const FetchPlane& plane,
                    const gpu::Buffer& results, const gpu::Stream& stream);

/// A plane through a texture: pixel (x, y) samples at x · by_x + y · by_y + origin.
struct SamplingPlane {
  kernels::Float3 by_x{};
  kernels::Float3 by_y{};
  kernels::Float3 origin{};
};

/// Schedules one fetch for each texel of `output`, a 2D surface of uint8x4 (rounded by to_unorm8) or float32x4. The
/// texture returns floats. The texture and the surface must stay alive until the stream has executed the fetches.
/// @throws gpu::InvalidArgument for a different surface.
void sample_plane(const gpu::TextureObject& texture, const SamplingPlane& plane, const gpu::SurfaceObject& output,
                  const gpu::Stream& stream);

}  // namespace texelscope::app
