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

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("resource", resource);
    visitor("descriptor", descriptor);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(texture.value);
  }
};

struct TextureDestroy {
  static constexpr CallInfo info{"cuTexObjectDestroy", ObjectKind::texture, CallEffect::destroys};
  TextureHandle texture;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("texture", texture);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(texture.value);
  }
};

struct SurfaceCreate {
  static constexpr CallInfo info{"cuSurfObjectCreate", ObjectKind::surface, CallEffect::creates};
  ArrayHandle array;
  SurfaceHandle surface{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("array", array);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(surface.value);
  }
};

struct SurfaceDestroy {
  static constexpr CallInfo info{"cuSurfObjectDestroy", ObjectKind::surface, CallEffect::destroys};
  SurfaceHandle surface;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("surface", surface);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(surface.value);
  }
};

}  // namespace texelscope::gpu::driver
