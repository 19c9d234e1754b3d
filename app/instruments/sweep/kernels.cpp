#include "app/instruments/sweep/scenario.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/program.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {
namespace {

constexpr unsigned count = 64;

constexpr const char* text = R"(
struct Count {
  std::uint8_t* bytes;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const { bytes[at.x] = static_cast<std::uint8_t>(at.x + 1); }
};
)";

struct Count {
  std::uint8_t* bytes;
};

/// Compiles a kernel, launches it and reads its output.
std::vector<std::byte> compile_and_launch(const gpu::Device& device) {
  const gpu::Stream stream = device.create_stream();
  gpu::ProgramOptions options;
  options.kernels = {"Count"};
  const gpu::RuntimeKernel kernel = gpu::Program::compile(device, text, options).kernel("Count");
  const gpu::Buffer memory = device.allocate(count, stream);
  const gpu::Buffer pinned = device.allocate_pinned(count);
  kernel.launch(stream, {count}, Count{reinterpret_cast<std::uint8_t*>(memory.handle().value)});
  memory.copy_to(pinned, stream);
  stream.synchronize();
  return bytes_of(pinned);
}

}  // namespace

std::vector<SweepScenario> kernel_scenarios() {
  return {device_scenario("runtime_kernel", "a kernel compiled from source, loaded and launched", compile_and_launch)};
}

}  // namespace texelscope::app
