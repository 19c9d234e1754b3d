#include "app/sweep/scenario.h"
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

/// Compiles a kernel, launches it and reads what it wrote.
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
  const auto bytes = pinned.host_bytes();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<SweepScenario> kernel_scenarios() {
  return {{"runtime_kernel", "a kernel compiled from its text, loaded and launched", std::nullopt,
           [](const SweepSetup& setup) {
             return make_work([device = setup.device] { return compile_and_launch(device); });
           }}};
}

}  // namespace texelscope::app
