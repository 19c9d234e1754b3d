#pragma once

#include "gpu/cpu/texture_unit/anisotropic_footprint.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::gpu::cpu::texture_unit {

/// The interpretation of a texture's texels: everything that a tap's number depends on.
struct TexelReading {
  DataType format = DataType::uint8;
  ReadMode read_mode = ReadMode::element;
  bool is_srgb = false;
};

/// The conversion of the fetch's coordinates to texels in one level of the texture.
[[nodiscard]] std::vector<CoordinateExplanation> explain_coordinates(const BoundTexture& texture,
                                                                     const BoundLevel& level,
                                                                     const kernels::TextureFetch& fetch);

/// "x: 0.3 → 629145 / 2^21, × 16 = 4.79999 texels; − ½ → texel 4, weight of next texel 77/256".
[[nodiscard]] std::string coordinate_text(const CoordinateExplanation& coordinate, bool is_normalized, bool is_linear);

/// The addressed texels of a coordinate: "texel −1 → 15 (wrap), 0"; empty if addressing changes nothing.
[[nodiscard]] std::string address_text(const CoordinateExplanation& coordinate, const Axis& axis, bool is_linear);

/// The result of a sampling fetch with exact arithmetic: the coordinates as given instead of fixed point, weights
/// instead of 256ths, the level of detail from the footprint's true longer axis. Isotropic. Coordinates and levels must
/// be finite.
[[nodiscard]] std::array<double, 4> ideal_fetch(const BoundTexture& texture, const TextureDescriptor& descriptor,
                                                const TexelReading& reading, const kernels::TextureFetch& fetch);

/// The footprint of an anisotropic fetch.
[[nodiscard]] AnisotropyExplanation explain_anisotropy(const BoundTexture& texture, const kernels::TextureFetch& fetch,
                                                       const AnisotropicSamples& samples);

/// "major axis (8, 0) in texels of level 0, 2^(768/256) long; minor axis 2^(0/256); ratio 8 of at most 16: 8 samples".
[[nodiscard]] std::string anisotropy_text(const AnisotropyExplanation& anisotropy);

/// "1 of 8: level 0, offset (−896/256, 0/256) → (0.5, 3.5) texels, weight 128/1024".
[[nodiscard]] std::string sample_text(const AnisotropyExplanation& anisotropy, std::size_t index);

/// The value that a fetch reads from one channel of a texel.
[[nodiscard]] double channel_value(const TexelReading& reading, const std::byte* texel, int channel);

/// The tap of a texel that a fetch reads: its position and contents.
[[nodiscard]] TapExplanation explain_tap(const BoundTexture& texture, const TexelReading& reading,
                                         const std::byte* texel, double weight);

/// "(4, 3) of level 0: 0x80 → 0.501961, weight 77/256", with all channels.
[[nodiscard]] std::string tap_text(const TapExplanation& tap, const TexelReading& reading, int num_channels,
                                   bool is_mipmapped);

}  // namespace texelscope::gpu::cpu::texture_unit
