#pragma once

#include <memory>

#include "gpu/cpu/texture_unit/texel_view.h"
#include "texelscope/gpu/texture_descriptor.h"
#include "texelscope/kernels/host_texture.h"

namespace texelscope::gpu::cpu {

/// A texture of the CPU device. The pointer is what kernels::Texture takes as its handle on this device.
using TexturePointer = std::unique_ptr<kernels::HostTexture, void (*)(kernels::HostTexture*)>;

/// Binds texels for reading as `descriptor` says, with the fetch functions of that format and those modes. A fetch has
/// no state and may run on any number of threads. Of the fetch functions the one that the texture's results call for
/// is right (float, signed or unsigned); the others return zeros.
/// @throws InvalidArgument for a combination that the texture unit does not have, such as linear filtering of integers
/// that are read as they are, for an extent beyond 2²² texels along an axis, or for channels other than 1, 2 and 4.
[[nodiscard]] TexturePointer make_texture(const TexelView& texels, const TextureDescriptor& descriptor);

}  // namespace texelscope::gpu::cpu
