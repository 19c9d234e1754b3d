#include "app/labs/kernel/kernel_renderer.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "app/accesses/access_capture.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::app {

namespace {

/// The texture through which kernels read a buffer.
gpu::TextureObject buffer_texture(const gpu::CUDAArray& array) {
  gpu::TextureDescriptor descriptor;
  descriptor.address_mode = gpu::AddressMode::clamp;
  descriptor.filter_mode = gpu::FilterMode::linear;
  descriptor.normalized_coords = true;
  return gpu::TextureObject::from_array(array, descriptor);
}

}  // namespace

KernelRenderer::KernelRenderer(gpu::Device device)
    : device_{std::move(device)},
      stream_{device_.create_stream("kernel lab")},
      zero_{buffer_texture(make_zeros(1, 1))} {}

void KernelRenderer::set_picture(std::size_t position, const Image* image) {
  std::optional<gpu::TextureObject>& texture = pictures_.at(position);
  if (image == nullptr) {
    texture.reset();
    return;
  }
  const auto array = gpu::CUDAArray::from_descriptor(
      device_, {.shape = {static_cast<std::uint64_t>(image->width), static_cast<std::uint64_t>(image->height)},
                .format = image->type,
                .num_channels = image->channels});
  array.copy_from(image->pixels, stream_);
  // The copy reads memory that the caller frees on return.
  stream_.synchronize();
  gpu::TextureDescriptor descriptor;
  descriptor.address_mode = gpu::AddressMode::mirror;
  descriptor.filter_mode = gpu::FilterMode::linear;
  descriptor.normalized_coords = true;
  if (!gpu::is_floating_point(image->type)) {
    descriptor.read_mode = gpu::ReadMode::normalized_float;
  }
  texture = gpu::TextureObject::from_array(array, descriptor);
}

gpu::CUDAArray KernelRenderer::make_zeros(int width, int height) const {
  auto array = gpu::CUDAArray::from_descriptor(
      device_, {.shape = {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)},
                .format = gpu::DataType::float32,
                .num_channels = 4,
                .is_surface_load_store = true});
  const std::vector<std::byte> zeros(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 16);
  array.copy_from(zeros, stream_);
  // The copy reads memory that is freed here.
  stream_.synchronize();
  return array;
}

KernelRenderer::Buffer KernelRenderer::make_buffer() const {
  const std::array arrays{make_zeros(width_, height_), make_zeros(width_, height_)};
  return {{gpu::SurfaceObject::from_array(arrays[0]), gpu::SurfaceObject::from_array(arrays[1])},
          {buffer_texture(arrays[0]), buffer_texture(arrays[1])}};
}

void KernelRenderer::make_output(int width, int height) {
  if (output_ && width == width_ && height == height_) {
    return;
  }
  buffers_ = {};
  output_ = gpu::CUDAArray::from_descriptor(
      device_, {.shape = {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)},
                .format = gpu::DataType::uint8,
                .num_channels = 4,
                .is_surface_load_store = true});
  surface_ = gpu::SurfaceObject::from_array(*output_);
  width_ = width;
  height_ = height;
}

void KernelRenderer::begin(const kernels::KernelEntry& kernel, unsigned buffers, KernelFrame frame, int width,
                           int height, std::span<std::byte> pixels) {
  make_output(width, height);
  for (std::size_t i = 0; i < kernel_picture_count; ++i) {
    frame.pictures[i] = kernels::Texture{(pictures_[i] ? *pictures_[i] : zero_).handle()};
  }
  frame.width = width;
  frame.height = height;
  for (std::size_t i = 0; i < kernel_buffer_count; ++i) {
    std::optional<Buffer>& buffer = buffers_[i];
    if (frame.count == 0) {
      buffer.reset();
    }
    if ((buffers >> i & 1U) != 0 && !buffer) {
      buffer = make_buffer();
    }
    frame.buffers[i] = kernels::Texture{(buffer ? buffer->textures[buffer->newest] : zero_).handle()};
  }
  for (std::size_t i = 0; i < kernel_buffer_count; ++i) {
    if ((buffers >> i & 1U) != 0) {
      Buffer& buffer = *buffers_[i];
      const std::size_t next = 1 - buffer.newest;
      frame.pass = static_cast<int>(i);
      frame.output = kernels::Surface{buffer.surfaces[next].handle()};
      kernels::launch_entry(stream_, kernel, {width, height}, &frame);
      buffer.newest = next;
      frame.buffers[i] = kernels::Texture{buffer.textures[next].handle()};
    }
  }
  frame.pass = kernel_buffer_count;
  frame.output = kernels::Surface{surface_->handle()};
  kernels::launch_entry(stream_, kernel, {width, height}, &frame);
  output_->copy_to(pixels, stream_);
}

void KernelRenderer::add_names(AccessCapture& capture, unsigned buffers) const {
  const auto name_texture = [&](const gpu::TextureObject& texture, const std::string& name) {
    capture.name(gpu::AccessObject::Kind::texture, texture.handle().value, name);
  };
  const auto name_surface = [&](const gpu::SurfaceObject& surface, const std::string& name) {
    capture.name(gpu::AccessObject::Kind::surface, surface.handle().value, name);
  };
  name_surface(*surface_, "output");
  for (std::size_t i = 0; i < kernel_picture_count; ++i) {
    if (pictures_[i]) {
      name_texture(*pictures_[i], i == 0 ? "image" : fmt::format("image_{}", i));
    }
  }
  std::vector<std::string> passes;
  for (std::size_t i = 0; i < kernel_buffer_count; ++i) {
    for (std::size_t array = 0; buffers_[i] && array < 2; ++array) {
      name_texture(buffers_[i]->textures[array], kernel_buffer_name(i));
      name_surface(buffers_[i]->surfaces[array], kernel_buffer_name(i));
    }
    if ((buffers >> i & 1U) != 0) {
      passes.push_back(kernel_buffer_name(i));
    }
  }
  passes.emplace_back("pixel");
  capture.name_launches(std::move(passes));
}

}  // namespace texelscope::app
