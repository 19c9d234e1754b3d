#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/kernels/surface_access.h"

namespace texelscope::app {

/// How a stroke's x becomes the byte that a surface write is given.
enum class BrushX : std::uint8_t {
  /// The number of a texel: each is multiplied by the element's size.
  texels,
  /// A byte of the row; the stroke's next column lies one element on.
  bytes,
  /// The number of a texel, given as if it were a byte: the classic mistake. The next column lies one byte on.
  mistaken,
};
inline constexpr std::array<std::string_view, 3> brush_x_names = {"texels", "bytes", "mistaken"};

/// Bounds of a stroke's place and extent; with them no byte of a stroke leaves 32 bits.
inline constexpr int max_stroke_coordinate = 1 << 20;
inline constexpr int max_stroke_extent = 256;

/// One use of the brush: `width` × `height` writes of the same element into a 2D surface.
struct SurfaceStroke {
  /// Place of the first write: x as `x_in` says, and the row y. Either may lie outside of the surface, by up to
  /// max_stroke_coordinate.
  int x = 0;
  int y = 0;
  /// 1 – max_stroke_extent.
  int width = 1;
  int height = 1;
  BrushX x_in = BrushX::texels;
  kernels::BoundaryMode boundary = kernels::BoundaryMode::trap;
  /// The element's bytes, as many as the surface's texels have.
  std::array<std::byte, 16> value{};

  bool operator==(const SurfaceStroke&) const = default;
};

/// The byte x that column `column` of a stroke is written at.
[[nodiscard]] std::int64_t byte_x(const SurfaceStroke& stroke, int column, std::int64_t element_size) noexcept;

/// What a stroke's writes are, before any device is asked.
struct StrokeFacts {
  int writes = 0;
  /// Outside of the surface, as kernels::BoundaryMode counts it.
  int outside = 0;
  /// At a byte that is no multiple of the element's size.
  int misaligned = 0;
};

[[nodiscard]] StrokeFacts facts_of(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface);

/// Whether the stroke ends the context of the device that makes it: a write outside in mode trap, or a misaligned one
/// in any mode.
[[nodiscard]] bool ends_context(const StrokeFacts& facts, kernels::BoundaryMode boundary);

/// What is silently wrong with the stroke; empty when nothing is.
[[nodiscard]] std::string warning_about(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface);

/// What the stroke's x, y and boundary mode mean, a sentence each.
[[nodiscard]] std::vector<std::string> explain(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface);

/// The write as a line of CUDA C++.
[[nodiscard]] std::string code_of(const SurfaceStroke& stroke);

/// Why the stroke cannot be made at all: extents or coordinates beyond their bounds. Empty when it can.
[[nodiscard]] std::string refusal(const SurfaceStroke& stroke);

/// "4x2 at (3, 1) in texels, clamp".
[[nodiscard]] std::string to_string(const SurfaceStroke& stroke);

/// Schedules a stroke on a surface of a plain 2D array. A thread writes a row of the brush from the left to the right,
/// so that what misaligned writes leave does not depend on the order of threads. In boundary mode trap a write outside
/// ends the device's context, in any mode a misaligned one: see ends_context().
/// @throws gpu::InvalidArgument for a stroke that refusal() refuses, or an array of another rank or kind.
void write_stroke(const gpu::SurfaceObject& surface, const SurfaceStroke& stroke, const gpu::Stream& stream);

}  // namespace texelscope::app
