#pragma once

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

/// Draws frames of the kernel editor on a device: in the window's process, or in the worker's.
class KernelRenderer {
 public:
  /// @throws gpu::Error.
  explicit KernelRenderer(gpu::Device device);

  [[nodiscard]] const gpu::Device& device() const { return device_; }
  [[nodiscard]] const gpu::Stream& stream() const { return stream_; }

  /// From now on a frame's `image` is this picture, of 1, 2 or 4 channels. @throws gpu::Error.
  void set_picture(const Image& image);
  /// Schedules a frame of width × height ≥ 1 each, and its copy into `pixels`, 4 bytes for each pixel; the frame's
  /// output, image and extent are filled in. A picture has been set. @throws gpu::Error.
  void begin(const kernels::KernelEntry& kernel, KernelFrame frame, int width, int height, std::span<std::byte> pixels);

 private:
  void make_output(int width, int height);

  gpu::Device device_;
  gpu::Stream stream_;
  int width_ = 0;
  int height_ = 0;
  std::optional<gpu::CUDAArray> output_;
  std::optional<gpu::SurfaceObject> surface_;
  std::optional<gpu::TextureObject> texture_;
};

}  // namespace texelscope::app
