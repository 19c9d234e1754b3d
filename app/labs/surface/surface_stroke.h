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

/// The conversion of a stroke's x to the byte offset of a surface write.
enum class BrushX : std::uint8_t {
  /// A texel index, which is multiplied by the element's size.
  texels,
  /// A byte offset in the row; the stroke's next column is one element further.
  bytes,
  /// A texel index, used as if it were a byte offset: the classic mistake. The next column is one byte further.
  mistaken,
};
inline constexpr std::array<std::string_view, 3> brush_x_names = {"texels", "bytes", "mistaken"};

/// Bounds of a stroke's position and extent, so that all byte offsets of a stroke fit into 32 bits.
inline constexpr int max_stroke_coordinate = 1 << 20;
inline constexpr int max_stroke_extent = 256;

/// One use of the brush: `width` × `height` writes of the same element into a 2D surface.
struct SurfaceStroke {
  /// Position of the first write: x as `x_in` defines it, and the row y. Either may be outside the surface, by up to
  /// max_stroke_coordinate.
  int x = 0;
  int y = 0;
  /// 1 – max_stroke_extent.
  int width = 1;
  int height = 1;
  BrushX x_in = BrushX::texels;
  kernels::BoundaryMode boundary = kernels::BoundaryMode::trap;
  /// The element's bytes: the size of the surface's texels.
  std::array<std::byte, 16> value{};

  bool operator==(const SurfaceStroke&) const = default;
};

/// The byte offset x at which column `column` of a stroke is written.
[[nodiscard]] std::int64_t byte_x(const SurfaceStroke& stroke, int column, std::int64_t element_size) noexcept;

/// The properties of a stroke's writes, computed without a device.
struct StrokeFacts {
  int writes = 0;
  /// The number of writes outside the surface, as kernels::BoundaryMode defines it.
  int outside = 0;
  /// The number of writes at a byte offset that is not a multiple of the element's size.
  int misaligned = 0;
};

[[nodiscard]] StrokeFacts facts_of(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface);

/// Whether the stroke destroys its device's context: a write outside in mode trap, or a misaligned write in any mode.
[[nodiscard]] bool ends_context(const StrokeFacts& facts, kernels::BoundaryMode boundary);

/// A warning about a stroke that is silently wrong; empty if it is not.
[[nodiscard]] std::string warning_about(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface);

/// The meanings of the stroke's x, y and boundary mode, in one sentence each.
[[nodiscard]] std::vector<std::string> explain(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface);

/// The write as a line of CUDA C++.
[[nodiscard]] std::string code_of(const SurfaceStroke& stroke);

/// The reason why the stroke cannot be made at all: extents or coordinates out of bounds. Empty if it can.
[[nodiscard]] std::string refusal(const SurfaceStroke& stroke);

/// "4x2 at (3, 1) in texels, clamp".
[[nodiscard]] std::string to_string(const SurfaceStroke& stroke);

/// Schedules a stroke on a surface of a plain 2D array. One thread writes each row of the brush from left to right, so
/// that the result of misaligned writes does not depend on the order of threads. A write outside in boundary mode
/// trap, or a misaligned write in any mode, destroys the device's context: see ends_context(). @throws
/// gpu::InvalidArgument for a stroke that refusal() refuses, or an array of a different rank or kind.
void write_stroke(const gpu::SurfaceObject& surface, const SurfaceStroke& stroke, const gpu::Stream& stream);

}  // namespace texelscope::app
