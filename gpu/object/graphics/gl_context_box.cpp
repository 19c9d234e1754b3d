#include "gpu/object/graphics/gl_context_box.h"
#include "gpu/object/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace texelscope::gpu {
namespace {

/// Graphs cannot record an unmap.
bool is_recorded(const GraphicsCleanup& cleanup) { return cleanup.unmap_on && cleanup.unmap_on->is_captured(); }

}  // namespace

GLContextBox::GLContextBox(std::shared_ptr<DeviceBox> device, std::unique_ptr<const graphics::GLFunctions> gl,
                           InteropPath path, std::string reason)
    : device_{std::move(device)}, gl_{std::move(gl)}, path_{path}, reason_{std::move(reason)} {}

GLContextBox::~GLContextBox() {
  // On a thread other than GL's, or while its stream is recorded, a mapping cannot be unmapped; unregistering its
  // resource then releases its memory.
  for (GraphicsCleanup& cleanup : deferred_) {
    if (!is_on_thread() || is_recorded(cleanup)) {
      cleanup.unmap_on.reset();
    }
  }
  perform_deferred();
}

std::unique_lock<GLContextBox::Mutex> GLContextBox::enter(std::string_view action) {
  std::unique_lock guard{mutex_};
  if (!is_on_thread()) [[unlikely]] {
    throw_on<InvalidState>(*device_,
                           "cannot {} a graphics resource on this thread: its GL context belongs to the thread that "
                           "called GLContext::from_current; do it there",
                           action);
  }
  perform_deferred();
  return guard;
}

void GLContextBox::clean_up(GraphicsCleanup cleanup) noexcept {
  if (is_on_thread()) {
    perform_deferred();
  }
  if (const auto earlier = std::ranges::find(deferred_, cleanup.resource, &GraphicsCleanup::resource);
      earlier != deferred_.end()) {
    earlier->also_unregister |= cleanup.also_unregister;
    return;
  }
  if (is_on_thread() && !is_recorded(cleanup)) {
    perform(cleanup);
    return;
  }
  try {
    deferred_.push_back(std::move(cleanup));
    device_->report(
        {Diagnostic::Severity::warning,
         is_on_thread()
             ? fmt::format(
                   "{}: a graphics resource was closed while the stream on which it is mapped was being captured: "
                   "it will be unmapped at the next call after the capture ends; unmap it before the capture begins",
                   device_->name())
             : fmt::format("{}: a graphics resource was closed on a thread other than its GL context's: it will be "
                           "unregistered at the next call on the context's thread; close it there",
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
  // One by one: a diagnostics handler may re-enter this function.
  for (auto due = deferred_.begin(); (due = std::ranges::find_if_not(deferred_, is_recorded)) != deferred_.end();) {
    const GraphicsCleanup cleanup = std::move(*due);
    deferred_.erase(due);
    perform(cleanup);
  }
}

}  // namespace texelscope::gpu
