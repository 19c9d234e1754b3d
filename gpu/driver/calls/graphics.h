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

  template <class Visitor>
  void visit(Visitor&&) const {}
};

/// What all calls about a graphics resource share: how the device reaches GL, and GL's functions for the path through
/// the host.
struct GraphicsAccess {
  InteropPath path = InteropPath::direct;
  const graphics::GLFunctions* gl = nullptr;
};

struct GraphicsRegisterImage {
  static constexpr CallInfo info{"cuGraphicsGLRegisterImage", ObjectKind::graphics_resource, CallEffect::creates};
  GraphicsAccess access;
  std::uint32_t name = 0;
  std::uint32_t target = 0;
  GraphicsFlags flags = GraphicsFlags::none;
  GraphicsHandle resource{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("image", name);
    visitor("target", target);
    visitor("flags", static_cast<unsigned>(flags));
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(resource.value);
  }
};

struct GraphicsRegisterBuffer {
  static constexpr CallInfo info{"cuGraphicsGLRegisterBuffer", ObjectKind::graphics_resource, CallEffect::creates};
  GraphicsAccess access;
  std::uint32_t name = 0;
  GraphicsFlags flags = GraphicsFlags::none;
  GraphicsHandle resource{};  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("buffer", name);
    visitor("flags", static_cast<unsigned>(flags));
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(resource.value);
  }
};

struct GraphicsUnregister {
  static constexpr CallInfo info{"cuGraphicsUnregisterResource", ObjectKind::graphics_resource, CallEffect::destroys};
  GraphicsAccess access;
  GraphicsHandle resource;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("resource", resource);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    function(resource.value);
  }
};

/// Maps all or none.
struct GraphicsMap {
  static constexpr CallInfo info{"cuGraphicsMapResources", ObjectKind::mapping, CallEffect::creates};
  GraphicsAccess access;
  std::span<const GraphicsHandle> resources;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("resources", resources);
    visitor("stream", stream);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    for (const GraphicsHandle resource : resources) {
      function(resource.value);
    }
  }
};

struct GraphicsUnmap {
  static constexpr CallInfo info{"cuGraphicsUnmapResources", ObjectKind::mapping, CallEffect::destroys};
  GraphicsAccess access;
  std::span<const GraphicsHandle> resources;
  StreamHandle stream;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("resources", resources);
    visitor("stream", stream);
  }
  template <class Function>
  void for_each_object(Function&& function) const {
    for (const GraphicsHandle resource : resources) {
      function(resource.value);
    }
  }
};

/// The array of one layer and level of a mapped image; it belongs to the mapping.
struct GraphicsMappedArray {
  static constexpr CallInfo info{"cuGraphicsSubResourceGetMappedArray"};
  GraphicsAccess access;
  GraphicsHandle resource;
  unsigned layer = 0;
  unsigned level = 0;
  /// What the mapping before gave, whose descriptor a driver that gives the same array again need not ask for.
  ArrayHandle last_array{};
  ArrayHandle array{};  // result
  /// In and out: of `last_array`, then of `array`.
  ArrayDescriptor descriptor{};

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("resource", resource);
    visitor("layer", layer);
    visitor("level", level);
  }
  [[nodiscard]] ObjectReference part() const { return {ObjectKind::array, array.value}; }
};

/// All levels and layers of a mapped image; they belong to the mapping.
struct GraphicsMappedMipmappedArray {
  static constexpr CallInfo info{"cuGraphicsResourceGetMappedMipmappedArray"};
  GraphicsAccess access;
  GraphicsHandle resource;
  MipmappedArrayHandle array{};  // result
  /// Result: that of level 0.
  ArrayDescriptor descriptor{};

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("resource", resource);
  }
  [[nodiscard]] ObjectReference part() const { return {ObjectKind::mipmapped_array, array.value}; }
};

/// The memory of a mapped buffer; it belongs to the mapping.
struct GraphicsMappedPointer {
  static constexpr CallInfo info{"cuGraphicsResourceGetMappedPointer"};
  GraphicsAccess access;
  GraphicsHandle resource;
  DevicePointer pointer{};     // result
  std::size_t size_bytes = 0;  // result

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("resource", resource);
  }
  [[nodiscard]] ObjectReference part() const { return {ObjectKind::memory, pointer.value}; }
};

}  // namespace texelscope::gpu::driver
