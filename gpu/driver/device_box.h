#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gpu/driver/any_call.h"
#include "gpu/driver/describe.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"

namespace texelscope::gpu {

class DeviceBox;

/// Pinned buffers of the same size for copies of pageable memory. Allocating one takes a millisecond, so a few are
/// retained for the next copy, until the device is closed.
class PinnedStagingPool {
 public:
  static constexpr std::size_t size_bytes = std::size_t{2} << 20;

  /// A buffer for exclusive use. @throws DriverError (cuMemHostAlloc).
  [[nodiscard]] DevicePointer take(DeviceBox& device);
  /// Work on the buffer must have finished.
  void release(DeviceBox& device, DevicePointer stage) noexcept;
  /// Frees the retained buffers.
  void free_all(DeviceBox& device) noexcept;

 private:
  static constexpr std::size_t max_spare = 16;

  std::mutex mutex_;
  std::vector<DevicePointer> spare_ = [] {
    std::vector<DevicePointer> spare;
    spare.reserve(max_spare);
    return spare;
  }();
};

/// Passes a message to the handler; prints the message to standard error if there is no handler, or if the handler
/// throws, which it must not.
void report_to(const DiagnosticHandler& handler, const Diagnostic& diagnostic) noexcept;

/// The state shared by all objects of a device: its driver and its diagnostics handler. Releases the device's context
/// with the last object.
class DeviceBox {
 public:
  /// Uses the primary context, or a context that was created elsewhere.
  DeviceBox(DeviceId id, std::unique_ptr<driver::Driver> driver, DiagnosticHandler diagnostics,
            ContextHandle borrowed = {});
  ~DeviceBox();
  DeviceBox(const DeviceBox&) = delete;
  DeviceBox& operator=(const DeviceBox&) = delete;

  [[nodiscard]] DeviceId id() const noexcept { return id_; }
  /// Whether objects of this device and of `other` can be used together.
  [[nodiscard]] bool is_like(const DeviceBox& other) const noexcept {
    return this == &other || (context_ && context_ == other.context_);
  }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const DeviceProperties& properties() const noexcept { return properties_; }
  [[nodiscard]] driver::Driver& driver() noexcept { return *driver_; }
  [[nodiscard]] PinnedStagingPool& stages() noexcept { return stages_; }
  void report(const Diagnostic& diagnostic) const noexcept;

  /// Makes a call and returns it with its results. @throws DriverError with the call's name and arguments; Error if the
  /// driver reports success but returns no handle, as drivers in an error state do.
  template <class Call>
  Call call(Call call) {
    make(call);
    return call;
  }
  /// Makes a call that is neither copied nor moved. A kernel launch in the driver evicts code and data from the caches,
  /// so a successful call touches as little else as possible.
  template <class Call>
  void make(Call& call) {
    if (const Status status = driver::perform_on<Call>(*driver_, &call); status != Status::success) [[unlikely]] {
      fail(status, driver::AnyCall{call});
    }
    if constexpr (Call::info.effect == CallEffect::creates) {
      require_handles(driver::AnyCall{call});
    }
  }

  /// Makes a call that can return not_ready: true for success, false for not_ready.
  template <class Call>
  bool query(Call call) {
    return is_ready(driver::AnyCall{call});
  }

  /// For a call that reported success but returned no handle. @throws Error.
  template <class Call>
  [[noreturn]] void fail_without_handle(const Call& call) const {
    throw_without_handle(driver::describe_call(Call::info, call.arguments()));
  }

  /// Makes a cleanup call: a failure is reported, not thrown. A driver that is already shut down is not a failure, nor
  /// is an invalidated recording, which reports the error when it ends.
  template <class Call>
  void clean_up(Call call) noexcept {
    make_in_cleanup(driver::AnyCall{call});
  }

 private:
  void end_context() noexcept;
  [[noreturn]] void fail(Status status, const driver::AnyCall& call) const;
  void require_handles(const driver::AnyCall& call) const;
  [[nodiscard]] bool is_ready(const driver::AnyCall& call);
  void make_in_cleanup(const driver::AnyCall& call) noexcept;
  [[noreturn]] void throw_without_handle(const std::string& call_text) const;

  DeviceId id_;
  bool is_borrowed_;
  ContextHandle context_;
  std::string name_;
  std::unique_ptr<driver::Driver> driver_;
  DiagnosticHandler diagnostics_;
  DeviceProperties properties_;
  PinnedStagingPool stages_;
};

/// A driver object of a device. The call `Destroy` destroys it if this library owns it.
template <class Handle, class Destroy>
class DeviceObject {
 public:
  /// An object that this library created.
  DeviceObject(const std::shared_ptr<DeviceBox>& device, Handle handle)
      : DeviceObject{device, handle, HandleOwner::library()} {}
  DeviceObject(const std::shared_ptr<DeviceBox>& device, Handle handle, const HandleOwner& owner)
      : device_{device}, owner_{owner}, handle_{handle} {}
  ~DeviceObject() {
    if (owner_.is_library()) {
      device_->clean_up(Destroy{handle_});
    }
  }
  DeviceObject(const DeviceObject&) = delete;
  DeviceObject& operator=(const DeviceObject&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] Handle handle() const noexcept { return handle_; }

 private:
  std::shared_ptr<DeviceBox> device_;
  HandleOwner owner_;
  Handle handle_;
};

[[nodiscard]] inline bool is_cpu(const DeviceBox& device) { return device.id().kind == DeviceKind::cpu; }

}  // namespace texelscope::gpu
