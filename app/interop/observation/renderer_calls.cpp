#include "app/interop/observation/renderer_calls.h"

#include <fmt/format.h>

#include <utility>

#include "render/vulkan/context/call.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {

RendererCalls::RendererCalls(std::shared_ptr<gpu::Trace> trace, std::optional<RendererFault> fault)
    : trace_{std::move(trace)}, fault_{std::move(fault)} {
  if (fault_ && !fault_->result.empty() && !render::vulkan::is_result_name(fault_->result)) {
    throw gpu::InvalidArgument(fmt::format(
        "'{}' is not a Vulkan result that can be injected; use a name such as VK_ERROR_DEVICE_LOST", fault_->result));
  }
}

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

std::string_view RendererCalls::injected_result() const noexcept {
  return fault_ ? std::string_view{fault_->result} : std::string_view{};
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
