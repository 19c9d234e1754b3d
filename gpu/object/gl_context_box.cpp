#include "gpu/object/gl_context_box.h"

#include <fmt/format.h>

#include <utility>

namespace texelscope::gpu {

GLContextBox::GLContextBox(std::shared_ptr<DeviceBox> device, std::unique_ptr<const graphics::GLFunctions> gl,
                           InteropPath path, std::string reason)
    : device_{std::move(device)}, gl_{std::move(gl)}, path_{path}, reason_{std::move(reason)} {}

GLContextBox::~GLContextBox() {
  if (!is_on_thread()) {
    // GL may not be called here, so what is still mapped cannot be unmapped; unregistering gives its memory back.
    for (GraphicsCleanup& cleanup : deferred_) {
      cleanup.unmap_on.reset();
    }
  }
  perform_deferred();
}

std::unique_lock<GLContextBox::Mutex> GLContextBox::enter(std::string_view action) {
  std::unique_lock guard{mutex_};
  if (!is_on_thread()) [[unlikely]] {
    throw InvalidState(fmt::format(
        "{}: cannot {} a graphics resource on this thread: its GL context belongs to the thread that called "
        "GLContext::from_current; do it there",
        device_->name(), action));
  }
  perform_deferred();
  return guard;
}

void GLContextBox::clean_up(GraphicsCleanup cleanup) noexcept {
  if (is_on_thread()) {
    perform_deferred();
    perform(cleanup);
    return;
  }
  try {
    deferred_.push_back(std::move(cleanup));
    device_->report(
        {Diagnostic::Severity::warning,
         fmt::format("{}: a graphics resource was closed on another thread than its GL context's: the driver is "
                     "told at the next call on the context's thread; close it there",
                     device_->name())});
  } catch (...) {
    device_->report(
        {Diagnostic::Severity::error, "out of memory while closing a graphics resource: it stays registered"});
  }
}

void GLContextBox::perform(const GraphicsCleanup& cleanup) noexcept {
  if (cleanup.unmap_on) {
    device_->clean_up(driver::GraphicsUnmap{
        .access = access(), .resources = {&cleanup.resource, 1}, .stream = cleanup.unmap_on->handle()});
  }
  if (cleanup.also_unregister) {
    device_->clean_up(driver::GraphicsUnregister{.access = access(), .resource = cleanup.resource});
  }
}

void GLContextBox::perform_deferred() noexcept {
  if (!deferred_.empty()) [[unlikely]] {
    for (const GraphicsCleanup& cleanup : std::exchange(deferred_, {})) {
      perform(cleanup);
    }
  }
}

}  // namespace texelscope::gpu
