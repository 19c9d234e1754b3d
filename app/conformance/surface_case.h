#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/conformance/conformance_class.h"
#include "app/conformance/random.h"
#include "app/texture/sample_texture.h"
#include "texelscope/kernels/surface_access.h"

namespace texelscope::app {

/// One texel written to a surface.
struct SurfaceWrite {
  kernels::SurfaceAccess at;
  /// The texel, in the first bytes.
  FetchedTexel value{};
  /// For the first write to a texel, the number of consecutive writes to it; for the others, 0. One kernel thread
  /// performs them all, so that none races with another.
  std::int32_t num_in_turn = 0;
};

/// A surface, the writes to it, and the reads that follow.
struct SurfaceCase {
  gpu::ArrayDescriptor array;
  kernels::BoundaryMode boundary = kernels::BoundaryMode::clamp;
  /// The initial contents.
  std::vector<std::byte> texels;
  std::vector<SurfaceWrite> writes;
  std::vector<kernels::SurfaceAccess> reads;
};

/// Draws a surface of the class with `count` accesses, half of them writes, and many outside the surface.
[[nodiscard]] SurfaceCase draw_surface_case(const ConformanceClass& made, std::size_t count, Random& random);

/// Writes, then reads: one result per read (the bits first, padded with zeros), followed by a fingerprint of the whole
/// memory. Synchronizes the stream.
[[nodiscard]] std::vector<FetchedTexel> run_surface_case(const SurfaceCase& work, const gpu::Stream& stream);

/// A description of a result: an access, or the memory.
[[nodiscard]] std::string describe_result(const SurfaceCase& work, std::size_t index);

}  // namespace texelscope::app
