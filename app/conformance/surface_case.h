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
  /// Of the first write to a texel, how many there are to it, one behind the other; of the others 0. One call of a
  /// kernel makes them all, so that none races with another.
  std::int32_t num_in_turn = 0;
};

/// A surface, what is written to it, and what is read afterwards.
struct SurfaceCase {
  gpu::ArrayDescriptor array;
  kernels::BoundaryMode boundary = kernels::BoundaryMode::clamp;
  /// Before anything is written.
  std::vector<std::byte> texels;
  std::vector<SurfaceWrite> writes;
  std::vector<kernels::SurfaceAccess> reads;
};

/// Draws a surface of the class with `count` accesses, half of them writes; many outside.
[[nodiscard]] SurfaceCase draw_surface_case(const ConformanceClass& made, std::size_t count, Random& random);

/// Writes, then reads: one result for each read (bits from the first byte on, zeros behind), and last a fingerprint of
/// the whole memory. Waits for the stream.
[[nodiscard]] std::vector<FetchedTexel> run_surface_case(const SurfaceCase& work, const gpu::Stream& stream);

/// What the result is of: an access, or the memory.
[[nodiscard]] std::string describe_result(const SurfaceCase& work, std::size_t index);

}  // namespace texelscope::app
