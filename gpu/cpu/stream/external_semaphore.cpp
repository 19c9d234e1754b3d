#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::ExternalSemaphoreImport& call) noexcept {
  return if_working([&] {
    if (call.file_descriptor >= 0 || call.kind != ExternalSemaphoreKind::timeline) {
      return Status::not_supported;
    }
    if (!call.timeline) {
      return Status::invalid_value;
    }
    call.semaphore = external_semaphores_.insert(std::make_shared<ImportedTimeline>(ImportedTimeline{call.timeline}));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::ExternalSemaphoreDestroy& call) noexcept {
  return external_semaphores_.take(call.semaphore) ? Status::success : refusal();
}

Status CpuDriver::perform(driver::ExternalSemaphoreSignal& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<ImportedTimeline> semaphore = external_semaphores_.find(call.semaphore);
    if (!semaphore || !streams_.find(call.stream)) {
      return Status::invalid_handle;
    }
    if (const Status status = captures_.refuse(call.stream); status != Status::success) {
      return status;
    }
    if (semaphore->timeline->value() >= call.value) {
      return Status::invalid_value;
    }
    return schedule_always(call.stream, [this, semaphore, value = call.value] {
      if (!semaphore->signal(value)) {
        fail();
      }
    });
  });
}

Status CpuDriver::perform(driver::ExternalSemaphoreWait& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  const std::shared_ptr<ImportedTimeline> semaphore = external_semaphores_.find(call.semaphore);
  const std::shared_ptr<WorkQueue> queue = streams_.find(call.stream);
  if (!semaphore || !queue) {
    return Status::invalid_handle;
  }
  if (const Status status = captures_.refuse(call.stream); status != Status::success) {
    return status;
  }
  return schedule_unless_stopped(queue, [this, semaphore, value = call.value, waiting = queue.get()] {
    switch (semaphore->wait(value)) {
      case TimelineWait::reached:
        return;
      case TimelineWait::timed_out:
        waiting->stop(Status::timeout);
        return;
      case TimelineWait::lost:
        break;
    }
    fail();
  });
}

}  // namespace texelscope::gpu::cpu
