#include "app/labs/kernel/kernel_recording.h"

#include <chrono>
#include <thread>

#include "app/accesses/access_capture.h"
#include "app/labs/kernel/kernel_runner.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

WorkerRecording recording_of(const std::optional<gpu::MemoryByte>& touching) {
  return touching ? WorkerRecording{.is_whole = false, .touching = *touching} : WorkerRecording{};
}

}  // namespace

RecordedKernel record_kernel(const KernelMoment& moment, const std::optional<gpu::MemoryByte>& touching,
                             const std::stop_token& stop) {
  KernelRunner runner(gpu::DeviceId{}, recording_of(touching));
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
