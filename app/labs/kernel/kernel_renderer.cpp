#include "app/labs/kernel/kernel_renderer.h"

#include <cstdint>
#include <utility>

#include "texelscope/kernels/launch.h"

namespace texelscope::app {

KernelRenderer::KernelRenderer(gpu::Device device) : device_{std::move(device)}, stream_{device_.create_stream()} {}

void KernelRenderer::set_picture(const Image& image) {
  const auto array = gpu::CUDAArray::from_descriptor(
      device_, {.shape = {static_cast<std::uint64_t>(image.width), static_cast<std::uint64_t>(image.height)},
                .format = image.type,
                .num_channels = image.channels});
  array.copy_from(image.pixels, stream_);
  // The copy reads what goes at the end of the caller.
  stream_.synchronize();
  gpu::TextureDescriptor descriptor;
  descriptor.address_mode = gpu::AddressMode::mirror;
  descriptor.filter_mode = gpu::FilterMode::linear;
  descriptor.normalized_coords = true;
  if (!gpu::is_floating_point(image.type)) {
    descriptor.read_mode = gpu::ReadMode::normalized_float;
  }
  texture_ = gpu::TextureObject::from_array(array, descriptor);
}

void KernelRenderer::make_output(int width, int height) {
  if (output_ && width == width_ && height == height_) {
    return;
  }
  output_ = gpu::CUDAArray::from_descriptor(
      device_, {.shape = {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)},
                .format = gpu::DataType::uint8,
                .num_channels = 4,
                .is_surface_load_store = true});
  surface_ = gpu::SurfaceObject::from_array(*output_);
  width_ = width;
  height_ = height;
}

void KernelRenderer::begin(const kernels::KernelEntry& kernel, KernelFrame frame, int width, int height,
                           std::span<std::byte> pixels) {
  make_output(width, height);
  frame.output = kernels::Surface{surface_->handle()};
  frame.image = kernels::Texture{texture_->handle()};
  frame.width = width;
  frame.height = height;
  kernels::launch_entry(stream_, kernel, {width, height}, &frame);
  output_->copy_to(pixels, stream_);
}

}  // namespace texelscope::app
