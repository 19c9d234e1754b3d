#pragma once

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_descriptor.h"

namespace texelscope::gpu::driver {

/// Where a texture's texels are (CUDA_RESOURCE_DESC), and what they are.
struct TextureResource {
  ResourceFacts facts;
  /// The one that the kind calls for is set.
  ArrayHandle array{};
  MipmappedArrayHandle mipmapped_array{};
  DevicePointer pointer{};
  /// Pitch-2D memory only.
  std::size_t pitch_bytes = 0;
};

struct TextureCreate {
  static constexpr CallInfo info{"cuTexObjectCreate", ObjectKind::texture, CallEffect::creates};
  TextureResource resource;
  TextureDescriptor descriptor;
  TextureHandle texture{};  // result
  TEXELSCOPE_ARGUMENTS(resource, descriptor)
  TEXELSCOPE_OBJECT(texture)
};

struct TextureDestroy {
  static constexpr CallInfo info{"cuTexObjectDestroy", ObjectKind::texture, CallEffect::destroys};
  TextureHandle texture;
  TEXELSCOPE_ARGUMENTS(texture)
};

struct SurfaceCreate {
  static constexpr CallInfo info{"cuSurfObjectCreate", ObjectKind::surface, CallEffect::creates};
  ArrayHandle array;
  SurfaceHandle surface{};  // result
  TEXELSCOPE_ARGUMENTS(array)
  TEXELSCOPE_OBJECT(surface)
};

struct SurfaceDestroy {
  static constexpr CallInfo info{"cuSurfObjectDestroy", ObjectKind::surface, CallEffect::destroys};
  SurfaceHandle surface;
  TEXELSCOPE_ARGUMENTS(surface)
};

}  // namespace texelscope::gpu::driver
