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

/// What a kernel will do with a registered resource (CU_GRAPHICS_REGISTER_FLAGS_*); combined by |.
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

/// Mapped graphics resources. Ends the mapping when it is closed or goes out of scope, also by an exception; arrays,
/// buffers, textures and surfaces made from it throw InvalidState from then on. Movable, not copyable.
class Mapping {
 public:
  Mapping(Mapping&& other) noexcept;
  Mapping& operator=(Mapping&& other) noexcept;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  /// Unmaps on the stream of the map. A failure is reported as a diagnostic.
  ~Mapping();

  /// Resources that were mapped together.
  [[nodiscard]] std::size_t size() const;
  /// The array of a mapped image (cuGraphicsSubResourceGetMappedArray). Cube map faces are layers.
  /// @throws InvalidArgument for an index, layer or level out of range, or a resource that is a buffer.
  /// @throws InvalidState when unmapped.
  [[nodiscard]] CUDAArray array(std::size_t index = 0, unsigned layer = 0, unsigned level = 0) const;
  /// All levels and layers of a mapped image as one, of the kind that the GL target is: plain for GL_TEXTURE_2D and
  /// _3D, layered for _2D_ARRAY, a cube map (cuGraphicsResourceGetMappedMipmappedArray). What is written through it and
  /// what is written through array() are the same texels. A CUDA driver refuses to copy from and to levels of a mapped
  /// cube map (measured, 580.159.04): copy the faces that array() gives. @throws as array(); Unavailable for an image
  /// of layers or faces on a CUDA device that shares with GL through host memory.
  [[nodiscard]] MipmappedArray mipmapped_array(std::size_t index = 0) const;
  /// The memory of a mapped buffer. @throws as array(), for a resource that is an image.
  [[nodiscard]] Buffer buffer(std::size_t index = 0) const;
  /// The stream of the map. @throws InvalidState when closed or moved from.
  [[nodiscard]] Stream stream() const;

  /// False once everything in it has been unmapped, by whatever way.
  [[nodiscard]] bool is_mapped() const noexcept;
  /// Unmaps what is still mapped, in one driver call, on the stream of the map or the given one. Work scheduled on the
  /// stream before comes first; GL commands issued after see its results.
  /// @throws InvalidState when already unmapped or on another thread; DriverError when the driver refuses.
  void unmap();
  void unmap(const Stream& stream);
  /// Unmaps if mapped; closing again is nothing.
  void close() noexcept;

  explicit Mapping(std::unique_ptr<MappingBox> box);

 private:
  std::unique_ptr<MappingBox> box_;
};

/// A GL image or buffer registered with a device. A cheap reference: the last one unregisters. Keeps the device alive;
/// the GL object must outlive it.
class GraphicsResource {
 public:
  /// Registers a GL buffer of at least one byte (cuGraphicsGLRegisterBuffer).
  [[nodiscard]] static GraphicsResource from_gl_buffer(const GLContext& context, std::uint32_t name,
                                                       GraphicsFlags flags);
  /// Registers a GL texture or renderbuffer (cuGraphicsGLRegisterImage); `target` is the GL enumerant.
  /// @throws InvalidArgument for a name that is no such object, a format or a target that CUDA refuses (with the reason
  /// and the nearest format that works) and for flags that exclude each other.
  /// @throws InvalidState on a thread other than the context's. @throws DriverError when the driver refuses.
  [[nodiscard]] static GraphicsResource from_gl_image(const GLContext& context, std::uint32_t name,
                                                      std::uint32_t target, GraphicsFlags flags);

  /// The same. Queries the target from GL (OpenGL 4.5), or finds it by trial binding; a debug context reports the
  /// failed attempts. @throws InvalidArgument also for a name of both a texture and a renderbuffer.
  [[nodiscard]] static GraphicsResource from_gl_image(const GLContext& context, std::uint32_t name,
                                                      GraphicsFlags flags);

  /// Takes a resource that was registered elsewhere (CUgraphicsResource, cudaGraphicsResource_t). `flags` are those of
  /// its registration, which the driver does not tell; what it is, its layers and levels are asked when it is mapped
  /// first. A driver cannot be asked whether the resource is alive. Borrowed unless `owner` says more; unmap it before.
  /// @throws InvalidArgument for null and for flags that exclude each other; InvalidState on another thread.
  [[nodiscard]] static GraphicsResource from_handle(const GLContext& context, GraphicsHandle handle,
                                                    GraphicsFlags flags, HandleOwner owner = {});

  /// Moves the resource to another GL context, which must be current: one of the same share group, device and thread,
  /// that shares by the same path. For an application that ends the context in which it registered. @throws
  /// InvalidState when closed, mapped, or on another thread; InvalidArgument when the current context has no such
  /// object.
  void move_to(const GLContext& context) const;

  /// Gives the resource to the device until the mapping ends. GL must not use the object meanwhile.
  /// @throws InvalidState when closed, already mapped, or on another thread.
  [[nodiscard]] Mapping map(const Stream& stream) const;
  /// Maps several at once: one driver call. On failure nothing stays mapped.
  /// @throws InvalidArgument for an empty list, one resource twice, or resources of several devices.
  [[nodiscard]] static Mapping map_all(std::span<const GraphicsResource> resources, const Stream& stream);

  /// Ends the mapping of this resource, on the stream of the map or the given one.
  /// @throws InvalidState when it is not mapped, closed, or on another thread.
  void unmap() const;
  void unmap(const Stream& stream) const;
  [[nodiscard]] bool is_mapped() const;  ///< Whether it is mapped now.

  /// 0 when closed.
  [[nodiscard]] GraphicsHandle handle() const noexcept;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept;
  /// Unmaps if mapped, then unregisters, for every reference to it; closing again is nothing. A failure is reported as
  /// a diagnostic.
  void close() noexcept;
  /// The same; a mapping ends on `stream`. @throws InvalidArgument for a stream of another device; then nothing is
  /// closed.
  void close(const Stream& stream);

  explicit GraphicsResource(std::shared_ptr<GraphicsBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<GraphicsBox> box_;
};

}  // namespace texelscope::gpu
