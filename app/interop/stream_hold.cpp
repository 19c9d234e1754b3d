#include "app/interop/stream_hold.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace texelscope::app {
namespace {

constexpr std::chrono::minutes longest_hold{1};

}  // namespace

/// A timeline that the host alone moves on.
class StreamHold::Gate final : public gpu::HostTimeline {
 public:
  std::uint64_t value() override {
    const std::lock_guard lock{mutex_};
    return value_;
  }
  bool signal(std::uint64_t value) override {
    {
      const std::lock_guard lock{mutex_};
      value_ = std::max(value_, value);
    }
    moved_.notify_all();
    return true;
  }
  bool wait(std::uint64_t value) override {
    std::unique_lock lock{mutex_};
    moved_.wait_for(lock, longest_hold, [&] { return value_ >= value; });
    return true;
  }

 private:
  std::mutex mutex_;
  std::condition_variable moved_;
  std::uint64_t value_ = 0;
};

StreamHold::StreamHold(const gpu::Device& device) {
  if (device.id().kind == gpu::DeviceKind::cpu) {
    gate_ = std::make_shared<Gate>();
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
