#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "app/labs/interop/ownership_trace.h"
#include "render/common/call_observer.h"

namespace texelscope::app {

/// Writes down the renderer's calls of this thread for as long as it lives; who saw them before still does.
class RendererCallList final : public render::CallObserver {
 public:
  RendererCallList();

  bool before(std::string_view name) noexcept override;
  void after(std::string_view name, std::string_view failure, render::CallClock::time_point start,
             render::CallClock::time_point end) noexcept override;

  [[nodiscard]] std::vector<LifeCall> take() { return std::move(calls_); }

 private:
  render::CallObserver* former_;
  std::vector<LifeCall> calls_;
  render::ObserveCalls observed_{*this};
};

}  // namespace texelscope::app
