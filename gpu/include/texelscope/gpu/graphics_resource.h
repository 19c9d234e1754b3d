#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {

class GraphicsBox;
class MappingBox;

/// The intended use of a registered resource (CU_GRAPHICS_REGISTER_FLAGS_*); combined with |.
enum class GraphicsFlags : unsigned {
  none = 0,
  read_only = 1,
  write_discard = 2,
  surface_load_store = 4,
  texture_gather = 8,
};

[[nodiscard]] constexpr GraphicsFlags operator|(GraphicsFlags a, GraphicsFlags b) noexcept {
  return static_cast<GraphicsFlags>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr bool has_flag(GraphicsFlags flags, GraphicsFlags flag) noexcept {
  return (static_cast<unsigned>(flags) & static_cast<unsigned>(flag)) != 0;
}

/// Mapped graphics resources. They are unmapped when this object is closed or its scope ends, even by an exception;
/// arrays,
/// buffers, textures and surfaces created from it then throw InvalidState. Movable, not copyable.
class Mapping {
 public:
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  /// Unmaps on the stream of the map. A failure is reported as a diagnostic.
  ~Mapping();

  /// Number of resources that were mapped together.
  [[nodiscard]] std::size_t size() const;
  /// The array of a mapped image (cuGraphicsSubResourceGetMappedArray). Cube map faces are layers.
  /// @throws InvalidArgument for an index, layer or level out of range, or a resource that is a buffer.
  /// @throws InvalidState when unmapped.
  [[nodiscard]] CUDAArray array(std::size_t index = 0, unsigned layer = 0, unsigned level = 0) const;
  /// All levels and layers of a mapped image as one object, of the kind of its GL target: plain for GL_TEXTURE_2D and
  /// _3D, layered for _2D_ARRAY, or a cube map (cuGraphicsResourceGetMappedMipmappedArray). It refers to the same
  /// texels as array(). A CUDA driver refuses to copy from and to levels of a mapped cube map (measured, 580.159.04):
  /// copy the faces returned by array() instead. @throws like array(); Unavailable for an image with layers or faces on
  /// a CUDA device that shares with GL through host memory.
  [[nodiscard]] MipmappedArray mipmapped_array(std::size_t index = 0) const;
  /// The memory of a mapped buffer. @throws like array(), for a resource that is an image.
  [[nodiscard]] Buffer buffer(std::size_t index = 0) const;
  /// The stream of the map. @throws InvalidState when closed or moved from.
  [[nodiscard]] Stream stream() const;

  /// False once all of its resources have been unmapped in any way.
  [[nodiscard]] bool is_mapped() const noexcept;
  /// Unmaps the resources that are still mapped, in one driver call, on the stream of the map or on `stream`. The work
  /// scheduled on that stream so far precedes the unmap, and later GL commands see its results.
  /// @throws InvalidState if already unmapped or on another thread; DriverError if the driver refuses.
  void unmap();
  void unmap(const Stream& stream);
  /// Unmaps the resources if they are mapped; closing again has no effect.
  void close() noexcept;

  explicit Mapping(std::unique_ptr<MappingBox> box);

 private:
  std::unique_ptr<MappingBox> box_;
};

/// A GL image or buffer that is registered with a device. A cheap reference: dropping the last one unregisters the
/// object. Keeps the device alive; the GL object must outlive it.
class GraphicsResource {
 public:
  /// Registers a GL buffer of at least one byte (cuGraphicsGLRegisterBuffer).
  [[nodiscard]] static GraphicsResource from_gl_buffer(const GLContext& context, std::uint32_t name,
                                                       GraphicsFlags flags);
  /// Registers a GL texture or renderbuffer (cuGraphicsGLRegisterImage); `target` is the GL enumerant.
  /// @throws InvalidArgument for a name that is neither a texture nor a renderbuffer, a format or target that CUDA
  /// refuses (with the reason and the nearest format that works), and mutually exclusive flags.
  /// @throws InvalidState on a thread other than the context's. @throws DriverError if the driver refuses.
  [[nodiscard]] static GraphicsResource from_gl_image(const GLContext& context, std::uint32_t name,
                                                      std::uint32_t target, GraphicsFlags flags);

  /// Overload that queries the target from GL (OpenGL 4.5), or finds it by trial binding; a debug context reports the
  /// failed attempts. @throws InvalidArgument, including for a name that is both a texture and a renderbuffer.
  [[nodiscard]] static GraphicsResource from_gl_image(const GLContext& context, std::uint32_t name,
                                                      GraphicsFlags flags);

  /// Wraps a resource that was registered elsewhere (CUgraphicsResource, cudaGraphicsResource_t). `flags` are those of
  /// its registration, which the driver does not report; its type, layers and levels are queried when it is first
  /// mapped. The driver cannot report whether the resource exists. The resource is borrowed unless `owner` specifies
  /// otherwise, and it must not be mapped.
  /// @throws InvalidArgument for null and for mutually exclusive flags; InvalidState on another thread.
  [[nodiscard]] static GraphicsResource from_handle(const GLContext& context, GraphicsHandle handle,
                                                    GraphicsFlags flags, HandleOwner owner = {});

  /// Moves the resource to a different GL context, which must be current and of the same share group, device, thread
  /// and sharing path. Intended for applications that destroy the context in which the resource was registered. @throws
  /// InvalidState when closed, mapped, or on another thread; InvalidArgument if the current context does not contain
  /// the object.
  void move_to(const GLContext& context) const;

  /// Makes the resource accessible to the device until the mapping ends. GL must not use the object in the meantime.
  /// @throws InvalidState when closed, already mapped, or on another thread.
  [[nodiscard]] Mapping map(const Stream& stream) const;
  /// Maps multiple resources in one driver call. On failure, none of them stays mapped.
  /// @throws InvalidArgument for an empty list, a duplicate resource, or resources of different devices.
  [[nodiscard]] static Mapping map_all(std::span<const GraphicsResource> resources, const Stream& stream);

  /// Unmaps this resource, on the stream of the map or on `stream`.
  /// @throws InvalidState when it is not mapped, closed, or on another thread.
  void unmap() const;
  void unmap(const Stream& stream) const;
  [[nodiscard]] bool is_mapped() const;  ///< Whether it is currently mapped.

  /// 0 if closed.
  [[nodiscard]] GraphicsHandle handle() const noexcept;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept;
  /// Unmaps the resource if it is mapped, then unregisters it, for all references to it; closing again has no effect. A
  /// failure is reported as a diagnostic.
  void close() noexcept;
  /// Closes the resource, but unmaps it on `stream`. @throws InvalidArgument for a stream of a different device, in
  /// which case nothing is closed.
  void close(const Stream& stream);

  explicit GraphicsResource(std::shared_ptr<GraphicsBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<GraphicsBox> box_;
};

}  // namespace texelscope::gpu
