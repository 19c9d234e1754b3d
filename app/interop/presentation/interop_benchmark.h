#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/interop/shared/shared_image.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// Host time of one method of mapping and unmapping images, in microseconds: the median over all rounds.
struct InteropFigure {
  /// The timed operation, such as "map_all 8 images".
  std::string name;
  double median_us = 0;
  double minimum_us = 0;
};

struct InteropOptions {
  int image_count = 8;
  int width = 1280;
  int height = 720;
  int rounds = 200;
};

/// Times registration, individual and batched mapping and unmapping, and the creation of array, texture and surface
/// objects for each map, for RGBA8 images. @throws gpu::Error, render::Error.
[[nodiscard]] std::vector<InteropFigure> measure_mapping(const gpu::GLContext& context, const InteropOptions& options);

/// Times how the device acquires and releases RGBA8 images, as frames do, with any renderer.
/// @throws gpu::Error, render::Error.
[[nodiscard]] std::vector<InteropFigure> measure_acquisitions(const ImageSharing& images,
                                                              const InteropOptions& options);

}  // namespace texelscope::app
