#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "app/images/image.h"
#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::app {

class AccessCapture;

/// Draws frames of the kernel editor on a device: in the window's process, or in the worker's.
class KernelRenderer {
 public:
  /// @throws gpu::Error.
  explicit KernelRenderer(gpu::Device device);

  [[nodiscard]] const gpu::Device& device() const { return device_; }
  [[nodiscard]] const gpu::Stream& stream() const { return stream_; }

  /// Sets the image at that position, with 1, 2 or 4 channels; null for an image of zeros. @throws gpu::Error.
  void set_picture(std::size_t position, const Image* image);
  /// Schedules a frame; width and height are at least 1. Buffers come first (see kernel_buffers()), then the picture,
  /// then its copy into `pixels`, 4 bytes per pixel. Fills in the frame's output, textures, extent and pass.
  /// Buffers are zero for a frame of a different size, and for one whose count is 0. @throws gpu::Error.
  void begin(const kernels::KernelEntry& kernel, unsigned buffers, KernelFrame frame, int width, int height,
             std::span<std::byte> pixels);
  /// Names the objects as members of the frame: "output", "image", "buffer_a"; the array that a buffer's function
  /// writes has the buffer's name. Names the launches of one frame as these functions, and "pixel". After begin().
  void add_names(AccessCapture& capture, unsigned buffers) const;

 private:
  /// A buffer's last contents, and the array for its next contents.
  struct Buffer {
    std::array<gpu::SurfaceObject, 2> surfaces;
    std::array<gpu::TextureObject, 2> textures;
    std::size_t newest = 0;
  };

  void make_output(int width, int height);
  [[nodiscard]] gpu::CUDAArray make_zeros(int width, int height) const;
  [[nodiscard]] Buffer make_buffer() const;

  gpu::Device device_;
  gpu::Stream stream_;
  int width_ = 0;
  int height_ = 0;
  std::optional<gpu::CUDAArray> output_;
  std::optional<gpu::SurfaceObject> surface_;
  std::array<std::optional<gpu::TextureObject>, kernel_picture_count> pictures_;
  std::array<std::optional<Buffer>, kernel_buffer_count> buffers_;
  /// A texture of one texel, for unset images and buffers that the kernel does not have.
  gpu::TextureObject zero_;
};

}  // namespace texelscope::app
