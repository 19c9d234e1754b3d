#pragma once

#include <string>
#include <vector>

#include "app/texture/texture_setup.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {

/// What a part of the conformance table is about.
enum class ConformanceGroup : unsigned char {
  samples,
  cube_maps,
  levels,
  gradients,
  anisotropy,
  gathers,
  linear_memory,
  pitch_2d_memory,
  surfaces,
};
/// The heading of the part: "cube maps".
[[nodiscard]] std::string_view to_string(ConformanceGroup group) noexcept;

/// A way to read texels: formats (one, or all that behave alike), as elements or normalized, filtered or not.
struct TexelReading {
  /// "float16 linear", "sRGB point", "integers".
  std::string name;
  std::vector<gpu::DataType> formats;
  gpu::ReadMode read = gpu::ReadMode::element;
  gpu::FilterMode filter = gpu::FilterMode::point;
  bool is_srgb = false;

  [[nodiscard]] bool has_float_results() const;
};

/// A line of the conformance table: configurations that one rule of the hardware governs. The rest of a configuration
/// (extents, channels, address modes, coordinates normalized or not, …) is drawn.
struct ConformanceClass {
  /// Tells it from all others, and seeds what is drawn.
  std::string name;
  ConformanceGroup group = ConformanceGroup::samples;
  kernels::TextureShape shape = kernels::TextureShape::texture_2d;
  TexelReading reading;
  /// Of samples: whether one axis at least has address mode border.
  bool has_border = false;
  /// Of cube maps.
  bool is_seamless = false;
  /// Of levels and gradients.
  gpu::FilterMode mip_filter = gpu::FilterMode::point;
  /// Of surfaces; clamp or zero.
  kernels::BoundaryMode boundary = kernels::BoundaryMode::clamp;
};

[[nodiscard]] constexpr bool is_cube_map(kernels::TextureShape shape) noexcept {
  return shape == kernels::TextureShape::cube_map || shape == kernels::TextureShape::layered_cube_map;
}

/// Every class, in the order of the table.
[[nodiscard]] std::vector<ConformanceClass> conformance_classes();

}  // namespace texelscope::app
