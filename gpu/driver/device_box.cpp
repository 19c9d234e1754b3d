#include "gpu/driver/device_box.h"

#include <cstdio>
#include <utility>

namespace texelscope::gpu {

void report_to(const DiagnosticHandler& handler, const Diagnostic& diagnostic) noexcept {
  const char* const severity = diagnostic.severity == Diagnostic::Severity::error ? "error" : "warning";
  try {
    if (handler) {
      handler(diagnostic);
      return;
    }
  } catch (...) {
    // A handler must not throw; its message is still printed below.
  }
  std::fprintf(stderr, "texelscope: %s: %s\n", severity, diagnostic.text.c_str());
}

DeviceBox::DeviceBox(DeviceId id, std::unique_ptr<driver::Driver> driver, DiagnosticHandler diagnostics,
                     ContextHandle borrowed)
    : id_{id},
      is_borrowed_{static_cast<bool>(borrowed)},
      context_{borrowed},
      name_{to_string(id)},
      driver_{std::move(driver)},
      diagnostics_{std::move(diagnostics)} {
  if (is_borrowed_) {
    call(driver::ContextBorrow{borrowed});
  } else {
    context_ = call(driver::ContextRetain{id_.ordinal}).context;
  }
  try {
    properties_ = call(driver::DeviceQuery{}).properties;
  } catch (...) {
    end_context();
    throw;
  }
}

void DeviceBox::end_context() noexcept {
  if (!is_borrowed_) {
    clean_up(driver::ContextRelease{id_.ordinal});
  }
}

DeviceBox::~DeviceBox() {
  stages_.free_all(*this);
  end_context();
}

void DeviceBox::report(const Diagnostic& diagnostic) const noexcept { report_to(diagnostics_, diagnostic); }

void DeviceBox::fail(Status status, const driver::AnyCall& call) const {
  throw DriverError(status, driver::describe_call(call.info(), call.arguments()), name_);
}

void DeviceBox::require_handles(const driver::AnyCall& call) const {
  for (std::size_t i = 0; i < call.object_count(); ++i) {
    if (call.object(i) == 0) {
      throw_without_handle(driver::describe_call(call.info(), call.arguments()));
    }
  }
}

bool DeviceBox::is_ready(const driver::AnyCall& call) {
  const Status status = call.perform(*driver_);
  if (status != Status::success && status != Status::not_ready) {
    fail(status, call);
  }
  return status == Status::success;
}

void DeviceBox::make_in_cleanup(const driver::AnyCall& call) noexcept {
  const Status status = call.perform(*driver_);
  if (status == Status::success || status == Status::deinitialized || status == Status::stream_capture_invalidated) {
    return;
  }
  try {
    const DriverError error(status, driver::describe_call(call.info(), call.arguments()), name_);
    report({Diagnostic::Severity::error, std::string("cleanup failed: ") + error.what()});
  } catch (...) {
    // Out of memory while formatting the message: only the static message remains.
    report({Diagnostic::Severity::error, "cleanup failed"});
  }
}

void DeviceBox::throw_without_handle(const std::string& call_text) const {
  throw Error(name_ + ": " + call_text +
              " reported success but returned no handle: the driver is in an error state; restart the program");
}

DevicePointer PinnedStagingPool::take(DeviceBox& device) {
  {
    const std::scoped_lock lock(mutex_);
    if (!spare_.empty()) {
      const DevicePointer stage = spare_.back();
      spare_.pop_back();
      return stage;
    }
  }
  return device.call(driver::HostAllocate{.size_bytes = size_bytes}).pointer;
}

void PinnedStagingPool::release(DeviceBox& device, DevicePointer stage) noexcept {
  {
    const std::scoped_lock lock(mutex_);
    if (spare_.size() < max_spare) {
      spare_.push_back(stage);
      return;
    }
  }
  device.clean_up(driver::HostFree{stage});
}

void PinnedStagingPool::free_all(DeviceBox& device) noexcept {
  const std::scoped_lock lock(mutex_);
  for (const DevicePointer stage : spare_) {
    device.clean_up(driver::HostFree{stage});
  }
  spare_.clear();
}

}  // namespace texelscope::gpu
