#include <fmt/format.h>

#include <chrono>

#include "app/labs/stream/experiments/slow_image.h"

namespace texelscope::app::allocation {
namespace {

constexpr int steps = 6;

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  warm_up(setup.device);
  const gpu::Stream stream = setup.device.create_stream("allocations");
  const auto milliseconds_since = [](gpu::CallClock::time_point start) {
    return std::chrono::duration<double, std::milli>(gpu::CallClock::now() - start).count();
  };
  begin(setup);
  const auto start = gpu::CallClock::now();
  for (int step = 0; step < steps; ++step) {
    gpu::Buffer image = setup.device.allocate(slow_image::size_bytes, stream);
    write_band(image, step, nullptr, stream);
    if (!is_right) {
      // Memory that is freed immediately must not be in use, because cuMemFree need not wait for pending work.
      setup.device.synchronize();
    }
    image.close();
  }
  const double scheduled = milliseconds_since(start);
  stream.synchronize();
  ExperimentResult result;
  result.numbers = {{"host busy for", scheduled, "ms"}, {"all work done after", milliseconds_since(start), "ms"}};
  result.is_correct = is_right;
  result.verdict =
      fmt::format("{} steps occupied the host for {:.2f} ms of {:.2f} ms.", steps, scheduled, result.numbers[1].value);
  return result;
}

}  // namespace

extern const ExperimentDeclaration experiment;
const ExperimentDeclaration experiment = {
    .name = "allocation",
    .title = "Synchronous or ordered allocation",
    .right = {.code = "for (step : steps) {\n"
                      "  buffer = allocate(size, stream);\n"
                      "  write(buffer, stream);\n"
                      "  buffer.close();  // in stream order\n"
                      "}",
              .text =
                  "Allocating and freeing are queued on the stream, like the kernel between them: the host schedules "
                  "all steps without waiting. The stream's lane has no gaps."},
    .wrong = {.code = "for (step : steps) {\n"
                      "  buffer = allocate(size, stream);\n"
                      "  write(buffer, stream);\n"
                      "  device.synchronize();  // is it still in use?\n"
                      "  buffer.close();\n"
                      "}",
              .text = "Memory that is freed immediately must not be in use. cuMemFree does not wait for pending work "
                      "if cuMemAllocAsync allocated the memory, so the host waits for the device in each step. The "
                      "host's lane is full of waits, and the stream is idle between the steps."},
    .run = run};

}  // namespace texelscope::app::allocation
