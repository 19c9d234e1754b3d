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

/// The number that one channel of a texel reads as.
[[nodiscard]] double channel_value(const TexelReading& reading, const std::byte* texel, int channel);

/// The tap of a texel that a fetch reads: where it lies, what it holds.
[[nodiscard]] TapExplanation explain_tap(const BoundTexture& texture, const TexelReading& reading,
                                         const std::byte* texel, double weight);

/// "(4, 3) of level 0: 0x80 → 0.501961, weight 77/256", with all channels.
[[nodiscard]] std::string tap_text(const TapExplanation& tap, const TexelReading& reading, int num_channels,
                                   bool is_mipmapped);

}  // namespace texelscope::gpu::cpu::texture_unit
