#pragma once

#include <memory>

#include "gpu/cpu/array/array_storage.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "texelscope/kernels/host_surface.h"

namespace texelscope::gpu::cpu {

/// A texture and the memory it reads. Its handle is the address of the HostTexture, which kernels follow.
struct TextureBinding {
  std::shared_ptr<const MemoryBlock> memory;
  TexturePointer texture;
};

/// A surface and the array it writes. Its handle is the address of `surface`, which kernels follow.
struct SurfaceBinding {
  std::shared_ptr<const ArrayStorage> array;
  kernels::HostSurface surface;
};

}  // namespace texelscope::gpu::cpu
