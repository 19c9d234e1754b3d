#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/accesses/access_capture.h"
#include "app/labs/access/access_study.h"
#include "tests/app/accesses/kernel_arguments.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/program.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::tests {

/// A kernel over 8 × 4 threads, whose first line is line 2 of its source, with a texture of floats and a surface.
class RecordedImages {
 public:
  explicit RecordedImages(app::AccessCaptureOptions options = {.checks_hazards = true})
      : capture{std::move(options)},
        device{gpu::Device::open({}, capture.device_options())},
        stream{device.create_stream()},
        from{array()},
        to{array()} {
    capture.begin_frame(true);
  }

  void run(std::string_view body, const gpu::CUDAArray& read, const gpu::CUDAArray& written) {
    gpu::ProgramOptions options;
    options.kernels = {"Test"};
    options.name = "test.cu";
    const std::string source =
        "struct Test { Texture from; Surface to; TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {\n" +
        std::string(body) + "}};";
    gpu::TextureDescriptor linear;
    linear.filter_mode = gpu::FilterMode::linear;
    const gpu::TextureObject texture = gpu::TextureObject::from_array(read, linear);
    const gpu::SurfaceObject surface = gpu::SurfaceObject::from_array(written);
    gpu::Program::compile(device, source, options)
        .kernel("Test")
        .launch(stream, {width, height, 1}, Images{texture.handle().value, surface.handle().value});
    stream.synchronize();
    lines += std::string(body);
  }

  [[nodiscard]] std::shared_ptr<const app::AccessStudy> study() const {
    auto made = std::make_shared<app::AccessStudy>();
    made->title = "test";
    made->recorded = capture.result();
    made->source = "first\n  " + lines;
    made->source_name = "test.cu";
    return made;
  }

  static constexpr std::uint64_t width = 8;
  static constexpr std::uint64_t height = 4;
  app::AccessCapture capture;
  gpu::Device device;
  gpu::Stream stream;
  gpu::CUDAArray from;
  gpu::CUDAArray to;

 private:
  [[nodiscard]] gpu::CUDAArray array() const {
    gpu::CUDAArray made = gpu::CUDAArray::from_descriptor(
        device,
        {.shape = {width, height}, .format = gpu::DataType::float32, .num_channels = 1, .is_surface_load_store = true});
    std::vector<float> texels(width * height);
    for (std::size_t i = 0; i < texels.size(); ++i) {
      texels[i] = static_cast<float>(i);
    }
    made.copy_from(std::as_bytes(std::span{texels}), stream);
    stream.synchronize();
    return made;
  }

  std::string lines;
};

inline constexpr std::string_view blur = "to.write_2d(from.sample_2d(i.x + 0.75f, i.y + 0.5f).x, i.x, i.y);\n";

}  // namespace texelscope::tests
