#include "gpu/cpu/stream/event.h"

#include <chrono>
#include <utility>

#include "gpu/cpu/cpu_driver.h"

namespace texelscope::gpu::cpu {

Status CpuDriver::perform(driver::EventCreate& call) noexcept {
  return if_working([&] {
    if (call.has_timing && call.is_interprocess) {
      return Status::invalid_value;
    }
    auto event = std::make_shared<RecordedEvent>();
    event->has_timing = call.has_timing;
    if (call.is_interprocess) {
      event->file = SharedFile::create(SharedFile::Purpose::event);
    }
    call.event = events_.insert(std::move(event));
    return Status::success;
  });
}

Status CpuDriver::perform(driver::EventDestroy& call) noexcept {
  return events_.take(call.event) ? Status::success : refusal();
}

Status CpuDriver::perform(driver::EventRecord& call) noexcept {
  return if_working([&] {
    const std::shared_ptr<RecordedEvent> event = events_.find(call.event);
    const std::shared_ptr<WorkQueue> queue = streams_.find(call.stream);
    if (!event || !queue) {
      return Status::invalid_handle;
    }
    const auto point = event->next_point();
    // Set under the lock, so that the later of two concurrent records, in stream order, remains.
    const std::lock_guard lock{event->mutex};
    if (std::optional<CapturedPoint> captured = captures_.point_of(call.stream)) {
      event->captured = std::move(captured);
      return Status::success;
    }
    const Status status = schedule_always(call.stream, [point, recording = queue.get()] {
      if (const Status stopped = recording->status(); stopped != Status::success) {
        point->reach_stopped(stopped);
      } else {
        point->reach();
      }
    });
    if (status == Status::success) {
      event->point = point;
      event->captured.reset();
    } else {
      // Another process may be waiting already.
      point->reach();
    }
    return status;
  });
}

Status CpuDriver::find_asked(EventHandle handle, std::shared_ptr<EventPoint>& point) noexcept {
  const std::shared_ptr<RecordedEvent> event = events_.find(handle);
  if (!event) {
    return refusal();
  }
  point = event->last_point();
  return event->captured_point() ? Status::captured_event : Status::success;
}

Status CpuDriver::perform(driver::EventSynchronize& call) noexcept {
  std::shared_ptr<EventPoint> point;
  if (const Status status = find_asked(call.event, point); status != Status::success) {
    return status;
  }
  if (!point) {
    return state();
  }
  if (!point->wait()) {
    fail();
  }
  return refusal(point->status());
}

Status CpuDriver::perform(driver::EventQuery& call) noexcept {
  std::shared_ptr<EventPoint> point;
  if (const Status found = find_asked(call.event, point); found != Status::success) {
    return found;
  }
  const bool is_reached = !point || point->time();
  // Queried after the point, because a failure of earlier work must be visible.
  const Status status = refusal(point ? point->status() : Status::success);
  return status == Status::success && !is_reached ? Status::not_ready : status;
}

Status CpuDriver::perform(driver::EventElapsedTime& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  const std::shared_ptr<RecordedEvent> start = events_.find(call.start);
  const std::shared_ptr<RecordedEvent> end = events_.find(call.end);
  if (!start || !end || !start->has_timing || !end->has_timing) {
    return Status::invalid_handle;
  }
  if (start->captured_point() || end->captured_point()) {
    return Status::captured_event;
  }
  const std::shared_ptr<EventPoint> start_point = start->last_point();
  const std::shared_ptr<EventPoint> end_point = end->last_point();
  if (!start_point || !end_point) {
    return Status::invalid_handle;
  }
  const auto start_time = start_point->time();
  const auto end_time = end_point->time();
  if (!start_time || !end_time) {
    return Status::not_ready;
  }
  call.milliseconds = std::chrono::duration<float, std::milli>(*end_time - *start_time).count();
  return Status::success;
}

}  // namespace texelscope::gpu::cpu
