#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "gpu/driver/device_box.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/external_semaphore.h"

namespace texelscope::gpu {

class ExternalSemaphoreBox {
 public:
  ExternalSemaphoreBox(std::shared_ptr<DeviceBox> device, const driver::ExternalSemaphoreImport& import);
  ~ExternalSemaphoreBox();
  ExternalSemaphoreBox(const ExternalSemaphoreBox&) = delete;
  ExternalSemaphoreBox& operator=(const ExternalSemaphoreBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] ExternalSemaphoreKind kind() const noexcept { return kind_; }
  [[nodiscard]] ExternalSemaphoreHandle handle() const noexcept { return handle_; }

  /// @throws InvalidArgument for a value that does not grow.
  void signal_timeline(const std::shared_ptr<StreamBox>& stream, std::uint64_t value);
  void signal_binary(const std::shared_ptr<StreamBox>& stream);
  /// The value is a timeline's.
  void wait(const std::shared_ptr<StreamBox>& stream, std::uint64_t value);

 private:
  /// Notes where the semaphore is about to be used. Needs the lock.
  void keep(const std::shared_ptr<StreamBox>& stream);

  std::shared_ptr<DeviceBox> device_;
  ExternalSemaphoreKind kind_;
  ExternalSemaphoreHandle handle_;
  /// Held while a signal is scheduled, so that streams get them in the order of their values.
  std::mutex mutex_;
  std::uint64_t last_signalled_ = 0;
  /// What a CUDA driver wants to be through before the semaphore is destroyed.
  std::vector<std::shared_ptr<StreamBox>> streams_;
};

}  // namespace texelscope::gpu
