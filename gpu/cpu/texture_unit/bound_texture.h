#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/cpu/texture_unit/address.h"
#include "gpu/cpu/texture_unit/axis.h"
#include "gpu/cpu/texture_unit/clamped_axis.h"
#include "gpu/cpu/texture_unit/level_of_detail.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// One level of a bound texture.
struct BoundLevel {
  const std::byte* texels = nullptr;
  /// A 1D texture is a 2D one of height 1 that is read at y = 0; axis 1 then is the row that is not there. A cube map
  /// has the two axes of a face.
  std::array<Axis, 3> axes;
  std::int64_t row_pitch_bytes = 0;
  /// From one slice, layer or face to the next.
  std::int64_t slice_pitch_bytes = 0;
};

/// What the fetch functions read: texels with all that was decided when the texture was made. Itself is level 0.
struct BoundTexture : kernels::HostTexture, BoundLevel {
  /// The axes of level 0 for the faster functions in 2D; used where both have that form.
  std::array<ClampedAxis, 2> clamped;
  std::vector<BoundLevel> smaller_levels;
  LevelRange level_range;
  ArrayKind kind = ArrayKind::plain;
  int rank = 2;
  bool is_linear_filter = false;
  /// Texels or levels are filtered: a fetch goes through the filter's arithmetic also where one texel has all the
  /// weight.
  bool is_filtered = false;
  /// Linear filtering of a cube map takes texels from the neighbouring faces.
  bool is_seamless = false;
  unsigned max_anisotropy = 0;
  /// Layers, or six faces for each cube map.
  std::int64_t num_slices = 1;
  std::int64_t texel_bytes = 0;
  int num_channels = 0;
  /// The border colour as a texel of the array's own format: a fetch outside reads this in place of a texel.
  alignas(16) std::array<std::byte, 16> border_texel{};

  [[nodiscard]] bool is_cube_map() const { return kind == ArrayKind::cube_map || kind == ArrayKind::layered_cube_map; }
  /// Where a layer begins: its slice, or the first face of its cube map. A layer outside, a negative one too, is the
  /// last one.
  [[nodiscard]] std::int64_t slice_of_layer(int layer) const {
    const std::int64_t slices_per_layer = is_cube_map() ? 6 : 1;
    const bool has_layers = kind == ArrayKind::layered || kind == ArrayKind::layered_cube_map;
    return has_layers ? slices_per_layer * std::min(static_cast<std::int64_t>(static_cast<std::uint32_t>(layer)),
                                                    num_slices / slices_per_layer - 1)
                      : 0;
  }
  [[nodiscard]] const BoundLevel& level(int index) const {
    return index == 0 ? *this : smaller_levels[static_cast<std::size_t>(index) - 1];
  }
};

/// The texel of a level at an index that `address` gave for each axis; z may be a layer or a face.
[[nodiscard]] inline const std::byte* texel_at(const BoundTexture& texture, const BoundLevel& level, std::int64_t x,
                                               std::int64_t y, std::int64_t z) {
  // Outside is −1, so one sign tells of any axis.
  if ((x | y | z) < 0) {
    return texture.border_texel.data();
  }
  return level.texels + z * level.slice_pitch_bytes + y * level.row_pitch_bytes + x * texture.texel_bytes;
}

/// The texel of level 0.
[[nodiscard]] inline const std::byte* texel_at(const BoundTexture& texture, std::int64_t x, std::int64_t y,
                                               std::int64_t z) {
  return texel_at(texture, texture, x, y, z);
}

}  // namespace texelscope::gpu::cpu::texture_unit
