#include "app/labs/kernel/kernel_runner.h"

#include <chrono>
#include <cstring>
#include <exception>
#include <thread>

#include "app/images/image_convert.h"

namespace texelscope::app {
namespace {

/// The picture that texts read where none is opened: squares over a gradient.
Image own_picture() {
  constexpr int side = 256;
  Image image{side, side, 4, gpu::DataType::uint8, std::vector<std::byte>(std::size_t{side} * side * 4)};
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const bool is_light = (x / 32 + y / 32) % 2 == 0;
      std::byte* const pixel = &image.pixels[(static_cast<std::size_t>(y) * side + static_cast<std::size_t>(x)) * 4];
      pixel[0] = static_cast<std::byte>(is_light ? x : x / 3);
      pixel[1] = static_cast<std::byte>(is_light ? y : y / 3);
      pixel[2] = static_cast<std::byte>(is_light ? 160 : 70);
      pixel[3] = std::byte{255};
    }
  }
  return image;
}

gpu::DeviceOptions silent_options() {
  gpu::DeviceOptions options;
  // What a kernel that ended its device leaves behind cannot be given back properly; the lab says why.
  options.diagnostics = [](const gpu::Diagnostic&) {};
  return options;
}

}  // namespace

CompiledKernel compile_kernel(const gpu::Device& device, const std::string& text, const std::string& name,
                              const std::stop_token& stop) {
  const auto start = std::chrono::steady_clock::now();
  CompiledKernel compiled{text, std::nullopt, {}, "", 0};
  gpu::ProgramOptions options;
  options.kernels = {kernel_entry_name};
  options.name = name;
  options.before = kernel_frame_text;
  options.behind = kernel_entry_text;
  options.stop = stop;
  try {
    compiled.program = gpu::Program::compile(device, text, options);
    compiled.messages = compiled.program->messages();
  } catch (const gpu::CompileError& error) {
    compiled.error = error.what();
    compiled.messages = error.messages();
  } catch (const std::exception& error) {
    compiled.error = error.what();
  }
  compiled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return compiled;
}

KernelRunner::KernelRunner(gpu::DeviceId id)
    : device_{gpu::Device::open(id, silent_options())}, stream_{device_.create_stream()} {}

void KernelRunner::set_picture(const std::shared_ptr<const Image>& picture) {
  if (has_picture_ && picture == picture_) {
    return;
  }
  const Image image = with_array_channels(picture ? *picture : own_picture());
  const auto array = gpu::CUDAArray::from_descriptor(
      device_, {.shape = {static_cast<std::uint64_t>(image.width), static_cast<std::uint64_t>(image.height)},
                .format = image.type,
                .num_channels = image.channels});
  array.copy_from(image.pixels, stream_);
  // The copy reads what goes at the end of this.
  stream_.synchronize();
  gpu::TextureDescriptor descriptor;
  descriptor.address_mode = gpu::AddressMode::mirror;
  descriptor.filter_mode = gpu::FilterMode::linear;
  descriptor.normalized_coords = true;
  if (!gpu::is_floating_point(image.type)) {
    descriptor.read_mode = gpu::ReadMode::normalized_float;
  }
  texture_ = gpu::TextureObject::from_array(array, descriptor);
  picture_ = picture;
  has_picture_ = true;
}

void KernelRunner::make_output(int width, int height) {
  if (output_ && width == width_ && height == height_) {
    return;
  }
  output_ = gpu::CUDAArray::from_descriptor(
      device_, {.shape = {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)},
                .format = gpu::DataType::uint8,
                .num_channels = 4,
                .is_surface_load_store = true});
  surface_ = gpu::SurfaceObject::from_array(*output_);
  pixels_ = device_.allocate_pinned(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  width_ = width;
  height_ = height;
}

void KernelRunner::begin(const gpu::Program& program, KernelFrame frame, int width, int height) {
  make_output(width, height);
  frame.output = kernels::Surface{surface_->handle()};
  frame.image = kernels::Texture{texture_->handle()};
  frame.width = width;
  frame.height = height;
  program_ = program;
  program.kernel(kernel_entry_name).launch(stream_, {width, height}, frame);
  output_->copy_to(*pixels_, stream_);
  is_drawing_ = true;
}

bool KernelRunner::finish(std::chrono::duration<double> most) const {
  const auto end = std::chrono::steady_clock::now() + most;
  try {
    while (is_drawing_ && !stream_.is_done()) {
      if (std::chrono::steady_clock::now() >= end) {
        return false;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
  } catch (const gpu::Error&) {
    // Its device has failed: nothing runs there any more.
  }
  return true;
}

std::shared_ptr<const Image> KernelRunner::take_frame() {
  if (!is_drawing_ || !stream_.is_done()) {
    return nullptr;
  }
  is_drawing_ = false;
  Image image = rgba8_image(width_, height_);
  std::memcpy(image.pixels.data(), reinterpret_cast<const void*>(pixels_->handle().value), image.pixels.size());
  // A kernel writes any alpha, and what lies behind the picture is none of it.
  return std::make_shared<const Image>(opaque_image(std::move(image)));
}

}  // namespace texelscope::app
