#pragma once

#include "app/cli/bench/texture_figure.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

struct TextureMeasurement {
  /// Pixels of the output each way.
  int size = 1024;
  int rounds = 11;
  /// Whether the current GL context samples too.
  bool has_gl = false;
};

/// Samples a texture of noise by a plane that is turned a little and magnified by 1.1 (so each linear fetch blends, and
/// the corners look beyond the edges), on `stream`'s device and by GL in turns.
/// @throws gpu::Error, render::Error.
[[nodiscard]] TextureFigure measure(const TextureCase& any, const gpu::Stream& stream,
                                    const TextureMeasurement& options);

}  // namespace texelscope::app
