#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

/// Stripes whose position and color encode the frame's number, in RGBA with 8 bits per channel. The interop lab's
/// kernels write the same texels to a surface and to linear memory.

/// Schedules a kernel that fills a 2D surface of uint8x4.
void write_test_pattern(const gpu::SurfaceObject& surface, std::uint32_t frame, const gpu::Stream& stream);
/// Schedules a kernel that fills linear memory without gaps between rows. @throws gpu::InvalidArgument when it is
/// smaller than width × height × 4 bytes.
void write_test_pattern(const gpu::Buffer& memory, int width, int height, std::uint32_t frame,
                        const gpu::Stream& stream);
/// The same texels, computed on the host.
[[nodiscard]] std::vector<std::byte> test_pattern(int width, int height, std::uint32_t frame);

}  // namespace texelscope::app
