#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/accesses/hazard_check.h"
#include "texelscope/gpu/access_recorder.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/program.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::tests {

/// A device that records and checks the kernels of a test.
class CheckedDevice {
 public:
  explicit CheckedDevice(std::vector<std::shared_ptr<gpu::AccessSink>> more = {}) {
    gpu::AccessRecorderOptions options;
    options.sinks = std::move(more);
    options.sinks.push_back(check);
    recorder = std::make_shared<gpu::AccessRecorder>(options);
    recorder->set_on(true);
    gpu::DeviceOptions device_options;
    device_options.observers = {check};
    device_options.access_recorder = recorder;
    device = std::make_unique<gpu::Device>(gpu::Device::open({}, device_options));
    stream = std::make_unique<gpu::Stream>(device->create_stream());
  }

  /// The functor Test, whose first line is line 2 of its source.
  [[nodiscard]] gpu::RuntimeKernel compile(std::string_view members, std::string_view body) const {
    gpu::ProgramOptions options;
    options.kernels = {"Test"};
    options.name = "test.cu";
    const std::string source = "struct Test { " + std::string(members) +
                               " TEXELSCOPE_KERNEL_FUNCTION void operator()(Index i) const {\n" + std::string(body) +
                               "}};";
    return gpu::Program::compile(*device, source, options).kernel("Test");
  }
  [[nodiscard]] gpu::Buffer memory(std::size_t bytes) const {
    const std::vector<std::byte> zeros(bytes);
    gpu::Buffer buffer = device->allocate(bytes, *stream);
    buffer.copy_from(zeros, *stream);
    stream->synchronize();
    return buffer;
  }
  [[nodiscard]] gpu::CUDAArray image(std::uint64_t width, std::uint64_t height) const {
    const std::vector<std::byte> zeros(width * height * 4);
    gpu::ArrayDescriptor descriptor;
    descriptor.shape = gpu::Extent(width, height);
    descriptor.format = gpu::DataType::float32;
    descriptor.num_channels = 1;
    descriptor.is_surface_load_store = true;
    gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(*device, descriptor);
    array.copy_from(std::span{zeros}, *stream);
    stream->synchronize();
    return array;
  }
  /// The hazards as text, after all work.
  [[nodiscard]] std::vector<std::string> hazards() const {
    const gpu::AccessRecording recording = recorder->recording();
    std::vector<std::string> texts;
    for (const app::Hazard& hazard : check->hazards()) {
      texts.push_back(app::hazard_text(hazard, recording));
    }
    return texts;
  }

  std::shared_ptr<app::HazardCheck> check = std::make_shared<app::HazardCheck>();
  std::shared_ptr<gpu::AccessRecorder> recorder;
  std::unique_ptr<gpu::Device> device;
  std::unique_ptr<gpu::Stream> stream;
};

}  // namespace texelscope::tests
