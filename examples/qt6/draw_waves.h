#pragma once

#include <texelscope/gpu/stream.h>
#include <texelscope/gpu/surface_object.h>

/// Launches the kernel that draws a frame of moving waves into an image of 256 × 256 texels, each of four 8-bit
/// channels.
void draw_waves(const texelscope::gpu::Stream& stream, const texelscope::gpu::SurfaceObject& image, int frame);
