#include "app/interop/renderer_calls.h"

#include <utility>

namespace texelscope::app {

RendererCalls::RendererCalls(std::shared_ptr<gpu::Trace> trace, std::optional<RendererFault> fault)
    : trace_{std::move(trace)}, fault_{std::move(fault)} {}

bool RendererCalls::before(std::string_view name) noexcept {
  if (fault_ && !fault_->name.empty() && name != fault_->name) {
    return false;
  }
  if (++count_ != (fault_ ? fault_->nth : 0)) {
    return false;
  }
  failed_call_ = name;
  return true;
}

void RendererCalls::after(std::string_view name, std::string_view failure, render::CallClock::time_point start,
                          render::CallClock::time_point end) noexcept {
  if (trace_) {
    trace_->add({.lane = name.starts_with("vk") ? "Vulkan" : "GL",
                 .name = name,
                 .failure = failure,
                 .start = start,
                 .end = end});
  }
}

}  // namespace texelscope::app
