#include "app/accesses/stream_order.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace texelscope::app {
namespace {

/// The event or semaphore that a call names; 0 if it names none.
std::uint64_t recorded_handle(const gpu::CallView& call) {
  for (const gpu::ObjectReference& object : call.named_objects()) {
    if (object.kind == gpu::ObjectKind::event || object.kind == gpu::ObjectKind::external_semaphore) {
      return object.handle;
    }
  }
  return 0;
}

}  // namespace

void StreamOrder::join(Clock& clock, const Clock& other) {
  for (const auto& [stream, count] : other) {
    clock[stream] = std::max(clock[stream], count);
  }
}

StreamOrder::Clock& StreamOrder::next(std::uint64_t stream) {
  Clock& clock = streams_[stream];
  join(clock, host_);
  // The default stream and blocking streams wait for each other.
  if (stream == 0) {
    for (const std::uint64_t other : blocking_) {
      join(clock, streams_[other]);
    }
  } else if (blocking_.contains(stream)) {
    join(clock, streams_[0]);
  }
  return clock;
}

void StreamOrder::follow(const gpu::CallView& call) {
  const std::string_view name = call.name();
  const std::lock_guard lock{mutex_};
  if (name == "cuStreamCreate") {
    if (call.arguments().find("is_blocking=true") != std::string::npos) {
      blocking_.insert(call.object(0));
    }
  } else if (name == "cuStreamDestroy") {
    // Another stream may get this handle; it continues this one's order.
    blocking_.erase(call.object(0));
  } else if (name == "cuStreamBeginCapture" || name == "cuStreamBeginCaptureToGraph") {
    ++num_captures_;
  } else if (name == "cuStreamEndCapture") {
    num_captures_ = std::max(0, num_captures_ - 1);
  } else if (name == "cuCtxSynchronize") {
    for (const auto& [stream, clock] : streams_) {
      join(host_, clock);
    }
  } else if (name == "cuStreamSynchronize" || name == "cuStreamQuery") {
    join(host_, streams_[call.stream().value]);
  } else if (name == "cuEventSynchronize" || name == "cuEventQuery") {
    join(host_, recorded_[recorded_handle(call)]);
  } else if (call.work_kind() == gpu::WorkKind::record) {
    Clock& recorded = recorded_[recorded_handle(call)];
    recorded = next(call.stream().value);
  } else if (call.work_kind() == gpu::WorkKind::wait) {
    join(next(call.stream().value), recorded_[recorded_handle(call)]);
  } else if (call.work_kind() == gpu::WorkKind::mapping) {
    // On the CPU device, unmapping waits for the stream.
    join(host_, streams_[call.stream().value]);
  }
}

void StreamOrder::launch(std::uint32_t number, gpu::StreamHandle stream) {
  const std::lock_guard lock{mutex_};
  launches_.resize(std::max<std::size_t>(launches_.size(), number + std::size_t{1}));
  Launch& launch = launches_[number];
  launch.stream = stream.value;
  if (num_captures_ == 0) {
    Clock& clock = next(stream.value);
    launch.count = ++clock[stream.value];
    launch.clock = clock;
  }
}

bool StreamOrder::is_before(std::uint32_t first, std::uint32_t second) const {
  const std::lock_guard lock{mutex_};
  if (first >= launches_.size() || second >= launches_.size() || !launches_[first].clock || !launches_[second].clock) {
    return true;
  }
  const auto found = launches_[second].clock->find(launches_[first].stream);
  return found != launches_[second].clock->end() && found->second >= launches_[first].count;
}

}  // namespace texelscope::app
