#include "gpu/object/stream/external_semaphore_box.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace texelscope::gpu {

ExternalSemaphoreBox::ExternalSemaphoreBox(std::shared_ptr<DeviceBox> device,
                                           const driver::ExternalSemaphoreImport& import)
    : device_{std::move(device)}, kind_{import.kind}, handle_{device_->call(import).semaphore} {}

ExternalSemaphoreBox::~ExternalSemaphoreBox() {
  for (const auto& stream : streams_) {
    // Waiting would spoil a capture that has begun on the stream since.
    if (!stream->is_captured()) {
      device_->clean_up(driver::StreamSynchronize{stream->handle()});
    }
  }
  device_->clean_up(driver::ExternalSemaphoreDestroy{handle_});
}

void ExternalSemaphoreBox::keep(const std::shared_ptr<StreamBox>& stream) {
  const bool is_needed = device_->id().kind == DeviceKind::cuda && !stream->is_captured();
  if (is_needed && std::ranges::find(streams_, stream) == streams_.end()) {
    streams_.push_back(stream);
  }
}

void ExternalSemaphoreBox::signal_timeline(const std::shared_ptr<StreamBox>& stream, std::uint64_t value) {
  const std::lock_guard lock{mutex_};
  if (value <= last_signalled_) {
    throw InvalidArgument(
        fmt::format("{}: an external timeline semaphore was to be signalled with {} after {}: values only grow, use a "
                    "greater one",
                    device_->name(), value, last_signalled_));
  }
  keep(stream);
  device_->call(driver::ExternalSemaphoreSignal{.semaphore = handle_, .value = value, .stream = stream->handle()});
  last_signalled_ = value;
}

void ExternalSemaphoreBox::signal_binary(const std::shared_ptr<StreamBox>& stream) {
  const std::lock_guard lock{mutex_};
  keep(stream);
  device_->call(driver::ExternalSemaphoreSignal{.semaphore = handle_, .stream = stream->handle()});
}

void ExternalSemaphoreBox::wait(const std::shared_ptr<StreamBox>& stream, std::uint64_t value) {
  {
    const std::lock_guard lock{mutex_};
    keep(stream);
  }
  device_->call(driver::ExternalSemaphoreWait{.semaphore = handle_, .value = value, .stream = stream->handle()});
}

}  // namespace texelscope::gpu
