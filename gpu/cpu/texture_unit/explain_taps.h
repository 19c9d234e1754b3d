#pragma once

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/footprint.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::gpu::cpu::texture_unit {

/// How the texels of a texture are read: what a tap's number depends on.
struct TexelReading {
  DataType format = DataType::uint8;
  ReadMode read_mode = ReadMode::element;
  bool is_srgb = false;
};

/// How the fetch's coordinates become texels in one level of the texture.
[[nodiscard]] std::vector<CoordinateExplanation> explain_coordinates(const BoundTexture& texture,
                                                                     const BoundLevel& level,
                                                                     const kernels::TextureFetch& fetch);

/// "x: 0.3 → 629145 / 2^21, × 16 = 4.79999 texels; − ½ → texel 4, its right neighbor weighs 77/256".
[[nodiscard]] std::string coordinate_text(const CoordinateExplanation& coordinate, bool is_normalized, bool is_linear);

/// What addressing makes of the texels of a coordinate: "texel −1 → 15 (wrap), 0"; empty where nothing changes.
[[nodiscard]] std::string address_text(const CoordinateExplanation& coordinate, const Axis& axis, bool is_linear);

/// What a sampling fetch would return if the texture unit calculated exactly: the coordinates as given instead of fixed
/// point, weights instead of 256ths, the level of detail from the footprint's true longer axis. Isotropic. Coordinates
/// and levels must be finite.
[[nodiscard]] std::array<double, 4> ideal_fetch(const BoundTexture& texture, const TextureDescriptor& descriptor,
                                                const TexelReading& reading, const kernels::TextureFetch& fetch);

/// The number that one channel of a texel reads as.
[[nodiscard]] double channel_value(const TexelReading& reading, const std::byte* texel, int channel);

/// The tap of a texel that a fetch reads: where it lies, what it holds.
[[nodiscard]] TapExplanation explain_tap(const BoundTexture& texture, const TexelReading& reading,
                                         const std::byte* texel, double weight);

/// "(4, 3) of level 0: 0x80 → 0.501961, weight 77/256", with all channels.
[[nodiscard]] std::string tap_text(const TapExplanation& tap, const TexelReading& reading, int num_channels,
                                   bool is_mipmapped);

}  // namespace texelscope::gpu::cpu::texture_unit
