#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/core/conformance/conformance_class.h"
#include "app/core/conformance/random.h"
#include "app/core/sample_texture.h"

namespace texelscope::app {

/// One texel written to, or read from, a surface.
struct SurfaceAccess {
  /// In texels, or in bytes (whole texels).
  std::int32_t x = 0;
  std::int32_t y = 0;
  /// z of a 3D surface; a layer, face, or 6 · cube map + face.
  std::int32_t z = 0;
  bool is_x_in_bytes = false;
  /// What is written, in the first bytes.
  FetchedTexel value{};
};

/// A surface, what is written to it, and what is read afterwards. Writes that reach one texel write one value, so that
/// their order does not matter.
struct SurfaceCase {
  gpu::ArrayDescriptor array;
  kernels::TextureShape shape = kernels::TextureShape::texture_2d;
  kernels::BoundaryMode boundary = kernels::BoundaryMode::clamp;
  /// Before anything is written.
  std::vector<std::byte> texels;
  std::vector<SurfaceAccess> writes;
  std::vector<SurfaceAccess> reads;
};

/// Draws a surface of the class with `count` accesses, half of them writes; many outside.
[[nodiscard]] SurfaceCase draw_surface_case(const ConformanceClass& made, std::size_t count, Random& random);

/// Writes, then reads: one result for each read (bits from the first byte on, zeros behind), and last a fingerprint of
/// the whole memory. Waits for the stream.
[[nodiscard]] std::vector<FetchedTexel> run_surface_case(const SurfaceCase& work, const gpu::Stream& stream);

/// What the result is of: an access, or the memory.
[[nodiscard]] std::string describe_result(const SurfaceCase& work, std::size_t index);

}  // namespace texelscope::app
