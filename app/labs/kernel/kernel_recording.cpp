#include "app/labs/kernel/kernel_recording.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "app/labs/kernel/kernel_runner.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

void require_running(const std::stop_token& stop) {
  if (stop.stop_requested()) {
    throw gpu::InvalidState("the recording was cancelled");
  }
}

WorkerRecording recording_of(const KernelMoment& moment, const std::optional<std::pair<int, int>>& around) {
  if (!around) {
    return {.end_x = moment.width, .end_y = moment.height};
  }
  // Half the width and height of the region that is recorded around a pixel.
  constexpr int reach = 24;
  return {.first_x = std::max(around->first - reach, 0),
          .first_y = std::max(around->second - reach, 0),
          .end_x = around->first + reach,
          .end_y = around->second + reach,
          .is_whole = false};
}

}  // namespace

RecordedKernel record_kernel(const KernelMoment& moment, const std::optional<std::pair<int, int>>& around,
                             const std::stop_token& stop) {
  KernelRunner runner(gpu::DeviceId{}, recording_of(moment, around));
  const CompiledKernel compiled = runner.compiler().compile(moment.text, moment.name, stop, KernelPlace::own_process);
  require_running(stop);
  if (!compiled.program) {
    throw gpu::Error(compiled.error);
  }
  for (std::size_t i = 0; i < moment.pictures.size(); ++i) {
    runner.set_picture(i, moment.pictures[i]);
  }
  KernelFrame frame = moment.frame;
  frame.count = 0;
  runner.begin(*compiled.program, frame, moment.width, moment.height);
  RecordedKernel recorded;
  while (!(recorded.frame = runner.take_frame())) {
    require_running(stop);
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  recorded.accesses = runner.recording(stop);
  return recorded;
}

}  // namespace texelscope::app
