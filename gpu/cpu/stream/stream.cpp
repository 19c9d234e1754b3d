#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/stream/event.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::StreamCreate& call) noexcept {
  return if_working([&] {
    call.created = streams_.create(call.is_blocking);
    return Status::success;
  });
}

Status CpuDriver::perform(driver::StreamDestroy& call) noexcept {
  captures_.cancel(call.stream);
  return guarded([&] { return streams_.destroy(call.stream) ? Status::success : refusal(); });
}

Status CpuDriver::find_asked(StreamHandle stream, std::shared_ptr<WorkQueue>& queue) noexcept {
  queue = streams_.find(stream);
  return queue ? captures_.refuse(stream) : refusal();
}

Status CpuDriver::perform(driver::StreamSynchronize& call) noexcept {
  std::shared_ptr<WorkQueue> queue;
  if (const Status status = find_asked(call.stream, queue); status != Status::success) {
    return status;
  }
  // Waits even after a failure, because work that had begun may still be using the caller's memory.
  queue->wait();
  return refusal(queue->status());
}

Status CpuDriver::perform(driver::StreamQuery& call) noexcept {
  std::shared_ptr<WorkQueue> queue;
  if (const Status status = find_asked(call.stream, queue); status != Status::success) {
    return status;
  }
  const bool is_idle = queue->is_idle();
  // Queried after the queue, because a failure of finished work must be visible.
  const Status status = refusal(queue->status());
  return status == Status::success && !is_idle ? Status::not_ready : status;
}

Status CpuDriver::perform(driver::StreamSetName& call) noexcept { return state_for(call.stream); }

Status CpuDriver::perform(driver::HostCall& call) noexcept {
  if (const Status status = captures_.refuse(call.stream); status != Status::success) {
    return Status::stream_capture_unsupported;
  }
  return schedule_always(call.stream, [function = call.function, data = call.data] { function(data); });
}

Status CpuDriver::perform(driver::StreamGetContext& call) noexcept {
  const Status status = state_for(call.stream);
  call.is_of_device = status == Status::success;
  return status;
}

// Any host thread will do.
Status CpuDriver::perform(driver::StreamGetAttributes& call) noexcept {
  call.priority = 0;
  call.is_blocking = streams_.is_blocking(call.stream);
  return state_for(call.stream);
}

// Only observers of the calls read this device's ranges, which are per thread: they also end on a failed device.
Status CpuDriver::perform(driver::RangePush& /*call*/) noexcept { return Status::success; }

Status CpuDriver::perform(driver::RangePop& /*call*/) noexcept { return Status::success; }

Status CpuDriver::perform(driver::StreamWaitEvent& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  const std::shared_ptr<RecordedEvent> event = events_.find(call.event);
  const std::shared_ptr<WorkQueue> queue = streams_.find(call.stream);
  if (!event || !queue) {
    return Status::invalid_handle;
  }
  if (const std::optional<CapturedPoint> captured = event->captured_point()) {
    return guarded([&] { return captures_.wait(call.stream, *captured); });
  }
  if (captures_.refuse(call.stream) != Status::success) {
    return Status::stream_capture_isolation;
  }
  const std::shared_ptr<EventPoint> point = event->last_point();
  if (!point || (point->time() && point->status() == Status::success)) {
    return Status::success;
  }
  return schedule_unless_stopped(queue, [this, point, waiting = queue.get()] {
    if (!point->wait()) {
      fail();
    } else if (const Status status = point->status(); status != Status::success) {
      waiting->stop(status);
    }
  });
}

}  // namespace texelscope::gpu::cpu
