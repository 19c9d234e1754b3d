#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/cpu/texture_unit/address.h"
#include "gpu/cpu/texture_unit/axis.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

/// What the fetch functions read: texels with all that was decided when the texture was made.
struct BoundTexture : kernels::HostTexture {
  const std::byte* texels = nullptr;
  /// A 1D texture is a 2D one of height 1 that is read at y = 0; axis 1 then is the row that is not there.
  std::array<Axis, 3> axes;
  std::int64_t texel_bytes = 0;
  std::int64_t row_pitch_bytes = 0;
  std::int64_t slice_pitch_bytes = 0;
  int num_channels = 0;
  /// The border colour as a texel of the array's own format: a fetch outside reads this in place of a texel.
  alignas(16) std::array<std::byte, 16> border_texel{};
};

/// The texel at an index that `address` gave for each axis.
[[nodiscard]] inline const std::byte* texel_at(const BoundTexture& texture, std::int64_t x, std::int64_t y,
                                               std::int64_t z) {
  // Outside is −1, so one sign tells of any axis.
  if ((x | y | z) < 0) {
    return texture.border_texel.data();
  }
  return texture.texels + z * texture.slice_pitch_bytes + y * texture.row_pitch_bytes + x * texture.texel_bytes;
}

}  // namespace texelscope::gpu::cpu::texture_unit
