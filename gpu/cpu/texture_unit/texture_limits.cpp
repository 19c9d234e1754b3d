#include "gpu/cpu/texture_unit/texture_limits.h"

#include "gpu/cpu/texture_unit/make_texture.h"

namespace texelscope::gpu::cpu::texture_unit {

void set_texture_limits(DeviceProperties& properties) noexcept {
  properties.max_texture_1d = {131072};
  properties.max_texture_2d = {131072, 65536};
  properties.max_texture_3d = {16384, 16384, 16384};
  properties.max_texture_1d_layered = {32768, 2048};
  properties.max_texture_2d_layered = {32768, 32768, 2048};
  properties.max_texture_cube_map = {32768};
  properties.max_texture_cube_map_layered = {32768, 2046};
  properties.max_texture_2d_gather = {32768, 32768};
  properties.max_texture_1d_mipmapped = {32768};
  properties.max_texture_2d_mipmapped = {32768, 32768};
  properties.max_texture_1d_linear = {max_linear_elements};
  properties.max_texture_2d_linear = {131072, 65000};
  properties.max_texture_2d_linear_pitch = 2097120;
}

}  // namespace texelscope::gpu::cpu::texture_unit
