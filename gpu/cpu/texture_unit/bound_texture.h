#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/cpu/texture_unit/axis.h"
#include "gpu/cpu/texture_unit/fast_axis.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

// The conversion from a requested level to the levels that are read: fixed point with 8 fraction bits. Measured on an
// H200 with levels in steps of 1/4096, biases and clamps of both signs.

/// A level of detail in 1/256 of a level.
using LevelOfDetail = std::int32_t;

/// A limit beyond any level that a bias could bring back into range.
inline constexpr LevelOfDetail smallest_level = -256 * 1024;

/// A level in 1/256, truncated toward zero; NaN is 0.
[[nodiscard]] inline LevelOfDetail fixed_level(float level) {
  constexpr float far = 1024;
  return std::isnan(level) ? 0 : static_cast<LevelOfDetail>(std::clamp(level, -far, far) * 256);
}

/// A texture's level bias: like a level, within ±15.
[[nodiscard]] inline LevelOfDetail fixed_bias(float bias) { return std::clamp(fixed_level(bias), -15 * 256, 15 * 256); }

/// The level settings of a TextureDescriptor.
struct LevelRange {
  LevelOfDetail bias = 0;
  LevelOfDetail smallest = 0;
  LevelOfDetail largest = 0;
  /// Index of the last level that the array has.
  int last = 0;
  /// Filters between two levels instead of reading the nearer level.
  bool is_linear = false;
};

/// The levels that a fetch reads: `first`, and with weight/256 the next one.
struct LevelPair {
  int first = 0;
  int weight = 0;
};

/// `level` includes the bias. If the clamps cross, the smallest level wins.
[[nodiscard]] inline LevelPair select_levels(const LevelRange& range, LevelOfDetail level) {
  LevelOfDetail clamped = std::max(std::min(level, range.largest), range.smallest);
  clamped = std::clamp(clamped, 0, range.last * 256);
  return range.is_linear ? LevelPair{clamped >> 8, clamped & 255}
                         : LevelPair{std::min((clamped + 128) >> 8, range.last), 0};
}

/// One level of a bound texture.
struct BoundLevel {
  const std::byte* texels = nullptr;
  /// A 1D texture is a 2D texture of height 1 that is read at y = 0; axis 1 is then the missing row. A cube map has the
  /// two axes of a face.
  std::array<Axis, 3> axes;
  /// The axes of the array's rank for the fast functions, if each has_fast_form().
  std::array<FastAxis, 3> fast_axes;
  std::int64_t row_pitch_bytes = 0;
  /// The distance from one slice, layer or face to the next.
  std::int64_t slice_pitch_bytes = 0;
};

/// Textures created so far.
inline std::atomic<std::uint64_t> num_textures = 0;

/// The data that the fetch functions read: texels with everything precomputed on creation of the texture. The object
/// itself is level 0.
struct BoundTexture : kernels::HostTexture, BoundLevel {
  /// Different from that of any other texture, even of one that no longer exists.
  std::uint64_t id = ++num_textures;
  std::vector<BoundLevel> smaller_levels;
  LevelRange level_range;
  ArrayKind kind = ArrayKind::plain;
  int rank = 2;
  bool is_linear_filter = false;
  /// Texels or levels are filtered: a fetch uses the filter's arithmetic even if one texel has all the weight.
  bool is_filtered = false;
  /// Linear filtering of a cube map reads texels from the neighboring faces.
  bool is_seamless = false;
  /// The effective maximum: 1 without anisotropy.
  int max_anisotropy = 1;
  /// Fetches with gradients read levels of sharpened fractions, with this bias.
  bool is_trilinear_optimized = false;
  LevelOfDetail sharpened_bias = 0;
  /// Layers, or six faces for each cube map.
  std::int64_t num_slices = 1;
  /// Bytes of a texel; for blocks, bytes of a decoded texel.
  std::int64_t texel_bytes = 0;
  int num_channels = 0;
  TexelEncoding encoding = TexelEncoding::element;
  bool is_compressed = false;
  /// The border color as a texel of the array's own format: a fetch outside reads this in place of a texel.
  alignas(16) std::array<std::byte, 16> border_texel{};

  [[nodiscard]] bool is_cube_map() const { return kind == ArrayKind::cube_map || kind == ArrayKind::layered_cube_map; }
  /// The start of a layer: its slice, or the first face of its cube map. If the layer is out of range, even negative,
  /// the last layer is used.
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

/// The maximum number of texels that a fetch reads: four for each of 16 samples in two levels.
inline constexpr std::size_t max_taps = 128;

/// A texel of a block, decoded. Valid until the calling thread has decoded max_taps others.
[[nodiscard]] const std::byte* decoded_texel(const BoundTexture& texture, const BoundLevel& level, std::int64_t x,
                                             std::int64_t y, std::int64_t z);

/// The texel of a level at an index that `address` returned for each axis; z may be a layer or a face.
[[nodiscard]] inline const std::byte* texel_at(const BoundTexture& texture, const BoundLevel& level, std::int64_t x,
                                               std::int64_t y, std::int64_t z) {
  // An index outside is −1, so the sign of the combination covers all axes.
  if ((x | y | z) < 0) {
    return texture.border_texel.data();
  }
  if (texture.is_compressed) {
    return decoded_texel(texture, level, x, y, z);
  }
  return level.texels + z * level.slice_pitch_bytes + y * level.row_pitch_bytes + x * texture.texel_bytes;
}

/// The texel of level 0.
[[nodiscard]] inline const std::byte* texel_at(const BoundTexture& texture, std::int64_t x, std::int64_t y,
                                               std::int64_t z) {
  return texel_at(texture, texture, x, y, z);
}

}  // namespace texelscope::gpu::cpu::texture_unit
