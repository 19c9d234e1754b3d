#pragma once

#include "app/labs/surface/surface_stroke.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

/// Schedules a stroke on a surface of a plain 2D array. A thread writes a row of the brush from the left to the right,
/// so that what misaligned writes leave does not depend on the order of threads. In boundary mode trap a write outside
/// ends the device's context, in any mode a misaligned one: see ends_context().
/// @throws gpu::InvalidArgument for a stroke that refusal() refuses, or an array of another rank or kind.
void write_stroke(const gpu::SurfaceObject& surface, const SurfaceStroke& stroke, const gpu::Stream& stream);

}  // namespace texelscope::app
