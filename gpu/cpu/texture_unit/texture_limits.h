#pragma once

#include "texelscope/gpu/device.h"

namespace texelscope::gpu::cpu::texture_unit {

/// Sets the largest extents of textures, those of an H200, and leaves all other properties.
void set_texture_limits(DeviceProperties& properties) noexcept;

}  // namespace texelscope::gpu::cpu::texture_unit
