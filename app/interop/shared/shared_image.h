#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "app/scene/scene.h"
#include "render/common/pixel_rect.h"
#include "render/common/viewport_view.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"

namespace texelscope::app {

class SharedImage;

/// Vertices that the device acquired for one frame: memory to write until release() or the end of the scope.
class AcquiredVertices {
 public:
  AcquiredVertices() = default;
  AcquiredVertices(const AcquiredVertices&) = delete;
  AcquiredVertices& operator=(const AcquiredVertices&) = delete;
  /// Ends the acquisition if necessary; a failure is reported as a diagnostic.
  virtual ~AcquiredVertices() = default;

  /// At least SharedVertices::capacity() elements of PointVertex. Contents of earlier acquisitions may be lost.
  [[nodiscard]] virtual const gpu::Buffer& buffer() const = 0;
  /// Ends the acquisition: the renderer's later drawing happens after the stream's writes. @throws gpu::Error,
  /// render::Error.
  virtual void release() = 0;
};

/// A vertex buffer that a renderer draws and kernels write, shared once and acquired for each frame.
class SharedVertices {
 public:
  SharedVertices() = default;
  SharedVertices(const SharedVertices&) = delete;
  SharedVertices& operator=(const SharedVertices&) = delete;
  virtual ~SharedVertices() = default;

  /// Acquires the buffer on `stream`, after the renderer's drawing. Only one AcquiredVertices may exist at a time.
  /// @throws gpu::Error, render::Error.
  [[nodiscard]] virtual std::unique_ptr<AcquiredVertices> acquire(const gpu::Stream& stream) = 0;
  [[nodiscard]] virtual std::size_t capacity() const noexcept = 0;
  /// Clears `target` to the background, and adds the first `points.count` vertices. Does not wait. @throws
  /// render::Error while either is acquired, if there are fewer vertices, or if `target` has floats, whose sums would
  /// depend on the order; gpu::InvalidArgument if it belongs to a different renderer.
  virtual void draw_points(SharedImage& target, const PointFrame& points) = 0;
};

/// Images that the device acquired for one frame: surfaces to write until release() or the end of the scope.
class AcquiredImages {
 public:
  AcquiredImages() = default;
  AcquiredImages(const AcquiredImages&) = delete;
  AcquiredImages& operator=(const AcquiredImages&) = delete;
  /// Ends the acquisition if necessary; a failure is reported as a diagnostic.
  virtual ~AcquiredImages() = default;

  /// The surface of the image with this index in the acquired list. @throws std::out_of_range.
  [[nodiscard]] virtual const gpu::SurfaceObject& surface(std::size_t index = 0) const = 0;
  /// Ends the acquisition: the renderer's later accesses to the images happen after the stream's writes. @throws
  /// gpu::Error, render::Error.
  virtual void release() = 0;
};

/// One image that a renderer draws and kernels write, shared once and acquired for each frame.
class SharedImage {
 public:
  SharedImage() = default;
  SharedImage(const SharedImage&) = delete;
  SharedImage& operator=(const SharedImage&) = delete;
  virtual ~SharedImage() = default;

  /// Acquires the image on `stream`. Only one acquisition may exist at a time. @throws gpu::Error, render::Error.
  [[nodiscard]] virtual std::unique_ptr<AcquiredImages> acquire(const gpu::Stream& stream) = 0;
  [[nodiscard]] virtual int width() const noexcept = 0;
  [[nodiscard]] virtual int height() const noexcept = 0;
  [[nodiscard]] virtual FrameFormat format() const noexcept = 0;
  /// Reads pixels through the renderer, rows from the top. Waits. @throws render::Error while the image is acquired, if
  /// the box is not inside the image, or if the size of `pixels` does not match the box with 4 channels.
  virtual void read(const render::PixelRect& box, std::span<std::byte> pixels) const = 0;
  /// Reads all pixels.
  void read(std::span<std::byte> pixels) const { read({0, 0, width(), height()}, pixels); }
  /// The image as a window's viewport shows it, over a checkerboard where transparent: 8 bits per channel, with the
  /// size of view.target; its position is ignored. Waits. @throws render::Error.
  [[nodiscard]] virtual Image viewport_picture(const render::ViewportView& view) const = 0;
};

/// Creates images and vertices that a renderer and a device share.
class ImageSharing {
 public:
  ImageSharing() = default;
  ImageSharing(const ImageSharing&) = delete;
  ImageSharing& operator=(const ImageSharing&) = delete;
  virtual ~ImageSharing() = default;

  [[nodiscard]] virtual const gpu::Device& device() const noexcept = 0;
  /// @throws gpu::Error, render::Error.
  [[nodiscard]] virtual std::unique_ptr<SharedImage> make_image(FrameFormat format, int width, int height) const = 0;
  /// Multiple images of the same format and size, which cost the least when they are acquired together. With GL, they
  /// are mapped as a single resource: while one of them is mapped, GL cannot use the others, and they cannot be
  /// acquired again. @throws gpu::InvalidArgument for 0; gpu::Error, render::Error.
  [[nodiscard]] virtual std::vector<std::unique_ptr<SharedImage>> make_images(FrameFormat format, int width, int height,
                                                                              std::size_t count) const = 0;
  /// Acquires multiple of its images together, which costs little more than acquiring one. @throws gpu::InvalidArgument
  /// for an empty list, a repeated image, or a different renderer's image; gpu::Error, render::Error. On failure,
  /// nothing is acquired.
  [[nodiscard]] virtual std::unique_ptr<AcquiredImages> acquire_all(std::span<SharedImage* const> images,
                                                                    const gpu::Stream& stream) const = 0;
  /// A buffer for `capacity` vertices, 1 or more. @throws gpu::Error, render::Error.
  [[nodiscard]] virtual std::unique_ptr<SharedVertices> make_vertices(std::size_t capacity) const = 0;
};

}  // namespace texelscope::app
