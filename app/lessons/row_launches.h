#pragma once

#include <cstdint>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {

/// Launches over a row of `texels` float32 texels, one thread per texel. Rows are 1D arrays; textures of them use
/// coordinates in texels, point filtering and address mode clamp. Results are a float for each texel.

/// Each thread writes `value` to its texel.
void write_row(const gpu::SurfaceObject& row, int texels, float value, const gpu::Stream& stream);
/// Each thread fetches its texel into `results`.
void fetch_row(const gpu::TextureObject& row, int texels, const gpu::Buffer& results, const gpu::Stream& stream);
/// Each thread fetches its texel, writes `value` to it through a surface of the same array, and fetches it again into
/// `results`. CUDA leaves the second result undefined: textures are not coherent with writes in the same launch.
void write_and_fetch_row(const gpu::SurfaceObject& surface, const gpu::TextureObject& texture, int texels, float value,
                         const gpu::Buffer& results, const gpu::Stream& stream);
/// Each thread writes its texel of `to`: half of the same texel of `from` and a quarter of each neighbor.
void smooth_row(const gpu::TextureObject& from, const gpu::SurfaceObject& to, int texels, const gpu::Stream& stream);

}  // namespace texelscope::app
