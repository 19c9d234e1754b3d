#pragma once

#include <cstdint>

#include "app/scene/scene.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {

/// The picture that a scene was given, or the built-in one, as an array.
[[nodiscard]] gpu::CUDAArray picture_array(const SceneSetup& setup);

/// A texture that reads such an array as floats, whatever its type.
[[nodiscard]] gpu::TextureObject picture_texture(const gpu::CUDAArray& picture, gpu::TextureDescriptor descriptor);

/// The colour of a texel of 1 (grey), 2 (grey and alpha) or 4 channels.
TEXELSCOPE_KERNEL_FUNCTION kernels::Float3 picture_color(kernels::Float4 texel, std::int32_t channels) {
  return channels < 3 ? kernels::Float3{texel.x, texel.x, texel.x} : kernels::Float3{texel.x, texel.y, texel.z};
}

}  // namespace texelscope::app
