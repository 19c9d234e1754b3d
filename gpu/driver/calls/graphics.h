#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu::graphics {
struct GLFunctions;
}

namespace texelscope::gpu::driver {

/// Lists the CUDA devices that the current GL context renders on.
struct GLGetDevices {
  static constexpr CallInfo info{"cuGLGetDevices"};
  std::vector<int> ordinals;  // result
  TEXELSCOPE_ARGUMENTS()
};

/// The context shared by all calls about a graphics resource: the device's access to GL, and GL's functions for the
/// path through the host.
struct GraphicsAccess {
  InteropPath path = InteropPath::direct;
  const graphics::GLFunctions* gl = nullptr;
};

/// CUDA_ERROR_NOT_MAPPED_AS_ARRAY and CUDA_ERROR_NOT_MAPPED_AS_POINTER: a buffer has no array, an image has no pointer.
inline constexpr Status not_mapped_as_array{212};
inline constexpr Status not_mapped_as_pointer{213};

struct GraphicsRegisterImage {
  static constexpr CallInfo info{"cuGraphicsGLRegisterImage", ObjectKind::graphics_resource, CallEffect::creates};
  GraphicsAccess access;
  std::uint32_t name = 0;
  std::uint32_t target = 0;
  GraphicsFlags flags = GraphicsFlags::none;
  GraphicsHandle resource{};  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"image", name}, {"target", target}, {"flags", static_cast<unsigned>(flags)}};
  }
  TEXELSCOPE_OBJECT(resource)
};

struct GraphicsRegisterBuffer {
  static constexpr CallInfo info{"cuGraphicsGLRegisterBuffer", ObjectKind::graphics_resource, CallEffect::creates};
  GraphicsAccess access;
  std::uint32_t name = 0;
  GraphicsFlags flags = GraphicsFlags::none;
  GraphicsHandle resource{};  // result

  [[nodiscard]] Arguments arguments() const { return {{"buffer", name}, {"flags", static_cast<unsigned>(flags)}}; }
  TEXELSCOPE_OBJECT(resource)
};

struct GraphicsUnregister {
  static constexpr CallInfo info{"cuGraphicsUnregisterResource", ObjectKind::graphics_resource, CallEffect::destroys};
  GraphicsAccess access;
  GraphicsHandle resource;
  TEXELSCOPE_ARGUMENTS(resource)
};

/// Maps or unmaps either all resources or none.
template <CallEffect effect>
struct GraphicsMapping {
  static constexpr CallInfo info{effect == CallEffect::creates ? "cuGraphicsMapResources" : "cuGraphicsUnmapResources",
                                 ObjectKind::mapping, effect, WorkKind::mapping};
  GraphicsAccess access;
  std::span<const GraphicsHandle> resources;
  StreamHandle stream;
  TEXELSCOPE_ARGUMENTS(resources, stream)
  TEXELSCOPE_OBJECT(resources)
};

using GraphicsMap = GraphicsMapping<CallEffect::creates>;
using GraphicsUnmap = GraphicsMapping<CallEffect::destroys>;

/// The array of one layer and level of a mapped image; it belongs to the mapping.
struct GraphicsMappedArray {
  static constexpr CallInfo info{"cuGraphicsSubResourceGetMappedArray", ObjectKind::array, CallEffect::hands_out};
  GraphicsAccess access;
  GraphicsHandle resource;
  unsigned layer = 0;
  unsigned level = 0;
  /// The array of the previous mapping, whose descriptor need not be queried again if the driver returns the same
  /// array.
  ArrayHandle last_array{};
  ArrayHandle array{};  // result
  /// In: the descriptor of `last_array`; out: the descriptor of `array`.
  ArrayDescriptor descriptor{};
  TEXELSCOPE_ARGUMENTS(resource, layer, level)
  TEXELSCOPE_OBJECT(array)
};

/// All levels and layers of a mapped image; they belong to the mapping.
struct GraphicsMappedMipmappedArray {
  static constexpr CallInfo info{"cuGraphicsResourceGetMappedMipmappedArray", ObjectKind::mipmapped_array,
                                 CallEffect::hands_out};
  GraphicsAccess access;
  GraphicsHandle resource;
  MipmappedArrayHandle array{};  // result
  /// Result: the descriptor of level 0.
  ArrayDescriptor descriptor{};
  TEXELSCOPE_ARGUMENTS(resource)
  TEXELSCOPE_OBJECT(array)
};

/// The memory of a mapped buffer; it belongs to the mapping.
struct GraphicsMappedPointer {
  static constexpr CallInfo info{"cuGraphicsResourceGetMappedPointer", ObjectKind::memory, CallEffect::hands_out};
  GraphicsAccess access;
  GraphicsHandle resource;
  DevicePointer pointer{};     // result
  std::size_t size_bytes = 0;  // result
  TEXELSCOPE_ARGUMENTS(resource)
  TEXELSCOPE_OBJECT(pointer)
};

}  // namespace texelscope::gpu::driver
