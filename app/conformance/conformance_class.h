#pragma once

#include <string>
#include <vector>

#include "app/texture/texture_setup.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::app {

/// A part of the conformance table.
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
/// The heading of a part: "cube maps".
[[nodiscard]] std::string_view to_string(ConformanceGroup group) noexcept;

/// A way to read texels: formats (one, or all that behave the same), as elements or normalized, filtered or not.
struct TexelReading {
  /// "float16 linear", "sRGB point", "integers".
  std::string name;
  std::vector<gpu::DataType> formats;
  gpu::ReadMode read = gpu::ReadMode::element;
  gpu::FilterMode filter = gpu::FilterMode::point;
  bool is_srgb = false;

  [[nodiscard]] bool has_float_results() const;
};

/// A line of the conformance table: configurations that follow one hardware rule. The rest of a configuration (extents,
/// channels, address modes, normalized coordinates or not, …) is random.
struct ConformanceClass {
  /// Unique; seeds the random configurations.
  std::string name;
  ConformanceGroup group = ConformanceGroup::samples;
  kernels::TextureShape shape = kernels::TextureShape::texture_2d;
  TexelReading reading;
  /// For samples: whether at least one axis has address mode border.
  bool has_border = false;
  /// For cube maps.
  bool is_seamless = false;
  /// The mip filter, for classes with levels or gradients.
  gpu::FilterMode mip_filter = gpu::FilterMode::point;
  /// The boundary mode of surfaces: clamp or zero.
  kernels::BoundaryMode boundary = kernels::BoundaryMode::clamp;
};

[[nodiscard]] constexpr bool is_cube_map(kernels::TextureShape shape) noexcept {
  return shape == kernels::TextureShape::cube_map || shape == kernels::TextureShape::layered_cube_map;
}

/// All classes, in the order of the table.
[[nodiscard]] std::vector<ConformanceClass> conformance_classes();

}  // namespace texelscope::app
