#include <fmt/format.h>

#include <array>
#include <chrono>
#include <vector>

#include "app/labs/stream/experiments/slow_image.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app::default_stream {
namespace {

/// Several times the duration of the kernels. In the wrong version, the other streams finish only after this time.
constexpr std::chrono::milliseconds wait_for_blocked{10};
/// In the right version, the other streams finish long before this time, unless the machine is very busy.
constexpr std::chrono::milliseconds wait_for_free{1000};

ExperimentResult run(const ExperimentSetup& setup, bool is_right) {
  const gpu::Device& device = setup.device;
  warm_up(device);
  const auto blocking_stream = [&](const char* name) {
    return device.create_stream({.is_blocking = true, .name = name});
  };
  const gpu::Stream first = blocking_stream("first");
  const gpu::Stream between = is_right ? blocking_stream("between") : device.default_stream();
  const gpu::Stream last = blocking_stream("last");
  if (!is_right) {
    between.set_name("default stream");
  }
  const std::array images{make_stale_image(device, first), make_stale_image(device, first),
                          make_stale_image(device, first)};
  Gate gate{device};
  begin(setup);
  write_band(images[0], 0, &gate, first);
  // Otherwise its span may begin after the others end, although it was launched first.
  gate.wait_for_kernel();
  write_band(images[1], 0, nullptr, between);
  write_band(images[2], 0, nullptr, last);
  const std::array others{between, last};
  const std::size_t done = count_done(others, is_right ? wait_for_free : wait_for_blocked);
  gate.open();
  for (const gpu::Stream& stream : {first, between, last}) {
    stream.synchronize();
  }
  ExperimentResult result;
  result.numbers = {
      {"streams done while the first is held back", static_cast<double>(done), fmt::format("of {}", others.size())}};
  result.is_correct = done == others.size();
  result.verdict = result.is_correct ? "The other two streams ran while the first was held back."
                                     : "The first stream blocked the others, although they do not depend on it.";
  return result;
}

}  // namespace

extern const ExperimentDeclaration experiment;
const ExperimentDeclaration experiment = {
    .name = "default-stream",
    .title = "A launch without a stream",
    .right = {.code = "cudaStreamCreate(&first);\n"
                      "cudaStreamCreate(&between);\n"
                      "cudaStreamCreate(&last);\n"
                      "a<<<grid, block, 0, first>>>();\n"
                      "b<<<grid, block, 0, between>>>();\n"
                      "c<<<grid, block, 0, last>>>();",
              .text = "Each launch names a different stream. The first kernel is held back; the others do not wait "
                      "for it."},
    .wrong = {.code = "cudaStreamCreate(&first);\n"
                      "cudaStreamCreate(&last);\n"
                      "a<<<grid, block, 0, first>>>();\n"
                      "b<<<grid, block>>>();\n"
                      "c<<<grid, block, 0, last>>>();",
              .text = "b names no stream, so it runs on the legacy default stream. It waits for all blocking streams, "
                      "and all later work on them waits for it: three streams run one after the other."},
    .run = run};

}  // namespace texelscope::app::default_stream
