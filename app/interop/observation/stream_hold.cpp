#include "app/interop/observation/stream_hold.h"

namespace texelscope::app {

StreamHold::StreamHold(const gpu::Device& device) {
  if (device.id().kind == gpu::DeviceKind::cpu) {
    gate_ = std::make_shared<HostTimelineSemaphore>();
    semaphore_ = gpu::ExternalSemaphore::from_host_timeline(device, gate_);
  }
}

StreamHold::~StreamHold() { let_go(); }

void StreamHold::hold(const gpu::Stream& stream) {
  if (semaphore_) {
    semaphore_->wait(stream, ++holds_);
  }
}

void StreamHold::let_go() noexcept {
  if (gate_) {
    gate_->signal(holds_);
  }
}

}  // namespace texelscope::app
