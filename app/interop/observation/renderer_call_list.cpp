#include "app/interop/observation/renderer_call_list.h"

#include <chrono>
#include <string>

#include "render/common/observed_call.h"

namespace texelscope::app {

RendererCallList::RendererCallList() : former_{render::call_observer()} {}

bool RendererCallList::before(std::string_view name) noexcept { return former_ != nullptr && former_->before(name); }

void RendererCallList::after(std::string_view name, std::string_view failure, render::CallClock::time_point start,
                             render::CallClock::time_point end) noexcept {
  const std::chrono::duration<double, std::micro> host = end - start;
  calls_.push_back({.name = std::string{name}, .is_renderer = true, .start = start, .host_us = host.count()});
  if (former_ != nullptr) {
    former_->after(name, failure, start, end);
  }
}

}  // namespace texelscope::app
